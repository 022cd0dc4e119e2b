// The switch that keeps the table for offline play: a service worker caches it with the engine, 2 MB.
// It is off until the player switches it on, or installs the app.

const script = '/web/offlineworker.js';

// keep starts the service worker, and waits until it has cached all. t translates texts.
async function keep(t) {
  const registration = await navigator.serviceWorker.register(script, { scope: '/' });
  const worker = registration.installing || registration.waiting || registration.active;
  if (!worker) return;
  await new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve(null);
      if (worker.state === 'redundant') reject(new Error(t('The files could not be loaded.')));
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

async function remove() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('thoughtful-')) await caches.delete(name);
}

// install shows the switch, a box with a label, where the browser can do it: over HTTPS, or on this machine. kept are
// the settings, say tells how it went, and t translates texts.
/** @param {HTMLInputElement} box @param {any} kept @param {(text: string) => void} say @param {typeof import('../table/language.js').t} t */
export function install(box, kept, say, t) {
  if (!('serviceWorker' in navigator)) return;
  const set = async (on) => {
    box.checked = on;
    try {
      if (on) {
        say(t('Loading 2 MB …'));
        await keep(t);
        say(t('This table now opens without a connection.'));
      } else {
        await remove();
        say(t('Offline play is off.'));
      }
    } catch (error) {
      box.checked = !on;
      say(t('Offline play is not available: {why}', { why: error.message }));
    }
  };
  if (box.parentElement) box.parentElement.hidden = false;
  box.addEventListener('change', () => { kept.set('offline', box.checked); set(box.checked); });
  addEventListener('appinstalled', () => { kept.set('offline', true); set(true); });
  const installed = matchMedia('(display-mode: standalone)').matches;
  box.checked = kept.get('offline') ?? installed;
  if (box.checked) keep(t).catch(() => {}); // a new version of the service, too
}
