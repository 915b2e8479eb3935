// What limits the music at this moment, by the state of the jukebox.

import { t } from '../texts.js';

const minutes = (seconds) => Math.ceil(Number(seconds) / 60);
// So many minutes before the end of the budget it is said while music plays.
const lastMinutes = 10;

// The most important line comes first.
export function limits({ quiet, budget, allowed, locked, closed }) {
  return [
    quiet && t('quiet-now', { text: quiet }),
    allowed && t('allowed-now', { n: minutes(allowed) }),
    closed === 'budget' && t('budget-over'),
    budget !== undefined && closed !== 'budget' && t('budget-rest', { n: minutes(budget) }),
    locked === '1' && t('locked-now'),
  ].filter(Boolean);
}

// What everybody should know of it: not that there is much left.
export const urgent = (status) => limits(minutes(status.budget ?? 0) > lastMinutes ? { ...status, budget: undefined } : status)[0];
