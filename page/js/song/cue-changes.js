// Changes of the cues of a song, each with its way back.

import { post } from '../api.js';
import { attempt, offer } from '../bar.js';
import { t } from '../texts.js';
import { precise } from './cue-time.js';
import { cueName } from './marks.js';

const valuesOf = (cue) => ['end', 'type', 'name', 'colour'].flatMap((key) => (cue[key] === undefined ? [] : [key, cue[key]]));

export class CueChanges {
  // `length` is that of the song in seconds.
  constructor(file, length) {
    this.file = file;
    this.length = length;
  }

  // A place inside of the song.
  limited(wanted) {
    return Math.max(0, Math.min(this.length - 0.01, wanted));
  }

  edit(cue, pairs) {
    return attempt(() => post('cueedit', this.file, cue.cue, ...pairs));
  }

  remove(cue) {
    return attempt(async () => {
      await post('cuerm', this.file, cue.cue);
      offer(t('cue-removed', { name: cueName(cue) }), () => post('cueadd', this.file, cue.time, ...valuesOf(cue)));
    });
  }

  add(wanted) {
    return attempt(async () => {
      const { cue } = await post('cueadd', this.file, this.limited(wanted).toFixed(3));
      offer(t('cue-added', { place: precise(wanted) }), () => post('cuerm', this.file, cue));
      return cue;
    });
  }

  // Moves a cue with its end, or its end alone.
  move(cue, wanted, isEnd) {
    const { file, length } = this;
    const former = isEnd ? ['end', cue.end] : ['time', cue.time, ...cue.end === undefined ? [] : ['end', cue.end]];
    const span = cue.end === undefined ? 0 : cue.end - cue.time;
    const start = Math.max(0, Math.min(length - 0.01 - span, wanted));
    const pairs = isEnd ? ['end', Math.max(cue.time + 0.1, Math.min(length, wanted)).toFixed(3)]
      : ['time', start.toFixed(3), ...span ? ['end', (start + span).toFixed(3)] : []];
    return attempt(async () => {
      await post('cueedit', file, cue.cue, ...pairs);
      offer(t('cue-moved', { name: cueName(cue), place: precise(Number(pairs[1])) }),
        () => post('cueedit', file, cue.cue, ...former));
    });
  }
}
