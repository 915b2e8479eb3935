// Recording with the microphone of this phone or computer, which browsers allow by HTTPS alone. It becomes a file on a stick.

import { get } from '../api.js';
import { isSecure } from '../app.js';
import { addFiles } from '../add/sending.js';
import { attempt, notify } from '../bar.js';
import { h, icon, label, setText } from '../dom.js';
import { may } from '../store.js';
import { t, time } from '../texts.js';
import { lowest, meter } from './meter.js';
import { wavOf } from './wav.js';

const folder = 'Recordings';
// At 48 kHz some 58 MB.
const mostSeconds = 600;
const decibels = (level) => (level > 0 ? Math.max(lowest, 20 * Math.log10(level)) : lowest);

// The time here, as 2026-05-01 20.15.07.
const nameOf = (now) => `${new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 19).replace('T', ' ')
  .replaceAll(':', '.')}.wav`;

export const canRecord = () => isSecure && Boolean(navigator.mediaDevices?.getUserMedia) && may('control');

export class OwnMicrophone {
  constructor() {
    this.running = null;
    this.level = meter();
    this.clock = h('p', { class: 'record-clock', role: 'timer', hidden: true });
    this.level.node.hidden = true;
    this.button = h('button', { type: 'button', class: 'chip', onclick: () => this.toggle() }, icon('mic'), h('span', {}));
    this.node = h('section', { class: 'take', 'aria-labelledby': 'own-microphone' },
      h('h2', { id: 'own-microphone' }, t('own-microphone')), h('p', { class: 'muted' }, t('own-microphone-hint')),
      this.level.node, this.clock, h('div', { class: 'chips' }, this.button));
    this.draw();
  }

  draw() {
    const isOn = Boolean(this.running);
    this.clock.hidden = this.level.node.hidden = !isOn;
    setText(this.button.lastChild, t(isOn ? 'record-stop' : 'record-start'));
    label(this.button, t(isOn ? 'record-stop' : 'record-start'));
  }

  toggle() {
    return attempt(() => (this.running ? this.keep() : this.start()));
  }

  async start() {
    let stream;
    try {
      // As it sounds: without what calls need.
      stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false,
        autoGainControl: false } });
    } catch {
      notify(t('own-microphone-refused'));
      return;
    }
    const context = new AudioContext();
    const running = this.running = { stream, context, blocks: [], frames: 0 };
    await context.audioWorklet.addModule(new URL('samples.js', import.meta.url));
    const node = new AudioWorkletNode(context, 'samples', { channelCount: 1, channelCountMode: 'explicit', numberOfOutputs: 0 });
    node.port.onmessage = ({ data }) => this.take(running, data);
    context.createMediaStreamSource(stream).connect(node);
    this.draw();
  }

  take(running, block) {
    if (this.running !== running) return;
    const before = running.frames;
    running.blocks.push(block);
    running.frames += block.length;
    const tenth = (frames) => Math.floor(frames / running.context.sampleRate * 10);
    if (tenth(before) === tenth(running.frames)) return;
    const peak = block.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const square = block.reduce((sum, sample) => sum + sample * sample, 0) / block.length;
    this.level.show(decibels(peak), decibels(Math.sqrt(square)));
    const seconds = running.frames / running.context.sampleRate;
    setText(this.clock, t('position-of', { place: time(seconds), length: time(mostSeconds) }));
    if (seconds >= mostSeconds) this.toggle();
  }

  stop() {
    const { running } = this;
    this.running = null;
    running?.stream.getTracks().forEach((track) => track.stop());
    running?.context.close();
    this.draw();
    return running;
  }

  async keep() {
    const { blocks, context: { sampleRate } } = this.stop();
    if (blocks.length === 0) return;
    const stick = (await get(['volumes'])).find((one) => one.volume && one.read_only !== '1');
    if (!stick) {
      notify(t('no-stick-to-add'));
      return;
    }
    const path = `${folder}/${nameOf(new Date())}`;
    addFiles([{ file: new File([wavOf(blocks, sampleRate)], path), volume: stick.volume, path }]);
    notify(t('own-microphone-sent', { name: path }));
  }

  // The view is left.
  end() {
    this.stop();
  }
}
