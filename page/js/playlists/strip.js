// Waveforms of entries: a strip with the part that plays, and the crossfades at its ends.

import { waveform } from '../api.js';

const waves = new Map();
const most = 400;

// Peaks from 0 to 1; null where there is no analysis.
export function peaks(file, points) {
  const key = `${points} ${file}`;
  if (!waves.has(key)) {
    if (waves.size >= most) waves.delete(waves.keys().next().value);
    waves.set(key, waveform(file, points).then((data) => data && Array.from({ length: data.length / 6 }, (_, at) =>
      Math.max(data[6 * at], data[6 * at + 1], data[6 * at + 2]) / 255), () => {
      waves.delete(key);
      return null;
    }));
  }
  return waves.get(key);
}

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

// How loud a place is, from 0 to 1: it comes in over the crossfade before it, and goes out over its own.
const envelope = (at, { start, end, fadeIn, fadeOut }) => {
  if (at < start || at > end) return 0;
  return Math.min(1, fadeIn ? (at - start) / fadeIn : 1, fadeOut ? (end - at) / fadeOut : 1);
};

// `part`: start, end, fadeIn, fadeOut and length in seconds.
export function draw(canvas, values, part) {
  const scale = Math.min(2, devicePixelRatio || 1);
  const { clientWidth, clientHeight } = canvas;
  if (!clientWidth) return;
  canvas.width = Math.round(clientWidth * scale);
  canvas.height = Math.round(clientHeight * scale);
  const context = canvas.getContext('2d');
  const bars = Math.max(20, Math.floor(clientWidth / 3));
  const pitch = canvas.width / bars;
  const middle = canvas.height / 2;
  const loudest = values ? Math.max(0.05, ...values) : 1;
  const [rest, played] = [colour('--wave-bass'), colour('--accent')];
  for (let bar = 0; bar < bars; bar += 1) {
    const peak = values ? Math.max(...values.slice(Math.floor(bar * values.length / bars),
      Math.max(1, Math.ceil((bar + 1) * values.length / bars)))) / loudest : 0;
    const at = (bar + 0.5) / bars * part.length;
    const height = Math.max(1, peak * (middle - 1));
    const loud = envelope(at, part);
    const line = (value, fill) => {
      context.fillStyle = fill;
      context.fillRect(bar * pitch + pitch * 0.15, middle - value, pitch * 0.7, value * 2);
    };
    if (loud < 1) line(height, rest);
    if (loud > 0) line(Math.max(1, height * loud), played);
  }
}
