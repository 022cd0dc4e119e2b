// The automatic finish: when no card is hidden and all can go up one after the other, they do.

import { apply, isDown } from './position.js';

const order = 'A23456789TJQK';

// finish returns the moves that bring all cards to the foundations, turning the stock where it
// must; null if a card is hidden or the cards do not go up that easily. The service has to
// check the moves.
export function finish(rules, layout, start) {
  const ranks = rules['max rank'] || 13;
  const piles = [...start.piles];
  const over = layout.rows.length || layout.sequences.length || layout.accordion || layout.hole || layout.packets;
  if (over || !layout.foundations.length || layout.fills.length || rules.foundations?.['only complete pile moves']) return null;
  if (piles.some(([name, cards]) => name.startsWith('tableau/') && cards.some(isDown))) return null;
  if (start.piles.get('stock')?.length && layout.onto !== 'waste') return null;
  let left = piles.reduce((sum, [name, cards]) => sum + (name.startsWith('foundation/') ? 0 : cards.length), 0);
  const sources = [...layout.columns, ...layout.cells, ...layout.reserve, ...(layout.waste ? ['waste'] : [])];
  const moves = [];
  let position = start;
  const play = (move) => {
    moves.push(move);
    position = apply(position, move);
  };
  // foundation returns the pile that a card goes up to.
  const foundation = (card) => layout.foundations.find((name) => {
    if (name.split('/')[1] !== card[1]) return false;
    const cards = position.piles.get(name);
    const next = cards.length ? order[(order.indexOf(cards.at(-1)[0]) + 1) % ranks] : position.base;
    return cards.length < ranks && card[0] === next;
  });
  for (let idle = 0; left > 0;) {
    const from = sources.find((name) => position.piles.get(name)?.length && foundation(position.piles.get(name).at(-1)));
    if (from) {
      const card = position.piles.get(from).at(-1);
      play({ action: 'move', from, to: foundation(card), cards: [card] });
      [left, idle] = [left - 1, 0];
      continue;
    }
    const stock = position.piles.get('stock') || [];
    const waste = position.piles.get('waste') || [];
    if (++idle > 2 * (stock.length + waste.length) + 2) return null; // a whole pass brought nothing
    if (stock.length) play({ action: 'draw', count: Math.min(layout.draw, stock.length) });
    else if (waste.length && (layout.endless || position.redeals > 0)) play({ action: 'redeal' });
    else return null;
  }
  return moves;
}
