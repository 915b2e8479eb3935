// The lyrics of a song: the line of the moment stands out and stays in the middle, a tap on a line goes there.

import { get, isStream } from '../api.js';
import { h, iconButton, label } from '../dom.js';
import { everyTick, seek } from '../player/player.js';
import { may, on, position, store } from '../store.js';
import { t } from '../texts.js';
import { groupEnd, lineAt } from './lyrics-lines.js';

export const styles = ['lyrics'];

// A line is a little earlier than it is sung, so that it can be read.
const leadSeconds = 0.2;
// Who scrolls by hand reads on; then the lines move again.
const readingMilliseconds = 4000;

// The lines of a song; none where it has no lyrics.
export async function lyricsOf(file) {
  const lines = await get(['lyrics', file]) ?? [];
  return lines.map(({ line, time }) => ({ text: line, time: time === undefined ? null : Number(time) }));
}

// The lines as a list. `go` gets the seconds of a line that is tapped.
export class LyricsList {
  constructor(lines, go) {
    this.timed = lines.some(({ time }) => time !== null);
    this.lines = lines;
    this.first = -1;
    this.read = -Infinity;           // when somebody scrolled by hand
    const canGo = this.timed && may('player');
    const choose = (time) => {
      this.read = -Infinity;
      go(time);
    };
    this.items = lines.map(({ text, time }) => {
      if (!text) return h('p', { class: 'lyric pause', 'aria-hidden': 'true' }, this.timed ? '♪' : ' ');
      return canGo
        ? h('button', { type: 'button', class: 'lyric', tabindex: '-1', onclick: () => choose(time) }, h('bdi', {}, text))
        : h('p', { class: 'lyric' }, h('bdi', {}, text));
    });
    const held = () => { this.read = performance.now(); };
    this.node = h('div', { class: `lyrics${this.timed ? ' timed' : ''}`, tabindex: '0', role: 'group', 'aria-label': t('lyrics'),
      onwheel: held, ontouchmove: held, onkeydown: (event) => this.key(event, held) }, ...this.items);
  }

  // The arrow keys walk along the lines.
  key(event, held) {
    const buttons = this.items.filter((item) => item.localName === 'button');
    const at = buttons.indexOf(document.activeElement);
    const from = at < 0 ? buttons.indexOf(this.items[this.first]) : at;
    const to = { ArrowDown: from + 1, ArrowUp: Math.max(0, from - 1), Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || !buttons[to]) return;
    event.preventDefault();
    held();
    buttons[to].focus();
  }

  // The line of the moment; none before the first one, or of another song.
  tick(seconds) {
    if (!this.timed) return;
    const first = lineAt(this.lines, seconds + leadSeconds);
    if (first === this.first) return;
    const end = groupEnd(this.lines, first);
    this.items.forEach((item, at) => {
      if (first >= 0 && at >= first && at < end) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    });
    this.first = first;
    if (performance.now() - this.read > readingMilliseconds) this.follow();
  }

  follow(isSudden = false) {
    const { node } = this;
    const item = this.items[Math.max(0, this.first)];
    const top = item.offsetTop - (node.clientHeight - item.offsetHeight) * 0.42;
    node.scrollTo({ top: this.first < 0 ? 0 : top, behavior: isSudden ? 'instant' : 'auto' });
  }
}

// The lyrics of the song that plays, in the place of its cover, and the button that shows them. Songs without have no button.
export class NowLyrics {
  constructor(room) {
    this.room = room;
    this.file = null;
    this.list = null;
    this.button = iconButton('lyrics', t('lyrics'), () => this.choose(!this.isShown()),
      { class: 'icon-button lyrics-button', 'aria-pressed': 'false' });
    everyTick(() => this.tick());
    on('role', () => { if (this.file) this.show(this.file); });
  }

  isShown() {
    return localStorage.lyrics === '1';
  }

  choose(isWanted) {
    localStorage.lyrics = isWanted ? '1' : '';
    this.update();
  }

  clear() {
    this.file = this.list = null;
    this.room.classList.remove('sung');
    this.room.querySelectorAll('.lyrics, .lyrics-button').forEach((node) => node.remove());
  }

  async show(file) {
    this.clear();
    if (isStream(file)) return;
    this.file = file;
    const lines = await lyricsOf(file).catch(() => []);
    // The same song may have been asked for twice.
    if (this.file !== file || this.list || !lines.length) return;
    this.list = new LyricsList(lines, (seconds) => seek(seconds));
    this.room.append(this.list.node, this.button);
    this.update();
  }

  update() {
    const isShown = this.isShown();
    this.room.classList.toggle('sung', isShown);
    this.list.node.hidden = !isShown;
    this.button.setAttribute('aria-pressed', String(isShown));
    label(this.button, t(isShown ? 'lyrics-hide' : 'lyrics'));
    if (!isShown) return;
    this.tick();
    this.list.follow(true);
  }

  tick() {
    if (this.list && !this.list.node.hidden && store.song?.file === this.file) this.list.tick(position());
  }
}
