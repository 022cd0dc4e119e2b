// Calls of the service: JSON out, JSON in, problems as errors.

// Problem is a problem (RFC 9457).
export class Problem extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || 'status ' + status);
    this.status = status;
    this.errors = problem.errors || [];
  }
}

const wait = (ms, signal) => new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener('abort', () => { clearTimeout(timer); reject(signal.reason); });
});

// key is the API key to send, if any.
let key = '';
export const setKey = (given) => { key = given; };

// ask calls the service. If it is busy, the call is retried after the time it names, so many
// times in all; busy is called with the seconds. Without a body it is a GET, unless method says
// otherwise.
export async function ask(path, body, { signal, busy, method, times = 5 } = {}) {
  for (let tries = 1; ; tries++) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    if (key) headers.Authorization = 'Bearer ' + key;
    const reply = await fetch(path, body === undefined ? { method, headers, signal } : { method: 'POST', headers, signal, body: JSON.stringify(body) });
    const answer = await reply.json().catch(() => ({}));
    if (reply.ok) return answer;
    const later = Number(reply.headers.get('Retry-After'));
    if ((reply.status !== 503 && reply.status !== 429) || !later || later > 30 || tries === times) throw new Problem(reply.status, answer);
    busy?.(later);
    await wait(1000 * later, signal);
  }
}
