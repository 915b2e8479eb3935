// The press of a pad, which a visitor may have to be allowed.

import { post } from '../api.js';
import { attempt } from '../bar.js';
import { refused } from '../songs/queueing.js';
import { may } from '../store.js';

export const press = async (pad) => (may('player') ? attempt(() => post('pad', pad.id)) : refused());
