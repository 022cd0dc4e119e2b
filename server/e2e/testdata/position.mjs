// Plays games with the deal page's position.js, and compares what it makes of each move
// with what the referee made of it. A line of the input is a game, a line of the output
// what differs.

import { createInterface } from 'node:readline';
import { atLength, briefly, pack, unpack } from '../../../api/web/scripts/table/address.js';
import { apply, layout, read, write } from '../../../api/web/scripts/table/position.js';

for await (const line of createInterface({ input: process.stdin })) {
  const { name, rules, documents, moves } = JSON.parse(line);
  const differs = (what, ours, theirs) => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) console.log(`${name}: ${what}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
  };
  const table = layout(rules);
  const start = read(table, documents[0]);
  let position = start;
  moves.forEach((move, i) => {
    differs(`move ${i + 1}, briefly`, atLength(table, position, briefly([move])), [move]);
    position = apply(position, move);
    differs(`after move ${i + 1}, ${JSON.stringify(move)}`, write(table, position), documents[i + 1]);
    differs(`read after move ${i + 1}`, write(table, read(table, documents[i + 1])), documents[i + 1]);
    const parameters = new URLSearchParams();
    pack(documents[i + 1], parameters);
    const again = unpack(new URLSearchParams(parameters.toString()));
    differs(`in an address after move ${i + 1}`, write(table, read(table, again)), documents[i + 1]);
  });
  differs('the line', atLength(table, start, briefly(moves)), moves);
}
