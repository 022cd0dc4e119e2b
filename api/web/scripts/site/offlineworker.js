// @ts-nocheck
// The service worker, which opens the table without a network. Above these lines the service writes
// version, and files, the paths that make up the table and the engine.
//
// A page and its files come from the network as long as it can be reached, and from the cache only
// when not. Calls under /v1 are never answered from here, so that no verdict is stale. A new version of
// the service has another version above: it fills a cache of its own, and removes the old one.

const cacheName = 'thoughtful-' + version;

addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((path) => new Request(path, { cache: 'reload' })));
  await skipWaiting();
})()));

addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('thoughtful-') && name !== cacheName) await caches.delete(name);
  await clients.claim();
})()));

// tables are the pages in whose place the table stands.
const tables = /^\/(play|deals|offline|games\/[^/]+\/(deals\/[^/]+|(random|winnable|daily)-deal))?$/;

const kept = async (path) => (await caches.open(cacheName)).match(path);

async function page(request, { pathname }) {
  try {
    return await fetch(request);
  } catch (error) {
    if (tables.test(pathname)) return (await kept('/offline')) || Response.error();
    const text = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
      + '<title>Offline · Thoughtful</title><link rel="stylesheet" href="' + files.find((path) => path.endsWith('/style.css')) + '">'
      + '<main id="main" class="page narrow"><h1>No connection</h1><p>This page needs the service. <a href="/play">Play offline</a></p></main></html>';
    return new Response(text, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'; style-src 'self'" } });
  }
}

async function file(request, { pathname }) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await kept(pathname)) || Response.error();
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url));
  else if (url.pathname.startsWith('/web/')) event.respondWith(file(request, url));
});
