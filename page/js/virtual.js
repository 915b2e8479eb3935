// A list or grid of any length with only those items in the page that can be seen, and a few beside them.

import { h } from './dom.js';

const gap = 16;
// Milliseconds of drawing at once: an old phone takes a finger's movement between two parts.
const longestDraw = 3;

export class VirtualList {
  // scroller: the element that scrolls. height: of a row, or a function of an item's width. heights(index): of rows that
  // differ, in its place. minimum: the least width of an item of a grid, or a function of that of the grid; without it one
  // item is a row. item(index, node):
  // the content of an item, or null for an empty place. key(index): while it is the same, the item needs no new drawing.
  // songs(from, to): the songs of these places, or a promise of them, for a selection.
  constructor({ scroller, name, height, heights, minimum, item, key, seen, songs }) {
    Object.assign(this, { scroller, height, heights, minimum, item, key, seen });
    this.count = 0;
    this.items = new Map();
    this.element = h('ul', { class: minimum ? 'virtual grid' : 'virtual', 'aria-label': name, role: 'list' });
    this.element.list = this;
    this.songs = songs;
    this.element.addEventListener('keydown', (event) => this.walk(event));
    this.scrolled = () => this.draw();
    this.element.addEventListener('focusout', this.scrolled);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this.element);
    scroller.addEventListener('scroll', this.scrolled, { passive: true });
  }

  end() {
    this.observer.disconnect();
    this.scroller.removeEventListener('scroll', this.scrolled);
    clearTimeout(this.rest);
  }

  measure() {
    const { clientWidth } = this.element;
    if (!clientWidth) return;
    const { minimum } = this;
    const least = typeof minimum === 'function' ? minimum(clientWidth) : minimum;
    this.columns = minimum ? Math.max(2, Math.floor((clientWidth + gap) / (least + gap))) : 1;
    this.width = (clientWidth - (this.columns - 1) * gap) / this.columns;
    this.row = typeof this.height === 'function' ? this.height(this.width) : this.height;
    if (this.heights) {
      this.tops = [0];
      for (let index = 0; index < this.count; index += 1) this.tops.push(this.tops[index] + this.heights(index));
      this.row = this.tops.at(-1) / this.count || 1;
    }
    this.element.style.height = `${this.top(Math.ceil(this.count / this.columns) * this.columns)}px`;
    const shape = `${this.width} ${this.row}`;
    if (shape !== this.shape) this.refresh(true);
    else this.refresh();
    this.shape = shape;
  }

  // Where an item begins, in pixels.
  top(index) {
    return this.tops ? this.tops[Math.min(index, this.count)] : Math.floor(index / this.columns) * this.row;
  }

  // The row at a place in pixels, from 0.
  rowAt(pixels) {
    if (!this.tops) return Math.floor(pixels / this.row);
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tops[middle + 1] <= pixels) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  show(count) {
    this.count = count;
    this.measure();
  }

  // Draws the visible items again that changed, or all; the focus stays at its item and control.
  refresh(all = false) {
    const active = document.activeElement;
    let place = null;
    this.busy = true;
    for (const [index, node] of this.items) {
      // A row in somebody's hand is drawn again when it is let go.
      if (node.dataset.held) continue;
      if (!all && index < this.count && node.key !== undefined && node.key === this.key?.(index)) continue;
      if (node.contains(active)) place = [index, [...node.querySelectorAll('a, button')].indexOf(active)];
      node.remove();
      this.items.delete(index);
    }
    this.busy = false;
    this.draw(place !== null);
    if (place) this.focus(...place);
  }

  // `whole`: all at once, for an item that gets the focus.
  draw(whole = false) {
    clearTimeout(this.rest);
    if (this.busy || !this.row || !this.element.isConnected) return;
    const top = this.scroller.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
    const over = this.minimum ? 1 : 3;
    const first = Math.max(0, this.rowAt(Math.max(0, top)) - over) * this.columns;
    const last = Math.min(this.count, (this.rowAt(Math.max(0, top + this.scroller.clientHeight)) + 1 + over) * this.columns);
    for (const [index, node] of this.items) {
      if ((index < first || index >= last) && !node.contains(document.activeElement) && !node.dataset.held) {
        node.remove();
        this.items.delete(index);
      }
    }
    this.seen?.(first, last);
    const end = whole ? Infinity : performance.now() + longestDraw;
    for (let index = first; index < last; index += 1) {
      if (this.items.has(index)) continue;
      if (performance.now() > end) {
        // A task of its own: the next frame may be this one, after its scroll event.
        this.rest = setTimeout(this.scrolled);
        return;
      }
      const node = h('li', { 'aria-setsize': this.count, 'aria-posinset': index + 1 });
      const content = this.item(index, node);
      if (content) {
        node.append(...[content].flat());
        node.key = this.key?.(index);
      } else {
        node.className = 'waiting';
      }
      Object.assign(node.style, {
        width: `${this.width}px`, height: `${this.heights?.(index) ?? this.row}px`,
        transform: `translate(${(index % this.columns) * (this.width + gap)}px, ${this.top(index)}px)`,
      });
      // The order in the page is that of the list.
      const after = [...this.items.keys()].reduce((least, other) => (other > index && other < least ? other : least), Infinity);
      this.items.set(index, node);
      this.element.insertBefore(node, this.items.get(after) ?? null);
    }
  }

  scrollTo(index, block = 'start', whole = false) {
    const shift = this.element.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
    const place = this.row ? this.top(index) : 0;
    const room = block === 'center' ? (this.scroller.clientHeight - this.row) / 2 : 0;
    this.scroller.scrollTop += shift + place - room;
    this.draw(whole);
  }

  focus(index, control = 0) {
    if (index < 0 || index >= this.count) return;
    if (!this.items.has(index)) this.scrollTo(index, 'center', true);
    const controls = this.items.get(index)?.querySelectorAll('a, button') ?? [];
    (controls[control] ?? controls[0])?.focus();
    this.items.get(index)?.scrollIntoView({ block: 'nearest' });
  }

  indexOf(element) {
    for (const [index, node] of this.items) if (node.contains(element)) return index;
    return -1;
  }

  walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: this.columns, ArrowUp: -this.columns, Home: -Infinity, End: Infinity }[event.key]
      ?? (this.columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined);
    if (!step) return;
    const from = this.indexOf(document.activeElement);
    if (from < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const control = [...this.items.get(from).querySelectorAll('a, button')].indexOf(document.activeElement);
    this.focus(Math.min(this.count - 1, Math.max(0, from + step)), control);
  }
}

// Items that are asked in windows of 100 when they are seen. `ask(start, end)` gives an array.
export class Windows {
  constructor(ask, arrived) {
    Object.assign(this, { ask, arrived });
    this.items = [];
    this.asked = new Set();
    this.version = 0;
  }

  // What is known stays until the new answer is there.
  stale() {
    this.asked.clear();
    this.version += 1;
  }

  at(index) {
    return this.items[index] ?? null;
  }

  // An item goes to another place at once: answers that are under way are of the time before.
  move(from, to) {
    const [taken] = this.items.splice(from, 1);
    this.items.splice(to, 0, taken);
    this.version += 1;
  }

  want(first, last) {
    for (let part = Math.floor(first / 100); part * 100 < last; part += 1) {
      if (this.asked.has(part)) continue;
      this.asked.add(part);
      const { version } = this;
      this.ask(part * 100, part * 100 + 100).then((answer) => {
        if (version !== this.version) return;
        answer.forEach((item, at) => { this.items[part * 100 + at] = item; });
        this.arrived();
      }, () => this.asked.delete(part));
    }
  }
}
