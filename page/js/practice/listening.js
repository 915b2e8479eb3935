// The microphone of the box while somebody tunes: it is closed whichever way the view ends.

import { get, last, post } from '../api.js';

// Tones change up to 40 times a second and are no events of the page: they are asked while somebody sees them. Without an
// answer it is asked more slowly, and stays wanted: so the end closes the microphone.
const [askMilliseconds, againMilliseconds] = [100, 1000];

export class Listening {
  // `changed` is called when it begins or ends, with a message where the jukebox ended it; `heard` with each answer.
  constructor({ changed, heard }) {
    Object.assign(this, { changed, heard, isOn: false, isAsked: false, timer: 0, turn: 0 });
  }

  async start() {
    const mine = this.turn += 1;
    this.isAsked = true;
    await post('listen', 'start').finally(() => { if (mine === this.turn) this.isAsked = false; });
    // The view was left meanwhile.
    if (mine !== this.turn) return this.close();
    this.set(true);
    return this.ask(mine);
  }

  async ask(mine) {
    const [answer] = await get(['listen']).catch(() => []);
    if (mine !== this.turn) return;
    if (answer?.state === 'off') this.set(false, answer.message);
    else {
      if (answer) this.heard(answer);
      this.timer = setTimeout(() => this.ask(mine), answer ? askMilliseconds : againMilliseconds);
    }
  }

  set(isOn, message) {
    this.isOn = isOn;
    this.changed(isOn, message);
  }

  // Also while the page goes away.
  close() {
    return last('listen', 'stop').catch(() => {});
  }

  end() {
    const isOpen = this.isOn || this.isAsked;
    this.turn += 1;
    clearTimeout(this.timer);
    this.isAsked = false;
    if (this.isOn) this.set(false);
    return isOpen ? this.close() : Promise.resolve();
  }
}
