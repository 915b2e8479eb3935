// The folders of the pads as chips; one is chosen, `*` stands for the favourites. In edit mode a folder has a menu.

import { batch, post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { h, iconButton } from '../dom.js';
import { ask, dialog, menu } from '../menu.js';
import { swatches } from '../swatches.js';
import { t } from '../texts.js';

export class PadFolders {
  // `chosen` is called when another one is chosen; `renamed` when the chosen one has another name.
  constructor({ chosen, renamed }) {
    this.whenChosen = chosen;
    this.whenRenamed = renamed;
    this.chosen = '';
    this.all = [];          // as the jukebox has them, with their colours
    this.node = h('div', { class: 'chips pad-folders', role: 'group', 'aria-label': t('pad-folders') });
  }

  has(pad) {
    return this.chosen === '' || (this.chosen === '*' ? pad.favourite === '1' : pad.folder === this.chosen);
  }

  // Each: the folder, its text, its colour.
  choices(pads) {
    return [
      ['', t('all')], ...pads.some((pad) => pad.favourite === '1') ? [['*', t('favourites')]] : [],
      ...this.all.filter(({ folder }) => pads.some((pad) => pad.folder === folder)).map(({ folder, colour }) =>
        [folder, folder, colour]),
    ];
  }

  draw(choices, editing, pads) {
    this.node.hidden = choices.length < 2;
    this.node.replaceChildren(...choices.map((choice) => this.chip(...choice)), ...editing && this.chosen && this.chosen !== '*'
      ? [iconButton('pencil', t('edit-pad', { name: this.chosen }),
        () => this.edit(pads.filter((pad) => pad.folder === this.chosen)))] : []);
  }

  chip(value, text, colour) {
    const chip = h('button', {
      type: 'button', class: colour ? 'chip coloured' : 'chip', 'aria-pressed': String(value === this.chosen), onclick: () => {
        this.chosen = value;
        this.whenChosen();
        this.node.querySelector('[aria-pressed=true]')?.focus();
      },
    }, h('bdi', {}, text));
    if (colour) chip.style.setProperty('--colour', `#${colour}`);
    return chip;
  }

  // Of the chosen folder, with these pads: its name, its colour, and its end, which keeps the pads.
  edit(pads) {
    const name = this.chosen;
    const colour = () => this.all.find(({ folder }) => folder === name)?.colour;
    const paint = (value) => attempt(() => post('padfolder', name, 'colour', value));
    menu(name, [
      { icon: 'pencil', text: t('rename'), action: () => this.rename(name) },
      { icon: 'pads', text: t('colour'), action: () => dialog(name, swatches(t('colour'), colour() ?? '', paint)) },
      {
        icon: 'trash', text: t('delete-folder'), action: () => attempt(async () => {
          const former = colour();
          await post('padfolderrm', name);
          offer(t('removed', { name }), () => batch([
            ['padfolder', name, ...former ? ['colour', former] : []], ...pads.map((pad) => ['padset', pad.id, 'folder', name])]));
        }),
      },
    ]);
  }

  async rename(name) {
    const wanted = await ask(t('name'), name, t('save'));
    if (!wanted || wanted === name) return;
    await attempt(async () => {
      await post('padfolder', name, 'rename', wanted);
      this.chosen = wanted;
      this.whenRenamed();
    });
  }
}
