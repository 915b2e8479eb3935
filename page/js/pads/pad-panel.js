// The controls of a pad: beside the grid on a desk, in place of the queue; else a sheet.

import { Refusal } from '../api.js';
import { attempt } from '../bar.js';
import { h, iconButton } from '../dom.js';
import { dialog } from '../menu.js';
import { t } from '../texts.js';

export class PadPanel {
  // `move(pad, step)` moves a pad by one place; `closed(id)` is called when the controls of a pad are gone.
  constructor({ move, closed }) {
    this.move = move;
    this.closed = closed;
    this.controls = null;
  }

  // `pads()` gives those that there are once the controls are loaded.
  async open(id, pads) {
    this.close();
    const module = await attempt(() => import('./padcontrols.js').catch(() => Promise.reject(new Refusal(0, {}))));
    if (!module || !pads().some((pad) => pad.id === id)) return;
    const close = () => this.close();
    this.controls = module.padControls(id, { close, move: this.move });
    this.controls.box = matchMedia('(min-width: 1200px) and (min-height: 500px)').matches ? this.beside() : this.sheet();
    this.controls.update(pads());
  }

  beside() {
    const { title, node } = this.controls;
    const close = () => this.close();
    const heading = h('h2', { tabindex: '-1' }, title);
    const box = h('aside', { class: 'pad-panel', 'aria-label': t('pad-controls') },
      h('header', {}, heading, iconButton('close', t('close'), close)), node);
    box.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
    document.getElementById('side').after(box);
    document.body.classList.add('panelled');
    heading.focus();
    return box;
  }

  sheet() {
    const box = dialog(this.controls.title, this.controls.node);
    box.classList.add('full');
    box.addEventListener('close', () => this.close());
    return box;
  }

  update(pads) {
    this.controls?.update(pads);
  }

  close() {
    if (!this.controls) return;
    const { controls } = this;
    const { box, id } = controls;
    controls.end();
    this.controls = null;
    document.body.classList.remove('panelled');
    if (box.open) box.close();
    else box.remove();
    this.closed(id);
  }
}
