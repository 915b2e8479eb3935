// What this visitor may do, by the jukebox itself: the names of the commands that it does not refuse.

import { post } from './api.js';
import { on } from './store.js';

let names = null;
on('role', () => { names = null; });

export function allowed() {
  return names ??= post('commands').then((answer) => new Set([answer].flat().flatMap(({ command }) => command)), (problem) => {
    names = null;
    throw problem;
  });
}

// Ends the rights of the password.
export async function leave() {
  await fetch('/login', { method: 'DELETE' });
  location.reload();
}
