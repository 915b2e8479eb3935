// The service worker: keeps the files of the page, so that it opens at once, and also while the jukebox is off. It comes from
// /worker.js, and knows nothing of commands, covers and events: these go to the network as without it.

const cacheName = 'page';

// A network that has no answer after so long is no reason to wait: the page that was kept comes.
const patience = 2000;

// A file of the page, whose address has the hash of its version.
const isFile = ({ origin, pathname }) =>
  origin === self.location.origin && pathname.startsWith('/a/') && !pathname.startsWith('/a/-/');

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.add('/')));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page from the jukebox. It takes the place of the kept one, with the files of another version, unless that is shown
// meanwhile and still needs them.
async function fresh(cache, request, isShown) {
  const answer = await fetch(request);
  if (!answer.ok || isShown()) return answer;
  await cache.put('/', answer.clone());
  const now = (await answer.clone().text()).match(/\/a\/[^/]+\//)?.[0];
  const old = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== '/' && !new URL(url).pathname.startsWith(now));
  await Promise.all(old.map((key) => cache.delete(key)));
  return answer;
}

// The page itself: the new one if the jukebox answers in time.
async function page(event) {
  const cache = await caches.open(cacheName);
  let isShown = false;
  const answer = fresh(cache, event.request, () => isShown);
  event.waitUntil(answer.catch(() => {}));
  const kept = async () => {
    const found = await cache.match('/');
    isShown = Boolean(found);
    return found ?? answer;
  };
  let timer = 0;
  const late = new Promise((done) => { timer = setTimeout(done, patience); });
  return Promise.race([answer, late.then(kept)]).catch(kept).finally(() => clearTimeout(timer));
}

// The page tells which files it loaded before the worker was there.
async function keep(urls) {
  const cache = await caches.open(cacheName);
  for (const url of urls) {
    if (isFile(new URL(url)) && !await cache.match(url)) await cache.add(url);
  }
}

async function file(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const address = new URL(url);
  if (method !== 'GET') return;
  if (address.origin === self.location.origin && address.pathname === '/') event.respondWith(page(event));
  else if (isFile(address)) event.respondWith(file(event.request));
});
self.addEventListener('message', (event) => event.waitUntil(keep(event.data).catch(() => {})));
