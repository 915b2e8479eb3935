// The service worker: keeps the files of the page, so that it opens at once, and also while the jukebox is off. It comes from
// /worker.js, and knows nothing of commands, covers and events: these go to the network as without it.

const cacheName = 'page';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page itself: the new one if the jukebox answers. The files of another version are dropped then.
async function page(request) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put('/', answer.clone());
      const now = (await answer.clone().text()).match(/\/a\/[^/]+\//)?.[0];
      const old = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== '/' && !new URL(url).pathname.startsWith(now));
      await Promise.all(old.map((key) => cache.delete(key)));
    }
    return answer;
  } catch (problem) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw problem;
  }
}

// A file of the page, whose address has the hash of its version.
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
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === '/') event.respondWith(page(event.request));
  else if (pathname.startsWith('/a/') && !pathname.startsWith('/a/-/')) event.respondWith(file(event.request));
});
