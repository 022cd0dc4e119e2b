// The fanned-out stock of Bjarnason, Tadepalli & Fern (Searching Solitaire in Real Time, ICGA
// Journal 30, 2007, section 2.2 and figure 3, "K+"): turns of the stock belong to the move of
// the card that they bring up.

// isTurn reports whether a move turns the stock or the waste.
export const isTurn = ({ action }) => action === 'draw' || action === 'redeal';

// reach returns the turns that bring up each card of stock and waste, in the order of the
// piles; null for a card that needs another move first, as while a space must be filled. One
// redeal brings up all cards that can come up.
export function reach(table, position) {
  const [waste, stock] = ['waste', 'stock'].map((name) => position.piles.get(name) || []);
  const all = waste.length + stock.length;
  const found = Array(all).fill(null); // in the order of coming up, from the bottom of the waste
  const turns = [];
  const lies = (name) => (position.piles.get(name) || []).length > 0;
  const waits = table.fills.some(lies) && !table.columns.every(lies);
  let over = !(table.endless || position.redeals > 0);
  for (let up = waste.length; ;) {
    if (up > 0) found[up - 1] ??= [...turns];
    if (up < all && !waits) {
      const count = Math.min(table.draw, all - up);
      turns.push({ action: 'draw', count });
      up += count;
    } else if (waits || over || all === 0) {
      return { waste: found.slice(0, waste.length), stock: found.slice(waste.length).reverse() };
    } else {
      turns.push({ action: 'redeal' });
      [over, up] = [true, 0];
    }
  }
}

// before and after return the plies one step away: turns of the stock are one step with the
// move after them.
export function before(moves, ply) {
  do ply--; while (ply > 0 && isTurn(moves[ply - 1]));
  return Math.max(0, ply);
}

export function after(moves, ply) {
  do ply++; while (ply < moves.length && isTurn(moves[ply - 1]));
  return Math.min(ply, moves.length);
}

// macro returns the move after the turns at the start of a line, and the number of turns; null
// if there are none or another move follows.
export function macro(line) {
  const turns = line.findIndex((move) => !isTurn(move));
  return turns > 0 && line[turns].from === 'waste' ? { play: line[turns], turns } : null;
}
