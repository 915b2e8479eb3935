// The page as an app: how it is installed, and how a phone comes to trust this box.

import { install, isInstallable, isInstalled, isSecure, secureAddress } from '../app.js';
import { attempt } from '../bar.js';
import { h, icon } from '../dom.js';
import { store } from '../store.js';
import { t } from '../texts.js';
import { button, card, fixed, put } from './card.js';

const link = (name, text, more) => h('a', { class: 'chip', ...more }, icon(name), h('span', {}, text));

// What is done once at each phone or computer.
const steps = (system) => h('details', { class: 'box-keys' }, h('summary', {}, t(`trust-${system}`)),
  h('ol', { class: 'box-steps' }, ...t(`trust-${system}-steps`).split('|').map((step) => h('li', {}, step.trim()))));

function secure() {
  return isInstallable()
    ? [h('p', {}, t('app-can')), h('div', { class: 'chips' }, button('download', t('app-install'), () => attempt(install)))]
    : [h('p', {}, t('app-menu'))];
}

function insecure() {
  if (store.https === 'no') return [h('p', {}, t('app-needs-https')), fixed('web', 'tls = own')];
  const open = link('lock', t('app-open'), { href: secureAddress() });
  if (store.https === 'yes') return [h('p', {}, t('app-elsewhere')), h('div', { class: 'chips' }, open)];
  return [h('p', {}, t('app-trust')),
    h('div', { class: 'chips' }, link('download', t('app-certificate'), { href: '/ca.crt', download: 'jukebox-ca.crt' })),
    ...['iphone', 'android', 'computer'].map(steps),
    h('div', { class: 'chips' }, open)];
}

export function app() {
  if (isInstalled()) return null;
  const body = h('div', {});
  const fill = () => put(body, ...(isSecure ? secure() : insecure()));
  return { node: card('app', t('app'), body), fill, events: ['installable', 'role'] };
}
