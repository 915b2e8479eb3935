// Settings whose change does not count until the jukebox starts again.

export class Due {
  constructor() {
    this.former = new Map();      // the value that still counts, by setting
  }

  // One that goes back to the value that counts waits for nothing.
  change({ setting, value, effect }, before) {
    if (effect === 'now') return;
    if (!this.former.has(setting)) this.former.set(setting, before.value);
    if (this.former.get(setting) === value) this.former.delete(setting);
  }

  restarted() {
    this.former.clear();
  }

  atRestart() {
    return [...this.former.keys()];
  }
}
