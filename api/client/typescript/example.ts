// Deals games of Klondike until one can be won, and wins it by doing as it is told.
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

for (let number = 1; ; number++) {
  if (await play(`solvitaire:${number}`)) {
    console.log(`won solvitaire:${number}`);
    break;
  }
}
