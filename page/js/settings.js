// The theme of this phone or computer, and the password.

import { login } from './api.js';
import { attempt } from './bar.js';
import { styled } from './dom.js';
import { ask } from './menu.js';
import { emit } from './store.js';
import { t } from './texts.js';

const light = document.getElementById('light');

export function applyTheme() {
  light.media = { light: 'all', dark: 'not all' }[localStorage.theme] ?? '(prefers-color-scheme: light)';
  document.body.classList.toggle('with-marks', localStorage.marks === 'on');
  emit('theme');
}
matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => emit('theme'));

// The style sheet for colours of the system: few need it.
const forced = matchMedia('(forced-colors: active)');
const adapt = () => {
  if (forced.matches) styled({ styles: ['forced'] }).then(() => emit('theme'), () => {});
};
forced.addEventListener('change', adapt);
adapt();

// Loads the page again with the rights of the password.
export async function enter() {
  const password = await ask(t('password'), '', t('enter'), 'password');
  if (!password) return;
  await attempt(async () => {
    try {
      await login(password);
    } catch (problem) {
      // After five wrong ones, also of the right one: `about` is the time to wait in seconds.
      if (problem.key === 'too-many') Object.assign(problem, { key: 'too-many-passwords', about: problem.about || 60 });
      throw problem;
    }
    location.reload();
  });
}
