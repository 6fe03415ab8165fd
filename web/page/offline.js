// Keeps the page's files, so that it opens without its server, too. What the server has goes first.
const FILES = [/* tools/web */];

self.addEventListener("install", event => event.waitUntil(caches.open("playground").then(cache => cache.addAll(FILES))
  .then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));

async function answer(request) {
  const cache = await caches.open("playground");
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(request, {ignoreSearch: true});
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", event => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
