// Positions and moves in a browser: docs/build/positions.md, "Positions" and "Moves". It applies
// moves without checking them; legal.js checks them.
//
// A position is a map from places to piles, named as in moves ("tableau/3", "cell/1",
// "foundation/S", "accordion/7", "sequence/2/13", "row/7/2", "stock", "waste", "reserve", "hole"),
// each pile a list of cards from the deepest to the top. A card is two characters; a
// lower-case suit lies face down.

/** @import { Card, Document, Layout, Move, Place, Position, Rules } from './types.d.ts' */

/** @type {<T>(n: number, name: (i: number) => T) => T[]} */
const between = (n, name) => Array.from({ length: n }, (_, i) => name(i + 1));

// fills lists the places from which a space must be filled.
function fills(policy = '', reserve) {
  if (policy === 'auto-waste-then-stock') return ['waste', 'stock'];
  return policy.startsWith('auto-reserve-') ? reserve : [];
}

// covers returns the places of rows by the places that cover each; none if there are no rows.
function covers({ shape = 'none', count = 7, 'covered by': lists }) {
  const name = (row, k) => `row/${row}/${k}`;
  const below = (row, k) => [name(row + 1, k), name(row + 1, k + 1)];
  switch (shape) {
    case 'pyramid': return between(count, (row) => new Map(between(row, (k) => [name(row, k), row < count ? below(row, k) : []])));
    case 'tripeaks': return [
      new Map(between(3, (k) => [name(1, k), [name(2, 2 * k - 1), name(2, 2 * k)]])),
      new Map(between(6, (k) => [name(2, k), below(2, k + Math.ceil(k / 2) - 1)])),
      new Map(between(9, (k) => [name(3, k), below(3, k)])),
      new Map(between(10, (k) => [name(4, k), []])),
    ];
    case 'lists': return lists.map((row, i) => new Map(row.map((by, k) => [name(i + 1, k + 1), by.map((place) => 'row/' + place)])));
    default: return [];
  }
}

// layout returns the places of a game from its rules.
/** @param {Rules} rules */
export function layout(rules) {
  const section = (name) => rules[name] || {};
  const suits = { 1: ['S'], 2: ['H', 'S'] }[rules.suits] || ['C', 'H', 'S', 'D'];
  const copies = (rules['two decks'] ? 8 : 4) / suits.length;
  const founded = section('foundations').present !== false;
  const stock = section('stock');
  const size = stock.size || 0;
  const type = stock['deal type'] || 'waste';
  const tableau = section('tableau piles');
  const packets = tableau.redeals === 0 ? 0 : tableau['redeal packets'] || 0;
  const again = packets ? tableau : stock; // what limits redeals
  const reserve = section('reserve');
  const reserves = !reserve.size ? [] : reserve.stacked ? ['reserve'] : between(reserve.size, (i) => 'reserve/' + i);
  const lines = section('sequences').count || 0;
  const ranks = rules['max rank'] || 13;
  const rows = covers(section('rows'));
  return {
    columns: between(section('tableau piles').count ?? 8, (i) => 'tableau/' + i),
    foundations: founded ? suits.flatMap((s) => between(copies, (i) => 'foundation/' + s + (copies > 1 ? '/' + i : ''))) : [],
    copies,
    base: section('foundations')['base card'] || 'A',
    cells: between(section('cells').count || 0, (i) => 'cell/' + i),
    reserve: reserves,
    stock: size > 0,
    row: section('discard').row || 0, // columns side by side, where only neighbours go together
    packets, // cards that a redeal lays on each column; 0 if the columns are not redealt
    waste: size > 0 && type === 'waste',
    draw: type === 'waste' ? Math.min(stock['deal count'] || 1, size) : 1,
    onto: type, // where cards of the stock go
    redeals: again.redeals > 0 ? again.redeals : null, // if limited
    endless: Boolean(packets || stock.redeal) && !(again.redeals > 0),
    fills: fills(section('tableau piles')['spaces policy'], reserves), // from where a space must be filled first
    hole: Boolean(section('hole').present),
    accordion: section('accordion').size || 0,
    sequences: between(lines, (row) => between(ranks * (rules['two decks'] ? 8 : 4) / lines, (i) => `sequence/${row}/${i}`)),
    rows: rows.map((row) => [...row.keys()]),
    covers: new Map(rows.flatMap((row) => [...row])), // by each place of rows, the places that cover it
    stockInPlay: Boolean(section('rows')['stock in play']), // so its next card lies face up
  };
}

// faceUp and faceDown turn a card.
export const faceUp = (card) => card.toUpperCase();
export const isDown = (card) => card !== card.toUpperCase();

// read returns the position of a document as the service writes it.
/** @type {(table: Layout, document: Document) => Position} */
export function read(table, document) {
  const piles = new Map();
  const place = (names, lists) => names.forEach((name, i) => piles.set(name, lists[i] || []));
  const single = (cards) => (cards || []).map((card) => (card ? [card] : []));
  const foundations = new Map(table.foundations.map((name) => [name, []]));
  const lists = document.foundations || [];
  if (lists.length === table.foundations.length && lists.every(Array.isArray)) {
    table.foundations.forEach((name, i) => foundations.set(name, lists[i]));
  } else if (lists.some(Array.isArray)) {
    for (const cards of lists) {
      if (!cards.length) continue;
      const name = table.foundations.find((f) => f.split('/')[1] === faceUp(cards[0])[1] && !foundations.get(f).length);
      foundations.set(name, cards);
    }
  } else {
    for (const card of lists) foundations.get('foundation/' + card[1]).push(card);
  }
  if (table.stock || table.packets) piles.set('stock', document.stock || []);
  if (table.waste) piles.set('waste', document.waste || []);
  if (table.reserve[0] === 'reserve') piles.set('reserve', document.reserve || []);
  else place(table.reserve, single(document.reserve));
  place(table.cells, single(document.cells));
  if (table.hole) piles.set('hole', document.hole ? [document.hole] : []);
  for (const [name, cards] of foundations) piles.set(name, cards);
  place(table.columns, document['tableau piles'] || []);
  (document.accordion || []).forEach((card, i) => piles.set('accordion/' + (i + 1), [card]));
  table.sequences.forEach((row, i) => place(row, single((document.sequences || [])[i])));
  table.rows.forEach((row, i) => place(row, single((document.rows || [])[i])));
  return { piles, base: document.base || table.base, redeals: document['redeals left'] ?? table.redeals, packets: table.packets, follows: table.onto === 'redeal' };
}

// write returns the document of a position, with the fields that the service writes.
/** @type {(table: Layout, position: Position) => Document} */
export function write(table, position) {
  const document = {};
  const pile = (name) => position.piles.get(name) || [];
  const top = (name) => pile(name).at(-1) || '';
  const field = (name, cards) => { if (cards.length) document[name] = cards; };
  field('tableau piles', table.columns.map(pile));
  if (table.foundations.length) {
    const piles = table.foundations.map(pile);
    const apart = piles.some((cards, i) => cards.length && i % table.copies && !piles[i - 1].length);
    document.foundations = table.copies === 1 ? piles.flat() : apart ? piles : piles.filter((cards) => cards.length);
    if (table.base === 'random') document.base = position.base;
  }
  field('cells', table.cells.map(top));
  field('reserve', table.reserve[0] === 'reserve' ? pile('reserve') : table.reserve.map(top));
  field('stock', pile('stock'));
  field('waste', pile('waste'));
  if (table.redeals !== null) document['redeals left'] = position.redeals;
  if (top('hole')) document.hole = top('hole');
  field('sequences', table.sequences.map((row) => row.map(top)));
  field('rows', table.rows.map((row) => row.map(top)));
  if (table.accordion) document.accordion = row(position).map((cards) => cards.at(-1));
  return document;
}

// row lists the piles of an accordion.
function row({ piles }) {
  return [...piles].filter(([name]) => name.startsWith('accordion/')).map(([, cards]) => cards);
}

// same reports whether two positions of a game have the same document.
/** @type {(table: Layout, a: Position, b: Position) => boolean} */
export const same = (table, a, b) => JSON.stringify(write(table, a)) === JSON.stringify(write(table, b));

// gather takes up the columns from the left and lays them again in packets. If the stock follows
// them, its next cards are laid too, as far as there is room.
function gather(piles, packets, follows) {
  const columns = [...piles.keys()].filter((name) => name.startsWith('tableau/'));
  const cards = columns.flatMap((name) => piles.get(name) || []);
  if (follows) {
    const stock = [...piles.get('stock') || []];
    while (stock.length && cards.length < columns.length * packets) cards.push(...stock.splice(-1));
    piles.set('stock', stock);
  }
  for (const name of columns) piles.set(name, cards.splice(0, packets));
}

// apply returns the position after a move. It throws if the cards are not where the move
// takes them from.
/** @type {(position: Position, move: Move) => Position} */
export function apply(position, move) {
  const piles = new Map(position.piles);
  const next = { ...position, piles };
  const take = (name, n) => {
    const pile = piles.get(name) || [];
    if (pile.length < n) throw new Error(`${name} has no ${n} cards`);
    piles.set(name, pile.slice(0, pile.length - n));
    return pile.slice(pile.length - n);
  };
  const lay = (name, cards) => piles.set(name, [...(piles.get(name) || []), ...cards]);
  switch (move.action) {
    case 'draw':
      lay('waste', take('stock', move.count).reverse());
      return next;
    case 'redeal':
      if (position.packets) gather(piles, position.packets, position.follows);
      else {
        piles.set('stock', [...piles.get('waste') || []].reverse());
        piles.set('waste', []);
      }
      if (position.redeals !== null) next.redeals = position.redeals - 1;
      return next;
    case 'deal':
      take('stock', move.count).reverse().forEach((card, i) => lay('tableau/' + (i + 1), [card]));
      return next;
    case 'remove':
      move.from.forEach((name, i) => {
        const [card] = take(name, 1);
        if (card !== move.cards[i]) throw new Error(`${name} has ${card}, not ${move.cards[i]}`);
      });
      return next;
  }
  if (move.from.startsWith('accordion/')) return closed(next, move);
  const cards = take(move.from, move.cards.length);
  if (cards.join() !== move.cards.join()) throw new Error(`${move.from} has ${cards.join(' ')}, not ${move.cards.join(' ')}`);
  // A complete run is stored as if its cards had moved one by one.
  lay(move.to, move.to.startsWith('foundation/') ? cards.reverse() : cards);
  const under = piles.get(move.from) || [];
  const [top] = under.slice(-1);
  if (top && isDown(top) && move.from.startsWith('tableau/')) {
    piles.set(move.from, [...under.slice(0, -1), faceUp(top)]);
  }
  return next;
}

// closed moves a pile of an accordion and closes the gap.
function closed(position, move) {
  const piles = row(position);
  const [from, to] = [move.from, move.to].map((name) => Number(name.split('/')[1]) - 1);
  piles[to] = [...piles[to], ...piles[from]];
  piles.splice(from, 1);
  const rest = [...position.piles].filter(([name]) => !name.startsWith('accordion/'));
  return { ...position, piles: new Map([...rest, ...piles.map((cards, i) => ['accordion/' + (i + 1), cards])]) };
}
