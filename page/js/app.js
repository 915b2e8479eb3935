// What browsers allow a page by HTTPS alone: to be installed, to open without a connection, to keep the screen on.

import { h } from './dom.js';
import { emit } from './store.js';

export const isSecure = window.isSecureContext;

// The address by HTTPS: at port 80 it has port 443, else both share the port.
export const secureAddress = () => Object.assign(new URL('/', location), { protocol: 'https:' }).href;
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;

// The prompt that the browser offers; null until then.
let prompt = null;
const tell = () => emit('installable');
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  prompt = event;
  tell();
});
addEventListener('appinstalled', () => {
  prompt = null;
  tell();
});
export const isInstallable = () => prompt !== null;
export async function install() {
  const event = prompt;
  prompt = null;
  await event?.prompt();
  tell();
}

// The icon of the home screen, which some browsers load with the page: after the first view.
export const offerIcon = () => document.head.append(
  h('link', { rel: 'apple-touch-icon', href: new URL('../icons/app-180.png', import.meta.url).href }));

// Trusted Types: the page makes this one script address, and no other.
export function startWorker() {
  if (!isSecure || !('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });
  const { serviceWorker } = navigator;
  serviceWorker.register(policy ? policy.createScriptURL('') : '/worker.js').catch(() => {});
  // What came before the worker.
  if (serviceWorker.controller) return;
  serviceWorker.ready.then(({ active }) => active.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)));
}

// The screen stays on until the returned function is called. The browser ends it for a page that is not seen.
export const canStayAwake = isSecure && 'wakeLock' in navigator;
export function stayAwake() {
  if (!canStayAwake) return () => {};
  let lock = null;
  let ended = false;
  const ask = async () => {
    if (ended || document.visibilityState !== 'visible') return;
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (ended) lock?.release();
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    lock?.release();
  };
}
