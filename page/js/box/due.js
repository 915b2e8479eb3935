// Settings whose change does not count yet: those of the jukebox until it starts again, and those of its page.

const isOfPage = (setting) => setting.startsWith('web ');

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
    for (const setting of this.atRestart()) this.former.delete(setting);
  }

  atRestart() {
    return [...this.former.keys()].filter((setting) => !isOfPage(setting));
  }

  ofPage() {
    return [...this.former.keys()].filter(isOfPage);
  }
}
