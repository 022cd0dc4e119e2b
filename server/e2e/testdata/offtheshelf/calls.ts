// Calls the service with types that openapi-typescript makes of the document. The same program
// works with openapi-fetch: only the import differs.
import createClient from './fetch.js';
import type { paths } from './schema.js';

declare const process: { argv: string[] };

const { GET, POST, DELETE } = createClient<paths>({ baseUrl: process.argv[2]! });

/** Returns the answer of a call that must succeed. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await call;
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data;
}

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

// Requests name nothing but the deal.
const question = { game: 'klondike', seed: 'solvitaire:2' };
const solved = await ok(POST('/v1/solve', { body: question }));
if (!('verdict' in solved)) throw new Error('a job');
expect('winnable', solved.verdict === 'winnable');
const { moves } = solved.solution!;
const hint = await ok(POST('/v1/moves', { body: question }));
expect('a move', hint.moves![0]!.verdict === 'winnable');
expect('a win', (await ok(POST('/v1/replay', { body: { ...question, moves } }))).won);
expect('not lost', (await ok(POST('/v1/analyse', { body: { ...question, moves: moves.slice(0, 5) } }))).lost_at === null);
expect('played', (await ok(POST('/v1/play', { body: { ...question, player: 'greedy' } }))).score >= 0);
expect('converted', typeof (await ok(POST('/v1/convert', { body: { ...question, to: 'pysol' } }))).deal === 'string');

// JSON answers are objects, and texts have calls of their own. Only positions are a line of text, if it is asked for.
const dealt = await ok(GET('/v1/games/{game}/deals/{seed}', { params: { path: question } }));
expect('columns', typeof dealt.deal === 'object' && dealt.deal['tableau piles']?.length === 7);
expect('a line', (await ok(GET('/v1/games/{game}/deals/{seed}', { params: { path: question, query: { schema: 'line' } } }))).deal === 't5H.9s8S.TcJcTS.4sTdKd9H.Qd9d4cJdTH.JhQsKh7c9c8C.Ad2hAsAc3d8h2D~s6S3HAHQH7SQC6C6H5S4HJS2S3C7D6D2C3S5CKSKC5D7H4D8D');
const path = { id: solved.id };
expect('stored', (await ok(GET('/v1/deals/{id}', { params: { path } }))).verdict === 'winnable');
expect('stored solution', (await ok(GET('/v1/deals/{id}/solution', { params: { path } }))).moves.length > 0); // it may have become shorter
const text = await ok(GET('/v1/games/{game}/deals/{seed}.txt', {
  params: { path: { game: 'free-cell', seed: 'microsoft:24' }, query: { format: 'fc-solve' } }, parseAs: 'text',
}));
expect('a text', text.startsWith('4C 2C 9C'));
expect('games', (await ok(GET('/v1/games'))).games.length > 100);

// A job, and a problem.
const job = await ok(POST('/v1/solve', { body: { game: 'golf', seed: 'solvitaire:1' }, params: { header: { Prefer: 'respond-async' } } }));
if (!('state' in job)) throw new Error('no job');
await DELETE('/v1/jobs/{id}', { params: { path: { id: job.id } } });
const { error } = await GET('/v1/games/{game}', { params: { path: { game: 'patience?' } } });
expect('a problem', error?.type === '/problems/not-found');
