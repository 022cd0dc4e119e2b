// Calls of the service: JSON out, JSON in, problems as errors.

import { t, tn } from './language.js';

// Problem is a problem (RFC 9457). Its message is for people: what happened and what to do next,
// without names of fields. Forms show errors, which name what was typed.
export class Problem extends Error {
  constructor(status, { type = '', detail = '', errors = [] }, /** @type {{ after?: number, id?: string | null }} */ { after, id } = {}) {
    super(explained(status, type.split('/').pop(), detail, after, id));
    this.status = status;
    this.errors = errors;
  }
}

// explained writes a problem for people: after is in how many seconds to retry, id the request's.
function explained(status, kind, detail, after, id) {
  const later = after > 0 ? tn(after, 'Try again in {n} second.', 'Try again in {n} seconds.') : t('Try again in a minute.');
  switch (kind) {
    case 'bad-input': return t('The service can’t read this deal or these moves. Undo, or choose another deal.');
    case 'unauthorized': return t('This needs an API key. The operator of this service issues keys.');
    case 'forbidden': return t('Your API key does not allow this. The operator of this service can change that.');
    case 'no-proof': return t('This service found no proof within its limits. The verdict rests on its complete search.');
    case 'not-found': return t('This is no longer there. Reload the page.');
    case 'conflict': return detail[0].toUpperCase() + detail.slice(1) + '.';
    case 'too-large': return t('This is too much for the service. Try it with less.');
    case 'too-many-requests': return t('Too many requests at once. {later}', { later });
    case 'busy': return t('The service is busy. {later}', { later });
    case 'unavailable': case 'not-ready': return t('A part of the service does not respond. {later}', { later });
  }
  if (status < 500) return t('The service refused this. Reload the page and try again.');
  const wrong = t('Something went wrong in the service. Try again.');
  return id ? `${wrong} ${t('If it happens again, tell the operator of this service the number of the request: {id}.', { id })}` : wrong;
}

// Unreachable is the error of a request that did not get to the service.
export class Unreachable extends Error {}

// send sends a request. It throws an error for people if the service can't be reached.
export async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Unreachable(navigator.onLine ? t('The service does not respond. Try again in a moment.') : t('You are offline. Try again when you are connected.'));
  }
}

const wait = (ms, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
});

// key is the API key to send, if any.
let key = '';
export const setKey = (given) => { key = given; };

// engine answers in the place of a service that can't be reached, if the page is kept for offline play.
const engine = async () => {
  const here = await import('./offline.js');
  here.speak(t);
  return here;
};
// dealt returns the deal that a page shows, from the engine of this browser.
export const dealt = async (/** @type {Location} */ where) => (await engine()).dealt(where);

// away shows whether the service is out of reach. It is asked again when the browser has a network again.
/** @param {boolean} is */
export const away = (is) => { document.documentElement.classList.toggle('is-away', is); };
addEventListener('online', () => send('/healthz', { cache: 'no-store' }).then(({ ok }) => away(!ok), () => {}));

// file gets a file, which the service may have to make first: then it calls waiting, and asks again.
export async function file(path, { signal, waiting }) {
  for (;;) {
    const reply = await send(path, { headers: key ? { Authorization: 'Bearer ' + key } : {}, signal });
    const later = Number(reply.headers.get('Retry-After'));
    if (reply.status === 200) return reply.arrayBuffer();
    if (reply.status !== 202) throw new Problem(reply.status, await reply.json().catch(() => ({})), { after: later, id: reply.headers.get('X-Request-Id') });
    waiting();
    await wait(1000 * (later || 1), signal);
  }
}

// ask calls the service. Without a body it is a GET, unless method says otherwise. If the service is busy, ask calls busy
// with the seconds to wait, and tries again then; it makes at most times tries. If the service can't be reached, the
// engine of this browser answers, if it is kept for offline play.
/**
 * @param {string} path
 * @param {any} [body]
 * @param {{ signal?: AbortSignal, busy?: (seconds: number) => void, method?: string, times?: number }} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, body, { signal, busy, method, times = 5 } = {}) {
  for (let tries = 1; ; tries++) {
    /** @type {Record<string, string>} */
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    if (key) headers.Authorization = 'Bearer ' + key;
    let reply;
    try {
      reply = await send(path, body === undefined ? { method, headers, signal } : { method: 'POST', headers, signal, body: JSON.stringify(body) });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      away(true);
      if (!navigator.serviceWorker?.controller) throw error;
      return (await engine()).answer(path, body, signal);
    }
    if (body !== undefined) away(false); // an answer to a GET may be the browser's own, from its cache
    const answer = await reply.json().catch(() => ({}));
    if (reply.ok) return answer;
    const later = Number(reply.headers.get('Retry-After'));
    if ((reply.status !== 503 && reply.status !== 429) || !later || later > 30 || tries === times) throw new Problem(reply.status, answer, { after: later, id: reply.headers.get('X-Request-Id') });
    busy?.(later);
    await wait(1000 * later, signal);
  }
}
