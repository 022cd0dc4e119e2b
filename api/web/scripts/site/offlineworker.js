// The service worker, which opens the table without a network. Above these lines the service writes
// version, files, the paths that make up the table and the engine, and unreachable, the page in place of
// others, by language.
//
// A page and its files come from the network as long as it can be reached, and from the cache only
// when not. Calls under /v1 are never answered from here, so that no verdict is stale. A new version of
// the service has another version above: it fills a cache of its own, and removes the old one.

const cacheName = 'thoughtful-' + version;

addEventListener('install', (/** @type {any} */ event) => event.waitUntil((async () => {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((path) => new Request(path, { cache: 'reload' })));
  await skipWaiting();
})()));

addEventListener('activate', (/** @type {any} */ event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('thoughtful-') && name !== cacheName) await caches.delete(name);
  await clients.claim();
})()));

// tables are the pages in whose place the table stands.
const tables = /^\/(play|deals|offline|games\/[^/]+\/(deals\/[^/]+|(random|winnable|daily)-deal))?$/;

const kept = async (path) => (await caches.open(cacheName)).match(path);
const language = (page) => page?.headers.get('Content-Language');

// follow keeps the table in the language of a page, if the reader has chosen another one since.
async function follow(page) {
  if (!/Cookie/.test(page.headers.get('Vary') ?? '') || language(page) === language(await kept('/offline'))) return;
  const table = await fetch(new Request('/offline', { cache: 'reload' }));
  const text = await table.clone().text();
  if (table.ok && files.some((path) => path.endsWith('/deal.js') && text.includes(path))) await (await caches.open(cacheName)).put('/offline', table); // else it is of another version
}

async function page(event, { pathname }) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(follow(answer).catch(() => {}));
    return answer;
  } catch (error) {
    const table = await kept('/offline');
    if (tables.test(pathname)) return table || Response.error();
    return new Response(unreachable[language(table)] ?? unreachable.en, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'self'" } });
  }
}

async function file(request, { pathname }) {
  try {
    return await fetch(request);
  } catch (error) {
    return (await kept(pathname)) || Response.error();
  }
}

addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event, url));
  else if (url.pathname.startsWith('/web/')) event.respondWith(file(request, url));
});
