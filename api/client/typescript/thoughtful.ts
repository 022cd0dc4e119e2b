// The client of Thoughtful, by hand; its types are generated into schema.ts from
// docs/openapi.json (`make generate`).
import type {
  AdviseAnswer,
  AdviseRequest,
  Alive,
  AnalyseAnswer,
  AnalyseRequest,
  BatchLine,
  Campaign,
  CampaignList,
  CampaignRequest,
  CampaignResult,
  Catalogue,
  ConvertAnswer,
  ConvertRequest,
  DailyDeal,
  Game,
  GameComparison,
  GameStatistics,
  Job,
  JobList,
  MovesAnswer,
  MovesRequest,
  NumberedDeal,
  NumberedSolution,
  DifficultyAnswer,
  DifficultyRequest,
  PlayAnswer,
  PlayRequest,
  PlayerList,
  Problem,
  Readiness,
  ReplayAnswer,
  ReplayRequest,
  SolveAnswer,
  SolveRequest,
  Statistics,
  PositionSolution,
  StoredDeal,
  StoredSolution,
  WebhookSecret,
  WinnableDeal,
  WinnableSeed,
} from './schema.js';

export * from './schema.js';

/** The error of a call that the service answers with a problem. */
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
  /** cancels the call */
  signal?: AbortSignal;
  /** makes a job or a campaign once, however often the call is repeated */
  idempotencyKey?: string;
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
  lines?: Iterable<unknown> | AsyncIterable<unknown>;
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
    if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey;
    if (call.signal) init.signal = call.signal;
    if (request.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(request.body);
    } else if ('lines' in request) {
      headers['Content-Type'] = 'application/x-ndjson';
      init.body = await ndjson(request.lines);
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

  protected async bytes(method: string, path: string, request: Request, call: Call): Promise<ArrayBuffer> {
    return (await this.send(method, path, request, call)).arrayBuffer();
  }

  /** Returns a file, after the job that makes it where there is none yet. */
  protected async made(method: string, path: string, request: Request, call: Call): Promise<ArrayBuffer> {
    for (;;) {
      const response = await this.send(method, path, request, call);
      if (response.status !== 202) return response.arrayBuffer();
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
      call.signal?.throwIfAborted();
    }
  }

  protected async nothing(method: string, path: string, request: Request, call: Call): Promise<void> {
    await this.send(method, path, request, call);
  }

  /** Yields the lines of a text as they come. Stopping before the end cancels the call. */
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

/** Writes a document a line. The iterable is read to its end. */
async function ndjson(documents: Request['lines']): Promise<string> {
  if (typeof documents !== 'object' || documents === null || !(Symbol.iterator in documents || Symbol.asyncIterator in documents)) {
    throw new TypeError('requests must be an array, an iterable or an async iterable of objects');
  }
  let text = '';
  for await (const document of documents) text += JSON.stringify(document) + '\n';
  return text;
}

/** Writes a path with its parameters escaped. */
function path(parts: TemplateStringsArray, ...parameters: string[]): string {
  return parts.reduce((text, part, i) => text + encodeURIComponent(parameters[i - 1]!) + part);
}

/** The service at a URL. A method is a call, and throws a ProblemError if that ends in a problem. */
export class Thoughtful extends Connection {

  /** Does the process run? */
  alive(call: Call = {}): Promise<Alive> {
    return this.json('GET', '/healthz', {}, call);
  }

  /** Can the service work, and if not, which part is down? */
  ready(call: Call = {}): Promise<Readiness> {
    return this.json('GET', '/readyz', {}, call);
  }

  /** What to play where cards are hidden?  Takes a position as a player sees it, `??` for each card that was not seen, and estimates for every legal move, best first, how often games are won that go on with it. Hidden cards that a request gives away are not looked at. The estimate is no proof, and a move that is said to win always can lose. Where no card is hidden, `POST /v1/moves` proves what can be proven. Give `game` or `rules`, and `seed` or `deal`. If no worker is free within the deadline the answer is 503. */
  advise(request: AdviseRequest, call: Call = {}): Promise<AdviseAnswer> {
    return this.json('POST', '/v1/advise', { body: request }, call);
  }

  /** Which move lost the game?  Finds the move of a played game after which it could no longer be won, and what to play instead. Where the budget does not suffice, `last_winnable` and `first_unwinnable` say between which plies it was, and `because` why. Give `game` or `rules`, and `seed` or `deal`. An illegal move is a mistake of the request. */
  analyse(request: AnalyseRequest, call: Call = {}): Promise<AnalyseAnswer> {
    return this.json('POST', '/v1/analyse', { body: request }, call);
  }

  /** Can these deals be won?  Takes solve requests, one a line, and answers each with a line as soon as it is answered, in whatever order that is: `line` says which it belongs to. A line that has mistakes is answered with a problem in its place, blank lines with nothing. Lines are read as fast as they are answered, and answers are written as fast as they are read: read while you send. A line's time begins when it is its turn to be searched; a batch takes turns with others and leaves room for single requests. */
  batch(requests: Iterable<SolveRequest> | AsyncIterable<SolveRequest>, call: Call = {}): AsyncGenerator<BatchLine> {
    return this.lines('POST', '/v1/batches', { lines: requests }, call);
  }

  /** Which campaigns are there?  The newest first. Campaigns of games that have no name are there only for those who may begin some. */
  campaigns(query: { game?: string; state?: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'; count?: number; cursor?: string } = {}, call: Call = {}): Promise<CampaignList> {
    return this.json('GET', '/v1/campaigns', { query }, call);
  }

  /** How often can a game be won?  Solves the deals of a range of seeds, or has a player play them, and counts. Each deal has a budget, of time or states or both; `states` gives the same verdicts on every machine. Deals are begun in the order of their numbers. Verdicts that are known of related games on the same deals are not searched for again. `GET` tells how far it is, and so do its events; its results are there deal by deal as they come. It needs a key wherever others can reach the service. */
  createCampaign(request: CampaignRequest, call: Call = {}): Promise<Campaign> {
    return this.json('POST', '/v1/campaigns', { body: request }, call);
  }

  /** Cancel a campaign, or delete it  Cancels a campaign that has not ended, at once; what it found out stays, and it can be resumed. With `results=delete` the campaign is deleted, whether it has ended or not, and its results with it. Without that, a campaign that has ended is left as it is (409). */
  dropCampaign(id: string, query: { results?: 'keep' | 'delete' } = {}, call: Call = {}): Promise<Campaign | null> {
    return this.perhaps('DELETE', path`/v1/campaigns/${id}`, { query }, call);
  }

  /** How far is a campaign?  `rate` is the interval in which the game's win rate lies with 95 % confidence, in percent: unknown deals count as lost for its lower end and as won for its upper one. */
  campaign(id: string, call: Call = {}): Promise<Campaign> {
    return this.json('GET', path`/v1/campaigns/${id}`, {}, call);
  }

  /** Be told how far a campaign is  Server-sent events, each with the whole campaign as JSON: `state` at first and whenever `state` or `reason` has changed, `progress` when deals were done, twice a second at most, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. Who comes back after the end, with `Last-Event-ID`, gets 204. */
  campaignEvents(id: string, headers: { 'Last-Event-ID'?: string } = {}, call: Call = {}): AsyncGenerator<ServerEvent<Campaign>> {
    return this.events('GET', path`/v1/campaigns/${id}/events`, { headers }, call);
  }

  /** What became of each deal of a campaign?  A line a deal, by their numbers, of all deals that are done: as JSON, or as CSV with a header. The columns of CSV are those of `thoughtful bench` and then `source` and `engine`: `game,seed,verdict,because,seconds,states,length,source,engine`; of a campaign whose deals were played, `game,seed,won,score,seconds,length,engine,player`. If the answer breaks off, ask for the rest with `from`, one above the last number that you have. While the campaign runs, deals are missing where others have overtaken them. */
  campaignResults(id: string, query: { from?: string; verdict?: 'winnable' | 'unwinnable' | 'unknown'; count?: number; cursor?: string } = {}, call: Call = {}): AsyncGenerator<CampaignResult> {
    return this.lines('GET', path`/v1/campaigns/${id}/results`, { query }, call);
  }

  /** What became of each deal of a campaign?  A line a deal, by their numbers, of all deals that are done: as JSON, or as CSV with a header. The columns of CSV are those of `thoughtful bench` and then `source` and `engine`: `game,seed,verdict,because,seconds,states,length,source,engine`; of a campaign whose deals were played, `game,seed,won,score,seconds,length,engine,player`. If the answer breaks off, ask for the rest with `from`, one above the last number that you have. While the campaign runs, deals are missing where others have overtaken them. */
  campaignResultsText(id: string, query: { format: 'csv'; from?: string; verdict?: 'winnable' | 'unwinnable' | 'unknown'; count?: number; cursor?: string }, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/campaigns/${id}/results`, { query }, call);
  }

  /** What became of each deal of a campaign, in two bits a deal: a file of packed verdicts. */
  campaignResultsPacked(id: string, query: { format: 'packed'; from?: string }, call: Call = {}): Promise<ArrayBuffer> {
    return this.bytes('GET', path`/v1/campaigns/${id}/results`, { query }, call);
  }

  /** Have a campaign go on that was cancelled, or failed  It goes on with the deals that were not done. The request has no body. */
  resumeCampaign(id: string, call: Call = {}): Promise<Campaign> {
    return this.json('POST', path`/v1/campaigns/${id}/resume`, {}, call);
  }

  /** The same deal and moves, as another program writes them  Reads a deal, and moves from it if there are any, in one format and writes them in another. What a format has no words for is refused, and so is a move that is illegal: moves have been played by the referee. Give `game` or `rules`, and `seed` or `deal`. `to` is the format of the deal in the answer, `moves_to` that of the moves. */
  convert(request: ConvertRequest, call: Call = {}): Promise<ConvertAnswer> {
    return this.json('POST', '/v1/convert', { body: request }, call);
  }

  /** What is remembered of a deal?  In another format than JSON, the position alone. The columns of a fresh deal are put where the deal has columns of their size, as in its solution in another format. */
  storedDeal(id: string, call: Call = {}): Promise<StoredDeal> {
    return this.json('GET', path`/v1/deals/${id}`, {}, call);
  }

  /** What is remembered of a deal?  In another format than JSON, the position alone. The columns of a fresh deal are put where the deal has columns of their size, as in its solution in another format. */
  storedDealText(id: string, query: { format: 'fc-solve' | 'pysol' | 'klondike-solver' | 'rows' }, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/deals/${id}.txt`, { query }, call);
  }

  /** Get the stored solution of a deal  The moves are made from `position` in the answer. It may have its columns in another order than a numbered deal with this id: `numberedSolution` has the moves for that. */
  storedSolution(id: string, call: Call = {}): Promise<StoredSolution> {
    return this.json('GET', path`/v1/deals/${id}/solution`, {}, call);
  }

  /** Get the stored solution of a deal as text  In text, moves are made from the JSON position of `storedDeal`; in other formats, from the position of `storedDealText` in the same format. */
  storedSolutionText(id: string, query: { format?: 'text' | 'fc-solve' | 'klondike-solver' | 'minimal-klondike' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/deals/${id}/solution.txt`, { query }, call);
  }

  /** Get a proof that a deal can't be won  A file that a program checks without trusting this service. If a job has to make it, this waits, and asks again until it is there. */
  proof(id: string, call: Call = {}): Promise<ArrayBuffer> {
    return this.made('GET', path`/v1/deals/${id}/proof`, {}, call);
  }

  /** Which games have a name? */
  games(call: Call = {}): Promise<Catalogue> {
    return this.json('GET', '/v1/games', {}, call);
  }

  /** What are the rules of a game? */
  game(game: string, call: Call = {}): Promise<Game> {
    return this.json('GET', path`/v1/games/${game}`, {}, call);
  }

  /** The deal of a day, which can be won  The same deal for everybody who asks for this day, game and difficulty, on every server: it is derived from these alone. Days from 2020 to a year ahead; today, in UTC, if no date is given. Today's and tomorrow's are there at once, others may take seconds, and 503 says when to ask again. */
  dailyDeal(game: string, query: { date?: string; difficulty?: 'easy' | 'medium' | 'hard' | 'expert'; deal?: boolean; solution?: boolean } = {}, call: Call = {}): Promise<DailyDeal> {
    return this.json('GET', path`/v1/games/${game}/daily-deal`, { query }, call);
  }

  /** How does a numbered deal lie?  A seed is `scheme:number`. The schemes are `solvitaire`, for every game; `microsoft` and `pysol`, for FreeCell, Klondike, Spider and other games that PySolFC deals; `pysol-legacy`, for fewer of them; and `greenfelt`, `klondike-solver`, `ms-collection` and `exact`, for games with the Klondike layout. `GET /v1/games/{game}` lists those of a game. */
  numberedDeal(game: string, seed: string, call: Call = {}): Promise<NumberedDeal> {
    return this.json('GET', path`/v1/games/${game}/deals/${seed}`, {}, call);
  }

  /** How does a numbered deal lie?  A seed is `scheme:number`. The schemes are `solvitaire`, for every game; `microsoft` and `pysol`, for FreeCell, Klondike, Spider and other games that PySolFC deals; `pysol-legacy`, for fewer of them; and `greenfelt`, `klondike-solver`, `ms-collection` and `exact`, for games with the Klondike layout. `GET /v1/games/{game}` lists those of a game. */
  numberedDealText(game: string, seed: string, query: { format: 'fc-solve' | 'pysol' | 'klondike-solver' | 'rows' }, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/games/${game}/deals/${seed}.txt`, { query }, call);
  }

  /** Get the stored solution of a deal by number  The moves fit the deal of `numberedDeal`, and can be sent to `replay` with its game and seed. All deals of `winnableDeals` and `dailyDeal` have a solution. Of a deal that is unwinnable or was not decided yet the problem, 404, says which. */
  numberedSolution(game: string, seed: string, call: Call = {}): Promise<NumberedSolution> {
    return this.json('GET', path`/v1/games/${game}/deals/${seed}/solution`, {}, call);
  }

  /** Get the stored solution of a deal by number as text. */
  numberedSolutionText(game: string, seed: string, query: { format?: 'text' | 'fc-solve' | 'klondike-solver' | 'minimal-klondike' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/games/${game}/deals/${seed}/solution.txt`, { query }, call);
  }

  /** Get a picture of a deal by number, as SVG. */
  dealPicture(game: string, seed: string, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/games/${game}/deals/${seed}.svg`, {}, call);
  }

  /** Get a picture of a deal by number, as PNG of 1200 by 630 pixels. */
  dealPreview(game: string, seed: string, call: Call = {}): Promise<ArrayBuffer> {
    return this.bytes('GET', path`/v1/games/${game}/deals/${seed}.png`, {}, call);
  }

  /** Can this position be won? It is in the address, in one line. */
  solveAt(game: string, line: string, query: { solution?: boolean; solution_format?: 'text' | 'fc-solve' | 'klondike-solver' | 'minimal-klondike'; certificate?: boolean; deadline_ms?: number; states?: number; schema?: 'solvitaire' | 'explicit' | 'line' } = {}, call: Call = {}): Promise<SolveAnswer> {
    return this.json('GET', path`/v1/games/${game}/positions/${line}`, { query }, call);
  }

  /** Which moves keep the game winnable, of a position in one line? */
  movesAt(game: string, line: string, query: { why?: boolean; language?: 'en' | 'de' | 'es' | 'fr'; runs?: boolean; solution?: boolean; solution_format?: 'text' | 'fc-solve' | 'klondike-solver' | 'minimal-klondike'; deadline_ms?: number; states?: number; schema?: 'solvitaire' | 'explicit' | 'line' } = {}, call: Call = {}): Promise<MovesAnswer> {
    return this.json('GET', path`/v1/games/${game}/positions/${line}/moves`, { query }, call);
  }

  /** Get a solution of a position in one line. */
  solutionAt(game: string, line: string, query: { deadline_ms?: number; states?: number; schema?: 'solvitaire' | 'explicit' | 'line' } = {}, call: Call = {}): Promise<PositionSolution> {
    return this.json('GET', path`/v1/games/${game}/positions/${line}/solution`, { query }, call);
  }

  /** Get a solution of a position in one line as text. */
  solutionTextAt(game: string, line: string, query: { format?: 'text' | 'fc-solve' | 'klondike-solver' | 'minimal-klondike'; deadline_ms?: number; states?: number } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/games/${game}/positions/${line}/solution.txt`, { query }, call);
  }

  /** Get a picture of a position in one line, as SVG. */
  positionPicture(game: string, line: string, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/games/${game}/positions/${line}.svg`, {}, call);
  }

  /** Get a picture of a position in one line, as PNG of 1200 by 630 pixels. */
  positionPreview(game: string, line: string, call: Call = {}): Promise<ArrayBuffer> {
    return this.bytes('GET', path`/v1/games/${game}/positions/${line}.png`, {}, call);
  }

  /** Get a picture of a stored deal, as SVG. */
  storedDealPicture(id: string, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/deals/${id}.svg`, {}, call);
  }

  /** Get a picture of a stored deal, as PNG of 1200 by 630 pixels. */
  storedDealPreview(id: string, call: Call = {}): Promise<ArrayBuffer> {
    return this.bytes('GET', path`/v1/deals/${id}.png`, {}, call);
  }

  /** Deals that can be won, from a pool  Answers with a deal a line, each of them solved before, its solution replayed, and its difficulty measured. There may be fewer than `count`, but at least one. Without `cursor`, they start at a random place of the pool. With the last `cursor`, no deal comes twice, and all of them come in turn, those too that are added meanwhile. The header `Link` has the address of what follows. A cursor belongs to one game and difficulty. */
  winnableDeals(game: string, query: { count?: number; difficulty?: 'easy' | 'medium' | 'hard' | 'expert'; cursor?: string; exclude?: string; deal?: boolean; solution?: boolean } = {}, call: Call = {}): AsyncGenerator<WinnableDeal> {
    return this.lines('GET', path`/v1/games/${game}/winnable-deals`, { query }, call);
  }

  /** Get numbers of winnable deals  Lists numbers of deals that come with the program, in ascending order. Each deal was won by an engine, and its solution replayed. docs/research/results/seeds.md in the repository lists the packs: how many numbers each has, and how many of these have a difficulty. Those without one are listed where no `difficulty` is asked for. The header `Link` has the address of the numbers that follow. The answer changes only with the version of the program. */
  seeds(game: string, query: { scheme?: 'solvitaire' | 'microsoft' | 'pysol' | 'greenfelt'; difficulty?: 'easy' | 'medium' | 'hard' | 'expert'; from?: number; cursor?: string; count?: number } = {}, call: Call = {}): AsyncGenerator<WinnableSeed> {
    return this.lines('GET', path`/v1/games/${game}/seeds`, { query }, call);
  }

  /** Cancel a job, or delete one that has ended  A job that is cancelled keeps what was known of it, and else ends `unknown` because it was `cancelled`. A search that others wait for goes on for them. */
  dropJob(id: string, call: Call = {}): Promise<Job | null> {
    return this.perhaps('DELETE', path`/v1/jobs/${id}`, {}, call);
  }

  /** List your jobs  The jobs of the API key, newest first. Without keys, the owner of a local service sees all jobs. `next` is the cursor of what follows, null at the end. */
  jobs(query: { state?: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'; verdict?: 'winnable' | 'unwinnable' | 'unknown'; count?: number; cursor?: string } = {}, call: Call = {}): Promise<JobList> {
    return this.json('GET', '/v1/jobs', { query }, call);
  }

  /** What has become of a solve request that is answered later?  While the job runs, `answer` has what is known so far: with the objectives `short` and `shortest` a verdict, and a solution that may become shorter. */
  job(id: string, call: Call = {}): Promise<Job> {
    return this.json('GET', path`/v1/jobs/${id}`, {}, call);
  }

  /** Be told of what becomes of a job  Server-sent events, each with the whole job as JSON: `state` at first and whenever it is queued or begun, `verdict` when one is known, `improved` when its solution has become shorter, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. Who comes back after the end, with `Last-Event-ID`, gets 204. */
  jobEvents(id: string, headers: { 'Last-Event-ID'?: string } = {}, call: Call = {}): AsyncGenerator<ServerEvent<Job>> {
    return this.events('GET', path`/v1/jobs/${id}/events`, { headers }, call);
  }

  /** Get the secret of your webhooks  All messages about your jobs and campaigns are signed under it; `verifyWebhook` in webhook.ts checks them. */
  webhookSecret(call: Call = {}): Promise<WebhookSecret> {
    return this.json('GET', '/v1/webhooks/secret', {}, call);
  }

  /** Which moves keep the game winnable?  Judges every legal move of a position, turns of the stock included, best first: winnable with the length of the shortest line known, unknown and why, unwinnable. It is the hint and the "still winnable" light in one call, to be asked after every move. Whoever always plays the first move wins what is winnable, as long as the service remembers the line; with `solution` it is told. Give `game` or `rules`, and `seed` or `deal`. */
  moves(request: MovesRequest, call: Call = {}): Promise<MovesAnswer> {
    return this.json('POST', '/v1/moves', { body: request }, call);
  }

  /** How difficult is this deal?  Solves the deal and measures its difficulty along the solution, as for the deals of `winnableDeals`. Only winnable deals have a score; `grade` is null for games without grades. Give `game` or `rules`, and `seed` or `deal`. */
  difficulty(request: DifficultyRequest, call: Call = {}): Promise<DifficultyAnswer> {
    return this.json('POST', '/v1/difficulty', { body: request }, call);
  }

  /** How does this player play this deal?  Has a player, who chooses moves one by one, play a deal to its end, or until the deadline. What it may not know (`information`) it does not get to see. A deal that it does not win may be winnable all the same: ask path`/v1/solve`. The same request is played alike on every machine, if neither the deadline nor a limit of the player's own in time comes first. Give `game` or `rules`, and `seed` or `deal`. */
  play(request: PlayRequest, call: Call = {}): Promise<PlayAnswer> {
    return this.json('POST', '/v1/play', { body: request }, call);
  }

  /** Who can play, and what can they be told? */
  players(call: Call = {}): Promise<PlayerList> {
    return this.json('GET', '/v1/players', {}, call);
  }

  /** Are these moves legal, and do they win?  The referee plays the moves one by one and stops at the first illegal one. An illegal move is an answer, not an error. Moves that are a text are those of another program, as `moves_format` says; what it leaves unsaid is made explicit before it is played. */
  replay(request: ReplayRequest, call: Call = {}): Promise<ReplayAnswer> {
    return this.json('POST', '/v1/replay', { body: request }, call);
  }

  /** Can this deal be won?  Answers with a verdict: `winnable` with a solution that has been replayed move by move, `unwinnable` with a certificate, or `unknown` and why. Give `game` or `rules`, and `seed` or `deal`. With `Prefer: respond-async` the answer is a job, which may take longer and is asked at its `Location`. */
  solve(request: SolveRequest, call: Call = {}): Promise<SolveAnswer> {
    return this.json('POST', '/v1/solve', { body: request }, call);
  }

  /** Can this deal be won?  Answers with a verdict: `winnable` with a solution that has been replayed move by move, `unwinnable` with a certificate, or `unknown` and why. Give `game` or `rules`, and `seed` or `deal`. With `Prefer: respond-async` the answer is a job, which may take longer and is asked at its `Location`. */
  solveLater(request: SolveRequest, call: Call = {}): Promise<Job> {
    return this.json('POST', '/v1/solve', { body: request, headers: { Prefer: 'respond-async' } }, call);
  }

  /** How often can games be won?  All games of which deals were counted, or of which something was published, with the rate of deals that can be won as an interval of 95 %: unknown verdicts count as lost for its lower end and as won for its upper end. Every deal counts once. */
  stats(query: { shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<Statistics> {
    return this.json('GET', '/v1/stats', { query }, call);
  }

  /** How often can games be won, as a picture?  The rates of all games that GET /v1/stats lists, as intervals, beside what was published. */
  statsPlot(query: { shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', '/v1/stats.svg', { query }, call);
  }

  /** Get all win rates as a table.  What GET /v1/stats.svg shows, as comma-separated values: a row for each interval. */
  statsTable(query: { shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', '/v1/stats.csv', { query }, call);
  }

  /** How do two games compare on the same deals?  Of the deals that both games were tried on: how many have which verdicts, by how much the rates differ, and, where one game's rules are weaker, which share of its winnable deals needs what the other does not allow. For `klondike` and `klondike-draw-3-no-worrying-back` that is the share that needs worrying back. It makes sense of games that are dealt alike. */
  statsPairs(query: { first: string; second: string }, call: Call = {}): Promise<GameComparison> {
    return this.json('GET', '/v1/stats/pairs', { query }, call);
  }

  /** How often can a game be won?  What was counted of a game, beside what others found and what was published, and how the game compares with its neighbours on the same deals. */
  gameStats(game: string, query: { shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<GameStatistics> {
    return this.json('GET', path`/v1/stats/${game}`, { query }, call);
  }

  /** How often can a game be won, as a picture?  A picture to put into any page. `rate` is the game's rate as an interval, beside those of others and those that were published; `states`, `seconds` and `length` are how what the deals took is distributed; `draws`, of `klondike`, is the rate by the number of cards that are drawn at a time, with and without worrying back. */
  gameStatsPlot(game: string, query: { plot?: 'rate' | 'states' | 'seconds' | 'length' | 'draws'; shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/stats/${game}.svg`, { query }, call);
  }

  /** Get the figures of a plot as a table.  What GET /v1/stats/{game}.svg shows, as comma-separated values. */
  gameStatsTable(game: string, query: { plot?: 'rate' | 'states' | 'seconds' | 'length' | 'draws'; shipped?: 'true' | 'false' } = {}, call: Call = {}): Promise<string> {
    return this.text('GET', path`/v1/stats/${game}.csv`, { query }, call);
  }

  /** Download the verdict of each shipped deal of a game.  A file of packed verdicts as it comes with the program, such as klondike.gz, or SHA256SUMS. With the checksum that `packed` of `stats` has, the file never changes. */
  packed(file: string, query: { sha256?: string } = {}, call: Call = {}): Promise<ArrayBuffer> {
    return this.bytes('GET', path`/data/packed/${file}`, { query }, call);
  }
}
