// The settings of one pad as the page shows them, and how they are sent: one change is on its way at a time, the last wish
// of each key wins.

import { post } from '../api.js';
import { complain, reason } from '../bar.js';
import { h, setText } from '../dom.js';

const plain = {
  folder: '', boost: '1', speed: '1', loops: '0', bass: '0', mid: '0', treble: '0', colour: '', favourite: '0', start: '0',
  end: '', delay: '0',
  group: '', duck: '0',
};
const pauseMilliseconds = 150;

export class PadSettings {
  constructor(id) {
    this.id = id;
    this.pad = { ...plain, id };
    this.folders = [];              // of all pads
    this.note = h('p', { class: 'pad-note muted', role: 'status' });
    this.updates = [];              // what is drawn again with each change
    this.wanted = new Map();
    this.sending = false;
    this.timer = 0;
  }

  on(update) {
    this.updates.push(update);
  }

  update() {
    this.updates.forEach((update) => update());
  }

  // What is on its way to the jukebox is newer than its answer.
  show(found) {
    this.pad = { ...plain, ...found, ...Object.fromEntries(this.wanted) };
  }

  say(text) {
    setText(this.note, text);
  }

  fail(problem) {
    if (!problem.key) complain(problem);
    this.say(reason(problem));
  }

  async change(values) {
    for (const [key, value] of Object.entries(values)) this.wanted.set(key, String(value));
    Object.assign(this.pad, values, 'name' in values && { pad: values.name });
    this.update();
    if (this.sending) return;
    this.sending = true;
    while (this.wanted.size) {
      const pairs = [...this.wanted].flat();
      this.wanted.clear();
      try {
        await post('padset', this.id, ...pairs);
        this.say('');
      } catch (problem) {
        this.fail(problem);
      }
      await new Promise((done) => { this.timer = setTimeout(done, pauseMilliseconds); });
    }
    this.sending = false;
  }

  end() {
    clearTimeout(this.timer);
  }
}
