// Plays games with the deal page's scripts, and compares what they make of each move and each
// position with what the referee made of it. A line of the input is a game, a line of the output
// what differs.

import { createInterface } from 'node:readline';
import { atLength, briefly, pack, unpack } from '../../../api/web/scripts/table/address.js';
import { Referee } from '../../../api/web/scripts/table/legal.js';
import { apply, layout, read, write } from '../../../api/web/scripts/table/position.js';

const brief = (reason) => reason.replace(/(cards can't move).*/, '$1');
const words = (refusal) => (refusal ? brief(refusal.text.replace(/\{(\w+)\}/g, (_, name) => refusal.values[name])) : '');
const sorted = (moves) => moves.map((move) => JSON.stringify(move)).sort();

for await (const line of createInterface({ input: process.stdin })) {
  const { name, rules, states, moves } = JSON.parse(line);
  const differs = (what, ours, theirs) => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) console.log(`${name}: ${what}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
  };
  const table = layout(rules);
  const referee = new Referee(rules, table);
  const start = read(table, states[0].document);
  let position = start;
  states.forEach(({ document, said }, i) => {
    if (i > 0) {
      const move = moves[i - 1];
      differs(`move ${i}, briefly`, atLength(table, position, briefly([move])), [move]);
      position = apply(position, move);
    }
    differs(`after move ${i}`, write(table, position), document);
    differs(`read after move ${i}`, write(table, read(table, document)), document);
    const parameters = new URLSearchParams();
    pack(document, parameters);
    const again = unpack(new URLSearchParams(parameters.toString()));
    differs(`in an address after move ${i}`, write(table, read(table, again)), document);
    if (!said) return;
    const { legal, runs, won, tried } = said;
    const at = referee.at(position);
    const theirs = sorted([...legal, ...(runs || []).map(({ move, expanded }) => ({ ...move, expanded }))]);
    const ours = sorted(at.legal);
    if (String(ours) !== String(theirs)) {
      differs(`legal after move ${i} of ${JSON.stringify(document)}`, ours.filter((move) => !theirs.includes(move)), theirs.filter((move) => !ours.includes(move)));
    }
    differs(`won after move ${i}`, at.won, won);
    for (const { move, reason } of tried) differs(`${JSON.stringify(move)} in ${JSON.stringify(document)}`, words(at.refusal(move)), brief(reason));
  });
  differs('the line', atLength(table, start, briefly(moves || [])), moves || []);
}
