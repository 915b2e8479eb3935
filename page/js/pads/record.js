// Recording from the microphone of the box: the meter, the take, and what becomes of it.

import { goBack } from '../address.js';
import { batch, post } from '../api.js';
import { attempt, complain } from '../bar.js';
import { confirm } from '../confirm.js';
import { h, iconButton, setText } from '../dom.js';
import { allowed, holds, locked } from '../rights.js';
import { on } from '../store.js';
import { t, time, trouble } from '../texts.js';
import { lowest, meter } from './meter.js';
import { canRecord, OwnMicrophone } from './own-microphone.js';
import { Take } from './take.js';

export const styles = ['box'];
export const texts = true;

const tenths = (seconds) => `${time(seconds)}.${Math.floor((Number(seconds) || 0) * 10) % 10}`;

class RecordView {
  constructor() {
    this.status = {};
    this.timer = 0;
    this.stream = null;
    this.ended = false;
    this.level = meter();
    this.take = new Take();
    this.own = canRecord() ? new OwnMicrophone() : null;
    this.clock = h('p', { class: 'record-clock', role: 'timer' });
    this.state = h('p', { class: 'record-state muted', role: 'status' });
    this.message = h('p', { class: 'danger', role: 'alert', hidden: true });
    this.main = h('button',
      { type: 'button', class: 'record-button', 'aria-label': t('record-start'), onclick: () => this.toggle() }, h('span', {}));
    this.limit = h('select', { class: 'select', 'aria-label': t('record-limit') }, ...[30, 60, 300, 600].map((seconds) =>
      h('option', { value: seconds }, t('at-most', { text: time(seconds) }))));
    this.content = h('div', { class: 'record' });
    this.node = h('div', { class: 'page' },
      h('header', { class: 'title-row' }, iconButton('back', t('back'), () => goBack('#pads')),
      h('h1', { tabindex: '-1', class: 'page-title' }, t('record'))), this.content);
    this.off = on('role', () => this.build());
    this.seen = () => { if (this.main.isConnected) this.follow(); };
    document.addEventListener('visibilitychange', this.seen);
    this.build();
  }

  draw() {
    const { clock, main, message, status } = this;
    const recording = status.state === 'recording';
    main.classList.toggle('recording', recording);
    main.setAttribute('aria-label', t(recording ? 'record-stop' : 'record-start'));
    main.title = main.getAttribute('aria-label');
    setText(clock, recording ? t('position-of', { place: tenths(status.elapsed), length: time(status.limit) })
      : tenths(status.state === 'take' ? status.elapsed : 0));
    setText(this.state, t(`record-${status.state ?? 'none'}`));
    if (recording) this.level.show(Number(status.peak ?? lowest), Number(status.rms ?? lowest));
    else this.level.show();
    message.hidden = !status.message;
    setText(message, trouble(status.message, status.message_key) ?? '');
    this.limit.hidden = recording;
    this.take.show(status);
  }

  // Levels come ten times a second, so only this view asks for them.
  follow() {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = null;
    if (document.hidden || this.ended) return;
    const stream = this.stream = new EventSource('/events?record');
    stream.addEventListener('record', ({ data }) => {
      this.status = JSON.parse(data);
      this.draw();
    });
    // A lost connection comes back by itself, a refused one does not.
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) this.timer = setTimeout(() => this.follow(), 2000);
    };
  }

  async toggle() {
    const { main, status } = this;
    if (status.state === 'recording') {
      await attempt(() => post('record', 'stop'));
      return;
    }
    if (status.state === 'take' && !await confirm(t('replace-question'), t('replace-hint'), t('record-start'))) return;
    main.disabled = true;
    const name = this.take.name.value.trim();
    const words = name && this.status.state !== 'take' ? [name] : [];
    await attempt(() => post('record', 'start', ...words, 'seconds', this.limit.value));
    main.disabled = false;
  }

  async build() {
    try {
      const may = await allowed();
      if (this.ended) return;
      if (!holds(may, 'admin')) {
        this.content.replaceChildren(this.own?.node ?? '', locked(t('record-needs')));
        return;
      }
      const [folders] = await batch([['padfolders']]);
      this.take.offer(folders.map((row) => row.folder));
      this.content.replaceChildren(h('p', { class: 'muted' }, t('record-hint')), this.level.node, this.clock, this.state,
        this.message,
        h('div', { class: 'record-row' }, this.main), h('div', { class: 'record-row' }, this.limit), this.take.node,
        this.own?.node ?? '');
      this.follow();
    } catch (problem) {
      complain(problem);
    }
  }

  end() {
    this.ended = true;
    this.own?.end();
    document.removeEventListener('visibilitychange', this.seen);
    this.follow();
    this.off();
  }
}

export const recordView = () => new RecordView();
