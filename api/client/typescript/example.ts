// Deals games of Klondike until one can be won, and wins it by following hints, and again by its stored
// solution.
import { Thoughtful } from './thoughtful.js';

declare const process: { argv: string[] };

const service = new Thoughtful(process.argv[2] ?? 'http://127.0.0.1:8080');
const game = 'klondike';

async function play(seed: string): Promise<boolean> {
  let position = (await service.numberedDeal(game, seed)).deal;
  for (let turn = 1; ; turn++) {
    const hint = await service.moves({ game, deal: position });
    if (hint.won || hint.verdict !== 'winnable') return hint.won;
    const best = hint.moves![0];
    console.log(`${turn}. ${best.move.action} ${best.move.from ?? ''} ${best.move.to ?? ''}, ${best.length} to go`);
    position = (await service.replay({ game, deal: position, moves: [best.move] })).position;
  }
}

// solve wins a deal that is known to be winnable by its solution, whose moves fit the deal's columns.
async function solve(seed: string): Promise<boolean> {
  const { moves, length, redeals } = await service.numberedSolution(game, seed);
  console.log(`${length} moves and ${redeals} redeals`);
  return (await service.replay({ game, seed, moves })).won;
}

for (let number = 1; ; number++) {
  const seed = `solvitaire:${number}`;
  if (await play(seed) && await solve(seed)) {
    console.log(`won ${seed}`);
    break;
  }
}
