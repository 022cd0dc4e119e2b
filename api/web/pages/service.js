// The service, asked: JSON out, JSON in, and what is wrong as an error.

// Problem is an answer of the service that says what is wrong (RFC 9457).
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

// key is what this page sends to a service that wants a key of those who ask.
let key = '';
export const setKey = (given) => { key = given; };

// ask puts a question to the service. If it is busy, it is asked again when it says that
// it may be, so many times in all; busy is told for how many seconds. Without a body it is a
// read, unless the method says otherwise.
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
