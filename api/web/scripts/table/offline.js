// Play without the service: the engine, as WebAssembly in workers, deals, judges moves and solves. It
// is the same program as the service's, without stored verdicts. offlineworker.js has cached it. Errors
// of what it was asked have errors, as problems of the service have.

let t = (text) => text;

// speak sets what translates texts.
export const speak = (given) => { t = given; };

const refused = () => t('The engine in this browser can’t read this deal or these moves. Undo, or choose another deal.');
const stopped = () => t('The engine in this browser has stopped. Reload the page.');

// Thread is a worker with an engine. A call blocks it, so that there are two: one for what is quick,
// and one for searches, which is ended to stop one.
class Thread {
  // memory is the size of the tables in MiB.
  constructor(memory) { this.memory = memory; }

  waiting = new Map();
  last = 0;
  /** @type {Worker | null} */ worker = null;

  begin() {
    this.worker = new Worker('/web/worker.js', { type: 'module' });
    this.worker.onmessage = ({ data: { id, answer, errors, failed } }) => {
      const call = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed) this.again();
      if (answer) call?.resolve(answer);
      else call?.reject(failed ? new Error(stopped()) : Object.assign(new Error(refused()), { errors }));
    };
    this.worker.onerror = () => {
      for (const { reject } of this.waiting.values()) reject(new Error(stopped()));
      this.waiting.clear();
      this.again();
    };
  }

  // again ends the worker. Another one takes the calls that still wait.
  again() {
    this.worker?.terminate();
    this.worker = null;
    for (const { message } of this.waiting.values()) this.post(message);
  }

  post(message) {
    if (!this.worker) this.begin();
    this.worker?.postMessage(message);
  }

  // call has a call answered. A call that is aborted ends the worker.
  call(name, request, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const message = { id: ++this.last, call: name, request, memory: this.memory };
      this.waiting.set(message.id, { resolve, reject, message });
      signal?.addEventListener('abort', () => {
        if (!this.waiting.delete(message.id)) return;
        reject(signal.reason);
        this.again();
      });
      this.post(message);
    });
  }
}

const quick = new Thread(16);
const searching = new Thread(128);

// fields are those that the engine reads.
const fields = ['game', 'rules', 'seed', 'deal', 'format', 'deadline_ms', 'states', 'moves'];

// answer answers a call of the service.
export async function answer(path, body, signal) {
  if (body !== undefined) {
    const name = path.replace('/v1/', '');
    const thread = name === 'replay' || body.states === 1 ? quick : searching;
    const found = await thread.call(name, Object.fromEntries(fields.filter((field) => field in body).map((field) => [field, body[field]])), signal);
    return name === 'solve' ? { warnings: [], ...found } : found;
  }
  const [, game, seed = 'solvitaire:1'] = path.match(/^\/v1\/games\/([^/]+)(?:\/deals\/([^/]+))?$/) || [];
  if (!game) throw new Error(t('This needs a connection.'));
  return quick.call('deal', { game: decodeURIComponent(game), seed: decodeURIComponent(seed) }, signal);
}

const whole = (n) => 1 + Math.floor(n * Math.random());

// numbered returns a deal by number. A number without a scheme is Microsoft's in games with cells, as
// in the service.
async function numbered(game, seed) {
  if (!/^[\s#]*\d[^:]*$/.test(seed)) return quick.call('deal', { game, seed });
  const { rules } = await quick.call('deal', { game, seed: 'solvitaire:1' });
  const schemes = rules.cells?.count > 0 ? ['microsoft', 'solvitaire'] : ['solvitaire'];
  let found;
  for (const scheme of schemes) {
    found = await quick.call('deal', { game, seed: `${scheme}:${seed}` }).catch((error) => error);
    if (!(found instanceof Error)) return found;
  }
  throw found;
}

// winnable returns a deal that is proven winnable; after some tries, any.
async function winnable(game) {
  for (let tries = 0; ; tries++) {
    const found = await numbered(game, String(whole(1000000)));
    const { verdict } = await searching.call('solve', { game, seed: found.seed, deadline_ms: 3000 });
    if (verdict === 'winnable' || tries === 10) return found;
  }
}

// dealt returns the deal that a page shows: game, title, seed, rules and deal.
export async function dealt({ pathname, search }) {
  const query = new URLSearchParams(search);
  const [, named, kind, seed] = pathname.match(/^\/games\/([^/]+)\/(deals|random-deal|winnable-deal|daily-deal)(?:\/([^/]+))?$/) || [];
  const game = decodeURIComponent(named || query.get('game') || (pathname === '/' && query.get('draw') !== '3' ? 'klondike-draw-1' : 'klondike'));
  const number = kind === 'deals' ? decodeURIComponent(seed) : pathname === '/deals' ? query.get('seed')?.trim() : null;
  if (number) return numbered(game, number);
  return kind === 'random-deal' ? numbered(game, String(whole(1000000))) : winnable(game);
}
