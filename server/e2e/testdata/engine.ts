// Answers the questions of its argument, one a line, with the engines of the npm package, and uses
// its types.
import { EngineError, load } from 'thoughtful-engine';
import type { Question } from 'thoughtful-engine';

declare const process: { argv: string[] };
declare const console: { log(line: string): void };

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

const engine = await load({ memory: 32 });
const { deal, rules, title } = engine.deal({ game: 'klondike', seed: 'solvitaire:2' });
expect('a deal', (deal['tableau piles'] as string[][]).length === 7 && title === 'Klondike' && typeof rules === 'object');
const { verdict, solution } = engine.solve({ game: 'klondike', deal });
expect('winnable', verdict === 'winnable' && engine.replay({ game: 'klondike', deal, moves: solution!.moves }).won);
expect('games', engine.games().some(({ name }) => name === 'free-cell'));
try {
  engine.solve({ game: 'poker', deal });
  expect('an error', false);
} catch (error) {
  expect('its field', error instanceof EngineError && error.errors[0]!.field === 'game');
}

for (const line of process.argv[2]!.trim().split('\n')) {
  const { call, request } = JSON.parse(line) as { call: 'solve' | 'moves'; request: Question };
  console.log(JSON.stringify(engine[call](request)));
}
