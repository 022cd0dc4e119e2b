// What the client for TypeScript does beside what its example shows.
import { ProblemError, Thoughtful } from './thoughtful.js';

declare const process: { argv: string[] };

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

const service = new Thoughtful(process.argv[2]! + '/');

// A problem is thrown.
try {
  await service.game('patience?');
  expect('there is no such game', false);
} catch (error) {
  expect('a problem', error instanceof ProblemError);
  const { problem, requestID, retryAfter } = error as ProblemError;
  expect('its type', problem.type === '/problems/not-found' && problem.status === 404);
  expect('the request has an id', requestID !== null && retryAfter === null);
}

// A text is a text.
const text = await service.numberedDealText('free-cell', 'microsoft:24', { format: 'fc-solve' });
expect('a deal for fc-solve', text.startsWith('4C 2C 9C 8C QS 4S 2H\n'));

// Lines come one by one, each with a verdict or a problem.
const lines = [];
for await (const line of service.batch([
  { game: 'free-cell', seed: 'microsoft:1', solution: false },
  { game: 'free-cell', seed: 'microsoft:0' },
])) {
  lines.push('problem' in line ? line.problem.type : line.verdict);
}
expect('two lines', lines.sort().join() === '/problems/bad-input,winnable');

// Requests may come from a generator, an async one too.
async function* requests() {
  yield { game: 'free-cell', seed: 'microsoft:1', solution: false };
  yield { game: 'free-cell', seed: 'microsoft:2', solution: false };
}
const numbers = [];
for await (const line of service.batch(requests())) numbers.push(line.line);
expect('two lines of a generator', numbers.sort().join() === '1,2');
for (const wrong of ['{"game":"golf"}', { game: 'golf', seed: '1' }, undefined]) {
  try {
    await service.batch(wrong as never).next();
    expect('no batch', false);
  } catch (error) {
    expect('a type error', error instanceof TypeError && error.message.includes('async iterable'));
  }
}

// Whoever stops early gives the call up.
for await (const line of service.batch([{ game: 'golf', seed: 'solvitaire:1' }, { game: 'golf', seed: 'solvitaire:2' }])) {
  expect('a line', line.line > 0);
  break;
}

// A deal that is handed out has a solution that wins it as it is, and counts its moves and redeals.
let dealt = 0;
for await (const { game, seed, solution } of service.winnableDeals('klondike', { count: 5, solution: true })) {
  for (const { moves, length, redeals } of [await service.numberedSolution(game, seed), solution!]) {
    const end = await service.replay({ game, seed, moves });
    expect('a solution that wins', end.won && end.moves === length && end.redeals === redeals && moves.length === length + redeals);
  }
  expect('a solution as text', (await service.numberedSolutionText(game, seed)).startsWith('  1. '));
  dealt++;
}
expect('five deals', dealt === 5);

// A job tells of itself until it has ended, and is deleted then.
const job = await service.solveLater({ game: 'klondike', seed: 'solvitaire:2', solution: false });
expect('an id', job.id.length > 20 && !('verdict' in job));
let last = job;
for await (const { event, data } of service.jobEvents(job.id)) {
  last = data;
  if (event === 'final') break;
}
expect('it is done', last.final && last.state === 'done' && last.answer?.verdict === 'winnable');
expect('so it says when it is asked', (await service.job(job.id)).final);
expect('it is deleted', (await service.dropJob(job.id)) === null);
