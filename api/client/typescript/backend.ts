// A backend of an app: deal, play, undo, hint in words, solution, lost move, daily deal.
//
//   tsc -p api/client/typescript && node bin/typescript/backend.js http://127.0.0.1:8080 9000
//
// A game is its name, its seed and the moves that were played, which the app keeps and sends with
// every call, so that the backend remembers nothing:
//
//   GET  /deal?game=klondike&difficulty=easy      a winnable deal
//   GET  /daily?game=klondike                     the deal of the day
//   POST /play  {"game","seed","moves","move"}    play a move
//   POST /undo  {"game","seed","moves"}           take the last move back
//   POST /hint  {"game","seed","moves"}           the best move, and why
//   POST /lost  {"game","seed","moves"}           the move that lost the game
//   GET  /solution?game=klondike&seed=solvitaire:2  how to win the deal
import { ProblemError, Thoughtful, type Difficulty, type Move } from './thoughtful.js';

// A project with @types/node imports createServer from node:http instead.
declare const process: {
  argv: string[];
};
interface Incoming extends AsyncIterable<Uint8Array> { method: string; url: string }
interface Outgoing { writeHead(status: number, headers: Record<string, string>): void; end(text: string): void }
interface Server { listen(port: number, host: string, ready: () => void): void; address(): { port: number } }
const node = 'node:http'; // not a literal below, so that it compiles without @types/node
const { createServer } = (await import(node)) as { createServer(answer: (i: Incoming, o: Outgoing) => void): Server };

interface Game { game: string; seed: string; moves: Move[] }

const service = new Thoughtful(process.argv[2]!);

/** Replays moves: the position that they lead to, or why one is illegal. */
async function state({ game, seed }: Game, moves: Move[]) {
  const answer = await service.replay({ game, seed, moves });
  if (!answer.legal) return { legal: false, reason: answer.reason };
  return { legal: true, won: answer.won, moves, position: answer.position };
}

async function deal(query: URLSearchParams) {
  const difficulty = query.get('difficulty') as Difficulty | null;
  for await (const found of service.winnableDeals(query.get('game')!, { count: 1, deal: true, ...(difficulty && { difficulty }) })) {
    return { game: found.game, seed: found.seed, moves: [], position: found.deal };
  }
  throw new Error('the pool has no deal');
}

async function daily(query: URLSearchParams) {
  const found = await service.dailyDeal(query.get('game')!, { deal: true });
  return { game: found.game, seed: found.seed, moves: [], position: found.deal, date: found.date };
}

const play = (game: Game & { move: Move }) => state(game, [...game.moves, game.move]);
const undo = (game: Game) => state(game, game.moves.slice(0, -1));

async function hint({ game, seed, moves }: Game) {
  const answer = await service.moves({ game, seed, moves, why: true });
  const best = answer.moves?.[0];
  if (!best) return { verdict: answer.verdict, move: null, why: 'No move is left.' };
  return { verdict: answer.verdict, move: best.move, why: best.why, length: best.length };
}

async function lost({ game, seed, moves }: Game) {
  const answer = await service.analyse({ game, seed, moves });
  return { lost_at: answer.lost_at, better: answer.better };
}

const solution = (query: URLSearchParams) => service.numberedSolution(query.get('game')!, query.get('seed')!);

const reads: Record<string, (query: URLSearchParams) => Promise<unknown>> = { '/deal': deal, '/daily': daily, '/solution': solution };
const writes: Record<string, (game: any) => Promise<unknown>> = { '/play': play, '/undo': undo, '/hint': hint, '/lost': lost };

async function answer(request: Incoming): Promise<[number, unknown]> {
  const url = new URL(request.url, 'http://localhost');
  try {
    if (request.method === 'GET' && reads[url.pathname]) return [200, await reads[url.pathname]!(url.searchParams)];
    if (request.method !== 'POST' || !writes[url.pathname]) return [404, { detail: 'no such call' }];
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of request) text += decoder.decode(part, { stream: true });
    return [200, await writes[url.pathname]!(JSON.parse(text))];
  } catch (error) {
    if (error instanceof ProblemError) return [error.problem.status, error.problem];
    return [400, { detail: String(error) }];
  }
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request);
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
});
server.listen(Number(process.argv[3]), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
