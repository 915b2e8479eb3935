// The player of a desk, under every view: the song, transport and waveform, the volume, and the queue at the side.

import { goBack } from '../address.js';
import { isStream } from '../api.js';
import { songCover } from '../cover.js';
import { h, iconButton, label, setIcon, setText } from '../dom.js';
import { QueueList } from '../queue/queue.js';
import { watchRightButton } from '../songs/context.js';
import { watchDrags } from '../songs/dragging.js';
import { songMenu } from '../songs/menus.js';
import { favourite } from '../songs/taste.js';
import { on, store } from '../store.js';
import { t } from '../texts.js';
import { SongNames } from './now.js';
import { transport } from './player.js';
import { step, volume } from './volume.js';
import { Wave } from './wave.js';

export const styles = ['desk'];
export const texts = true;

// From so many pixels on there is room for the queue beside each view.
const sideRoom = matchMedia('(min-width: 1200px)');

function song() {
  const picture = h('a', { class: 'desk-cover', href: '#now', 'aria-label': t('now'), title: t('now') });
  const names = new SongNames('p');
  const like = iconButton('heart', t('favourite'), () => favourite(store.song, store.favourite ? '0' : '1'),
    { 'data-needs': 'control' });
  const more = iconButton('more', t('more'), () => songMenu(store.song));
  let file = null;
  const update = () => {
    more.hidden = !store.song;
    like.hidden = !store.song || isStream(store.song.file);
    names.node.lastChild.hidden = !store.song;
    if (store.song) {
      names.show(store.song);
    } else {
      setText(names.title, t(store.status.ringing ? 'alarm-rings' : 'nothing-plays'));
      names.about.removeAttribute('href');
    }
    if (file === store.song?.file) return;
    file = store.song?.file;
    picture.replaceChildren(songCover(store.song, 320));
  };
  on('state', update);
  on('favourite', () => {
    like.setAttribute('aria-pressed', String(store.favourite));
    setIcon(like, 'heart', store.favourite);
    label(like, t(store.favourite ? 'favourite-remove' : 'favourite'));
  });
  update();
  return h('div', { class: 'desk-song' }, picture, names.node, like, more);
}

// The queue at the side, or as a view where there is no room for it.
function queueButton() {
  const button = iconButton('queue', t('queue'), () => {
    if (sideRoom.matches && document.body.dataset.view !== 'queue') {
      localStorage.side = localStorage.side === 'off' ? 'on' : 'off';
      show();
    } else if (document.body.dataset.view === 'queue') {
      goBack('#now');
    } else {
      location.hash = '#queue';
    }
  });
  const show = () => {
    const isOff = localStorage.side === 'off';
    document.body.classList.toggle('no-side', isOff);
    button.setAttribute('aria-pressed', String(sideRoom.matches && !isOff));
  };
  sideRoom.addEventListener('change', show);
  show();
  return button;
}

function loudness() {
  const box = volume();
  box.addEventListener('wheel', (event) => {
    event.preventDefault();
    step(event.deltaY < 0 ? 2 : -2);
  }, { passive: false });
  return box;
}

function sideQueue() {
  const scroller = h('div', { class: 'side-scroller' });
  document.getElementById('side').append(scroller);
  scroller.append(...new QueueList(scroller, 'h2').nodes);
}

let isThere = false;

export function begin() {
  if (isThere) return;
  isThere = true;
  sideQueue();
  watchDrags();
  watchRightButton();
  document.getElementById('mini').append(h('div', { class: 'desk', role: 'region', 'aria-label': t('player') },
    song(), h('div', { class: 'desk-middle' }, transport(), new Wave('').node), h('div', { class: 'desk-end' }, loudness(),
      queueButton())));
}
