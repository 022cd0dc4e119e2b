// Positions and moves in a browser: docs/build/positions.md, "Positions" and "Moves". It applies
// moves without checking them; the service checks whether moves are legal.
//
// A position is a map from places to piles, named as in moves ("tableau/3", "cell/1",
// "foundation/S", "accordion/7", "sequence/2/13", "row/7/2", "stock", "waste", "reserve", "hole"),
// each pile a list of cards from the deepest to the top. A card is two characters; a
// lower-case suit lies face down.

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
export function layout(rules) {
  const section = (name) => rules[name] || {};
  const suits = { 1: ['S'], 2: ['H', 'S'] }[rules.suits] || ['C', 'H', 'S', 'D'];
  const copies = (rules['two decks'] ? 8 : 4) / suits.length;
  const founded = section('foundations').present !== false;
  const stock = section('stock');
  const size = stock.size || 0;
  const type = stock['deal type'] || 'waste';
  const tableau = section('tableau piles');
  const packets = tableau['redeal packets'] || 0;
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
    covers: new Map(rows.flatMap((row) => [...row])), // of each place of rows, those that cover it
    stockInPlay: Boolean(section('rows')['stock in play']), // so its next card lies face up
  };
}

// faceUp and faceDown turn a card.
export const faceUp = (card) => card.toUpperCase();
export const isDown = (card) => card !== card.toUpperCase();

// read returns the position of a document as the service writes it.
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
export const same = (table, a, b) => JSON.stringify(write(table, a)) === JSON.stringify(write(table, b));

// gather takes up the columns from the left and lays them again in packets. If the stock follows
// them, its next cards are laid too, as far as there is room.
function gather(piles, packets, follows) {
  const columns = [...piles.keys()].filter((name) => name.startsWith('tableau/'));
  const cards = columns.flatMap((name) => piles.get(name));
  if (follows) {
    const stock = [...piles.get('stock')];
    while (stock.length && cards.length < columns.length * packets) cards.push(stock.pop());
    piles.set('stock', stock);
  }
  for (const name of columns) piles.set(name, cards.splice(0, packets));
}

// apply returns the position after a move. It throws if the cards are not where the move
// takes them from.
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
        piles.set('stock', [...piles.get('waste')].reverse());
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
  const under = piles.get(move.from);
  if (under.length && isDown(under.at(-1)) && move.from.startsWith('tableau/')) {
    piles.set(move.from, [...under.slice(0, -1), faceUp(under.at(-1))]);
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

// Moves in addresses: t6t4.t2t6x3.d has the source, the target and the number of cards; d
// turns the stock, n turns the waste over and l deals to the columns; kp7_2w removes the cards
// of two places, or of one. The cards follow from the position.

const letters = { tableau: 't', cell: 'c', reserve: 'r', foundation: 'f', waste: 'w', stock: 's', hole: 'h', accordion: 'a', sequence: 'q', row: 'p' };
const words = Object.fromEntries(Object.entries(letters).map(([word, letter]) => [letter, word]));
const brief = (place) => place.replace(/^[a-z]+/, (word) => letters[word]).replace('/', '').replace('/', '_');
const spelt = (text) => [words[text[0]], ...text.slice(1).split('_')].filter(Boolean).join('/');

// briefly writes moves for an address.
export function briefly(moves) {
  return moves.map((move) => {
    if (move.action === 'remove') return 'k' + move.from.map(brief).join('');
    if (move.action !== 'move') return { draw: 'd', redeal: 'n', deal: 'l' }[move.action];
    return brief(move.from) + brief(move.to) + (move.cards.length > 1 ? 'x' + move.cards.length : '');
  }).join('.');
}

// atLength reads what briefly wrote, played from a position. It throws if a move is
// impossible.
export function atLength(table, position, text) {
  const pattern = /^([a-z][CDHS]?[\d_]*)([a-z][CDHS]?[\d_]*?)(?:x(\d+))?$/;
  const removal = /^k([a-z][\d_]*)([a-z][\d_]*)?$/;
  return text.split('.').filter(Boolean).map((word) => {
    const stock = position.piles.get('stock') || [];
    let move;
    if (word === 'd') move = { action: 'draw', count: Math.min(table.draw, stock.length) };
    else if (word === 'n') move = { action: 'redeal' };
    else if (word === 'l') move = { action: 'deal', count: Math.min(table.columns.length, stock.length) };
    else if (removal.test(word)) {
      const from = removal.exec(word).slice(1).filter(Boolean).map(spelt);
      const cards = from.map((name) => (position.piles.get(name) || []).at(-1));
      if (!cards.every(Boolean)) throw new Error(`invalid move ${word}`);
      move = { action: 'remove', from, cards };
    } else {
      const [, from, to, count] = pattern.exec(word) || [];
      const pile = from && position.piles.get(spelt(from));
      if (!pile || pile.length < (count || 1)) throw new Error(`invalid move ${word}`);
      const rest = pile.slice(0, pile.length - (count || 1));
      move = { action: 'move', from: spelt(from), to: spelt(to), cards: pile.slice(rest.length) };
      if (rest.length && isDown(rest.at(-1)) && move.from.startsWith('tableau/')) move.turns_up = faceUp(rest.at(-1));
    }
    position = apply(position, move);
    return move;
  });
}

// Documents in addresses: a letter for each field, cards without separators, an empty place as
// --, and a point after each pile.
const fields = {
  t: 'tableau piles', f: 'foundations', b: 'base', c: 'cells', r: 'reserve', s: 'stock', w: 'waste',
  n: 'redeals left', h: 'hole', q: 'sequences', a: 'accordion', p: 'rows',
};
const packed = (cards) => cards.map((card) => card || '--').join('');
const unpacked = (text) => (text.match(/../g) || []).map((card) => (card === '--' ? '' : card));

// pack writes a document into address parameters.
export function pack(document, parameters) {
  for (const [letter, name] of Object.entries(fields)) {
    const value = document[name];
    if (value === undefined) continue;
    if (!Array.isArray(value)) parameters.set(letter, value);
    else if (value.some(Array.isArray)) parameters.set(letter, value.map((cards) => packed(cards) + '.').join(''));
    else parameters.set(letter, packed(value));
  }
}

// unpack reads it; null if there is none.
export function unpack(parameters) {
  const document = {};
  for (const [letter, name] of Object.entries(fields)) {
    const text = parameters.get(letter);
    if (text === null) continue;
    if (letter === 'n') document[name] = Number(text);
    else if (letter === 'b' || letter === 'h') document[name] = text;
    else if (text.includes('.')) document[name] = text.split('.').slice(0, -1).map(unpacked);
    else document[name] = unpacked(text);
  }
  return Object.keys(document).length ? document : null;
}
