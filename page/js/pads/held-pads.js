// What is pressed down: by a pointer or a key, its pad with the answer to its press. A pad of the mode `hold` ends with its
// finger or key; its press is answered before.

import { last, post } from '../api.js';
import { attempt } from '../bar.js';
import { press } from './press.js';

const release = (pad) => attempt(() => post('padstop', pad.id));

export class HeldPads {
  constructor() {
    this.held = new Map();
    this.ends = [
      [document, 'pointerup', (event) => this.up(event.pointerId)],
      [document, 'pointercancel', (event) => this.up(event.pointerId)],
      [document, 'keyup', (event) => this.up(event.key)], [window, 'blur', () => this.allUp()],
      [window, 'pagehide', () => this.leave()],
    ];
    for (const [target, name, listener] of this.ends) target.addEventListener(name, listener);
  }

  down(by, pad) {
    this.held.set(by, { pad, answer: press(pad) });
  }

  up(by) {
    const { pad, answer } = this.held.get(by) ?? {};
    this.held.delete(by);
    if (pad?.mode === 'hold') answer.then(() => release(pad));
  }

  allUp() {
    for (const by of [...this.held.keys()]) this.up(by);
  }

  // There is no time for answers.
  leave() {
    for (const { pad } of this.held.values()) if (pad.mode === 'hold') last('padstop', pad.id).catch(() => {});
    this.held.clear();
  }

  end() {
    this.allUp();
    for (const [target, name, listener] of this.ends) target.removeEventListener(name, listener);
  }
}
