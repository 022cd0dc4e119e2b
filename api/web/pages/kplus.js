// The stock fanned out, as Bjarnason, Tadepalli & Fern do it (Searching Solitaire in Real
// Time, ICGA Journal 30, 2007, section 2.2 and figure 3, "K+"): turns of the stock are no
// moves of their own, but belong to the play of the card that they bring up. Which cards
// they bring up follows from how many are turned at a time.

// isTurn tells whether a move turns the stock, or the waste over.
export const isTurn = ({ action }) => action === 'draw' || action === 'redeal';

// reach tells what it takes to bring up each card of stock and waste: the turns, fewest
// first, or null where another card has to be played before: nothing is turned while a space
// waits to be filled. The lists are as the piles are. When the waste has been turned over
// once, all has come up that ever will.
export function reach(table, position) {
  const [waste, stock] = ['waste', 'stock'].map((name) => position.piles.get(name) || []);
  const all = waste.length + stock.length;
  const found = Array(all).fill(null); // in the order in which cards come up, from the bottom of the waste
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

// before and after give the plies that are a step away in a line of moves: turns of the
// stock are one step with the play that follows them.
export function before(moves, ply) {
  do ply--; while (ply > 0 && isTurn(moves[ply - 1]));
  return Math.max(0, ply);
}

export function after(moves, ply) {
  do ply++; while (ply < moves.length && isTurn(moves[ply - 1]));
  return Math.min(ply, moves.length);
}

// macro is what turns at the beginning of a line are made for, and how many there are; null
// if it does not begin with any, or goes on with something else.
export function macro(line) {
  const turns = line.findIndex((move) => !isTurn(move));
  return turns > 0 && line[turns].from === 'waste' ? { play: line[turns], turns } : null;
}
