/** Thrown where the service answers with a problem. */
export class ProblemError extends Error {
  constructor(
    readonly problem: Problem,
    /** names the request in the service's log */
    readonly requestID: string | null,
    /** seconds after which to try again; null if the service did not say */
    readonly retryAfter: number | null,
  ) {
    super(`${problem.title} (${problem.status}): ${problem.detail}`);
    this.name = 'ProblemError';
  }
}

/** What all calls of a client have in common. */
export interface Options {
  /** a key of the server, where it wants one */
  key?: string;
  /** what to use instead of the platform's fetch */
  fetch?: typeof fetch;
}

/** What a single call may have. */
export interface Call {
  /** gives the call up */
  signal?: AbortSignal;
}

/** An event that the server sends. */
export interface ServerEvent<T> {
  event: string;
  data: T;
  id?: string;
}

interface Request {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  lines?: Iterable<unknown>;
}

/** Sends requests and reads what comes back. */
class Connection {
  private readonly base: string;

  constructor(base: string, private readonly options: Options = {}) {
    this.base = base.replace(/\/+$/, '');
  }

  private async send(method: string, path: string, request: Request, call: Call): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    const headers: Record<string, string> = { ...request.headers };
    if (this.options.key !== undefined) headers['Authorization'] = `Bearer ${this.options.key}`;
    const init: RequestInit = { method, headers };
    if (call.signal) init.signal = call.signal;
    if (request.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(request.body);
    } else if (request.lines !== undefined) {
      headers['Content-Type'] = 'application/x-ndjson';
      init.body = Array.from(request.lines, (line) => JSON.stringify(line) + '\n').join('');
    }
    const url = this.base + path + (query.toString() && '?' + query.toString());
    const response = await (this.options.fetch ?? fetch)(url, init);
    if (response.ok) return response;
    const text = await response.text();
    let problem: Problem;
    try {
      problem = JSON.parse(text);
    } catch {
      throw new Error(`${method} ${path}: status ${response.status}, and no problem: ${text.slice(0, 200)}`);
    }
    const seconds = response.headers.get('Retry-After');
    throw new ProblemError(problem, response.headers.get('X-Request-Id'), seconds === null ? null : Number(seconds));
  }

  protected async json<T>(method: string, path: string, request: Request, call: Call): Promise<T> {
    return (await this.send(method, path, request, call)).json();
  }

  protected async perhaps<T>(method: string, path: string, request: Request, call: Call): Promise<T | null> {
    const response = await this.send(method, path, request, call);
    return response.status === 204 ? null : response.json();
  }

  protected async text(method: string, path: string, request: Request, call: Call): Promise<string> {
    return (await this.send(method, path, request, call)).text();
  }

  protected async nothing(method: string, path: string, request: Request, call: Call): Promise<void> {
    await this.send(method, path, request, call);
  }

  /** Gives the lines of a text as they come. Whoever stops before the end gives the call up. */
  private async *split(method: string, path: string, request: Request, call: Call): AsyncGenerator<string> {
    const response = await this.send(method, path, request, call);
    if (!response.body) return;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        const parts = (rest + decoder.decode(value, { stream: !done })).split('\n');
        rest = parts.pop()!;
        for (const part of parts) yield part;
        if (done) break;
      }
      if (rest) yield rest;
    } finally {
      await reader.cancel();
    }
  }

  protected async *lines<T>(method: string, path: string, request: Request, call: Call): AsyncGenerator<T> {
    for await (const line of this.split(method, path, request, call)) {
      if (line.trim()) yield JSON.parse(line);
    }
  }

  protected async *events<T>(method: string, path: string, request: Request, call: Call): AsyncGenerator<ServerEvent<T>> {
    let head: { event: string; id?: string } = { event: 'message' };
    let data: string[] = [];
    for await (const line of this.split(method, path, request, call)) {
      const [, field, value] = /^([a-z]*):? ?(.*?)\r?$/.exec(line) ?? [];
      if (field === 'data') data.push(value!);
      else if (field === 'event') head.event = value!;
      else if (field === 'id') head.id = value!;
      else if (!line.trim() && data.length > 0) {
        yield { ...head, data: JSON.parse(data.join('\n')) };
        head = { event: 'message' };
        data = [];
      }
    }
  }
}
