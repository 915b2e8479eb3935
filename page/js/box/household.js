// The settings that a household changes. The jukebox writes each change into its configuration; the bar has the way back.

import { post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, setText } from '../dom.js';
import { on } from '../store.js';
import { Due } from './due.js';
import { has, languages, t } from '../texts.js';
import { button, card } from './card.js';

const volumes = Array.from({ length: 21 }, (_, at) => String(at * 5));
const switches = ['off', 'on'];

// The values to choose from, by setting; the others are typed.
const choices = {
  'player autoplay': ['resume', 'all', 'shuffle', 'off'], 'player start-volume': ['last', ...volumes],
  'player max-volume': volumes, 'player min-volume': volumes, 'player night-volume': ['off', ...volumes],
  'player crossfade-albums': switches, 'audio latency': ['low', 'normal', 'safe'], 'audio replay-gain-measured': switches,
  'library writable': switches, 'control trust': ['local', 'all'], 'web guests': ['off', 'look', 'add', 'control'],
  'web language': ['auto', ...Object.keys(languages)],
  'analysis when': ['idle', 'always', 'off'],
};
const groups = [
  ['volume', ['player max-volume', 'player min-volume', 'player start-volume', 'player night-volume', 'player night']],
  ['setting-playing', ['player autoplay', 'player crossfade-albums', 'audio replay-gain-measured', 'audio latency',
    'audio idle-release']],
  ['rights', ['web guests', 'web language', 'control trust', 'library writable']],
  ['setting-party', ['party songs-each', 'party again-after', 'party skip-votes']],
  ['library', ['library articles', 'analysis when']],
];
const slug = (setting) => setting.replace(' ', '-');
const nameOf = (setting) => t(`setting-${slug(setting)}`);

function label(setting, value) {
  if (setting === 'web language' && languages[value]) return languages[value];
  if (/^\d+$/.test(value)) return t('percent', { value: Number(value) });
  const own = `value-${slug(setting)}-${value}`;
  return has(own) ? t(own) : has(value) ? t(value) : value;
}

function choiceOf(setting, value, send) {
  const values = choices[setting].includes(value) ? choices[setting] : [...choices[setting], value];
  return h('select', { class: 'select', 'aria-label': nameOf(setting), onchange: (event) => send(event.target.value) },
    ...values.map((one) => h('option', { value: one, selected: one === value }, label(setting, one))));
}

// From and to, or off.
function hoursOf(setting, value, send) {
  const [from, to] = value.includes('-') ? value.split('-') : ['20:00', '07:00'];
  const field = (name, time) => h('input', { type: 'time', class: 'field', value: time, required: true, 'aria-label': t(name),
    onchange: () => { if (isOn.checked && start.value && end.value) send(`${start.value}-${end.value}`); } });
  const start = field('night-from', from);
  const end = field('night-to', to);
  const isOn = h('input', { type: 'checkbox', role: 'switch', class: 'switch', 'aria-label': nameOf(setting),
    checked: value !== 'off', onchange: () => send(isOn.checked ? `${start.value}-${end.value}` : 'off') });
  return h('span', { class: 'setting-hours' }, isOn, h('span', { class: 'setting-times', hidden: value === 'off' }, start,
    h('span', { 'aria-hidden': 'true' }, '–'), end));
}

const textOf = (setting, value, send) => h('input', { class: 'field', value, maxlength: '400', autocomplete: 'off',
  'aria-label': nameOf(setting), onchange: (event) => send(event.target.value.trim()) });

function controlOf({ setting, value }, send) {
  const make = setting === 'player night' ? hoursOf : choices[setting] ? choiceOf : textOf;
  return make(setting, value, send);
}

// The line of a setting, and what became of its last change.
class SettingRow {
  constructor(found, changed) {
    this.found = found;
    let last = found;
    this.changed = (next) => {
      changed(next, last);
      last = next;
    };
    this.control = h('div', { class: 'setting-control' });
    this.place = h('p', { class: 'setting-place muted' });
    this.node = h('div', { class: 'setting', 'data-setting': found.setting },
      h('span', { class: 'setting-name' }, nameOf(found.setting)), this.control, this.place);
    this.draw();
  }

  draw() {
    const { found } = this;
    this.control.replaceChildren(controlOf(found, (value) => this.send(value)));
    setText(this.place, found.place);
  }

  async send(value) {
    const before = this.found;
    const [section, key] = before.setting.split(' ');
    // What no file says comes back by taking the line away.
    const back = before.place ? [before.value] : [];
    await attempt(async () => {
      await this.write(section, key, [value]);
      offer(t('setting-saved', { name: nameOf(before.setting) }), () => this.write(section, key, back));
    });
    if (this.found === before) this.draw();
  }

  async write(section, key, value) {
    this.found = await post('settingset', section, key, ...value);
    this.draw();
    this.changed(this.found);
  }
}

// What was changed and does not count yet: it stays when the view is left.
const due = new Due();
on('restarted', () => due.restarted());

export function household(may) {
  if (!may.has('settingset')) return null;
  const content = h('div', { class: 'settings' });
  const wanted = h('p', { role: 'status' });
  const restart = button('restart', t('restart'), async () => {
    if (await confirm(t('restart-question'), t('restart-hint'), t('restart'))) await attempt(() => post('restart'));
  });
  const later = h('div', { class: 'setting-later', hidden: true }, wanted, restart);
  const show = () => {
    const waiting = due.atRestart();
    later.hidden = waiting.length === 0;
    setText(wanted, later.hidden ? '' : t('setting-later', { name: waiting.map(nameOf).join(', ') }));
  };
  const changed = (found, before) => {
    due.change(found, before);
    show();
  };
  async function fill() {
    const all = new Map((await post('settings')).map((found) => [found.setting, found]));
    content.replaceChildren(...groups.map(([name, settings]) => h('section', {}, h('h3', {}, t(name)),
      ...settings.filter((setting) => all.has(setting)).map((setting) => new SettingRow(all.get(setting), changed).node))));
    show();
  }
  return { node: card('settings', t('settings'), content, later), fill, events: ['restarted'] };
}
