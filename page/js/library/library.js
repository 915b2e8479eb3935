// The library: the search and the parts of the library, each in a module of its own.

import { link } from '../address.js';
import { complain } from '../bar.js';
import { h, icon, styled } from '../dom.js';
import { menu } from '../menu.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';
import { albums } from './albums.js';
import { folder } from './folders.js';
import { artistGroups, genreGroups, yearGroups } from './groups.js';
import { favourites, recent } from './personal.js';
import { SearchResults } from './search.js';
import { keyGroups, tempoGroups } from './sounds.js';

export const styles = ['library'];
export const texts = true;

// A part whose module comes when it is wanted.
const late = (file, name) => async (scroller) => (await import(file).then(styled))[name](scroller);

// What people want most comes first.
const parts = {
  albums, artists: artistGroups, new: recent, favourites, listened: late('./listened.js', 'listened'),
  stations: late('../radio/stations.js', 'stations'), podcasts: late('../podcasts/podcasts.js', 'podcasts'),
  genres: genreGroups, years: yearGroups, folders: folder, tempo: tempoGroups, key: keyGroups,
};
const kinds = Object.keys(parts);
const icons = { listened: 'history', stations: 'radio', podcasts: 'podcast', genres: 'tag', years: 'cue',
  folders: 'folder', tempo: 'speed', key: 'music' };
// So many are seen at once on a phone; the others are in a menu.
const seenFirst = 4;

// Scans that run, with their progress.
function scanProgress(scans) {
  return scans.filter((entry) => entry.volume).map((entry) => {
    const examined = Number(entry.examined ?? 0);
    const expected = Number(entry.complete ? entry.found : entry.expected ?? 0);
    const text = t('scanning', { name: entry.volume, examined });
    return h('div', {}, h('span', {}, expected > examined ? t('scanning-of', { name: entry.volume, examined, expected }) : text),
      h('progress', { max: expected || undefined, value: expected ? Math.min(examined, expected) : undefined,
        'aria-label': text }));
  });
}

const searchField = () => h('input', {
  type: 'search', class: 'search-field', placeholder: t('search'), 'aria-label': t('search'), autocomplete: 'off',
  autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'search', 'aria-keyshortcuts': '/',
});

function partLinks(current) {
  const rest = kinds.slice(seenFirst);
  const more = h('button', { type: 'button', class: 'more-parts', 'aria-label': t('more-parts'), title: t('more-parts'),
    onclick: () => menu(t('more-parts'), rest.map((name) => ({
      icon: icons[name], text: t(name), pressed: name === current || undefined,
      action: () => { location.hash = link('library', name); },
    }))) }, icon('more'));
  return h('nav', { class: 'segments', 'aria-label': t('library-parts') }, ...kinds.map((name) =>
    h('a', { href: link('library', name), class: rest.includes(name) ? 'rest' : undefined,
      'aria-current': name === current ? 'page' : undefined }, t(name))), more);
}

class LibraryView {
  constructor(scroller, wanted) {
    this.scroller = scroller;
    this.kind = Object.hasOwn(parts, wanted) ? wanted : 'albums';
    this.part = null;
    this.ended = false;
    this.input = searchField();
    this.tabs = partLinks(this.kind);
    this.progress = h('div', { class: 'scan', role: 'status', hidden: true });
    this.content = h('div', { class: 'content' });
    this.found = h('div', { class: 'found', hidden: true });
    this.node = h('div', { class: 'page library' }, h('h1', { tabindex: '-1', class: 'unseen' }, t('library')),
      h('div', { class: 'search-row' }, h('label', { class: 'search' }, icon('search'), this.input), h('a', {
        class: 'icon-button', href: '#add', 'aria-label': t('add-music'), title: t('add-music'), 'data-needs': 'control',
      }, icon('upload'))), this.tabs, this.progress, this.content, this.found);
    this.results = new SearchResults(this.found, this.input);
    this.input.addEventListener('input', () => this.search());
    this.input.addEventListener('keydown', (event) => this.pressed(event));
    this.offs = [on('database', () => this.fill()), on('scan', () => this.scan())];
    this.scan();
    this.fill();
    this.input.value = history.state?.words ?? '';
    this.ready = this.input.value ? this.search() : undefined;
  }

  search() {
    const wanted = this.input.value.trim();
    this.found.hidden = !wanted;
    this.content.hidden = this.tabs.hidden = Boolean(wanted);
    const answered = this.results.search(wanted);
    if (!wanted) this.part?.drawn?.();
    // Back to this entry of the history brings the words back.
    if ((history.state?.words ?? '') !== wanted) history.replaceState(wanted ? { words: wanted } : null, '');
    return answered;
  }

  pressed(event) {
    if (event.key === 'Escape' && this.input.value) {
      event.preventDefault();
      this.input.value = '';
      this.search();
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.node.querySelector(['.found:not([hidden]) a', '.found:not([hidden]) button', '.content:not([hidden]) li a',
        '.content:not([hidden]) li button'].join(', '))?.focus();
    }
  }

  async fill() {
    this.part?.end?.();
    try {
      const next = await parts[this.kind](this.scroller);
      if (this.ended) return next.end?.();
      this.part = next;
      this.content.replaceChildren(...next.nodes);
      next.drawn?.();
    } catch (problem) {
      complain(problem);
    }
    return undefined;
  }

  scan() {
    const bars = scanProgress(store.scan);
    this.progress.hidden = bars.length === 0;
    this.progress.replaceChildren(...bars);
  }

  drawn() {
    this.tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    this.part?.drawn?.();
  }

  end() {
    this.ended = true;
    this.part?.end?.();
    this.results.end();
    this.offs.forEach((off) => off());
  }
}

export const libraryView = (scroller, wanted = 'albums') => new LibraryView(scroller, wanted);
