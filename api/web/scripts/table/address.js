// Moves and positions in addresses.

import { apply, faceUp, isDown } from './position.js';

/** @import { Document, Layout, Move, Position } from './types.d.ts' */

// Moves in addresses: t6t4.t2t6x3.d has the source, the target and the number of cards; d
// turns the stock, n turns the waste over and l deals to the columns; kp7_2w removes the cards
// of two places, or of one. The cards follow from the position.

const letters = { tableau: 't', cell: 'c', reserve: 'r', foundation: 'f', waste: 'w', stock: 's', hole: 'h', accordion: 'a', sequence: 'q', row: 'p' };
const words = Object.fromEntries(Object.entries(letters).map(([word, letter]) => [letter, word]));
const brief = (place) => place.replace(/^[a-z]+/, (word) => letters[word]).replace('/', '').replace('/', '_');
const spelt = (text) => [words[text[0]], ...text.slice(1).split('_')].filter(Boolean).join('/');

// briefly writes moves for an address.
/** @type {(moves: Move[]) => string} */
export function briefly(moves) {
  return moves.map((move) => {
    if (move.action === 'remove') return 'k' + move.from.map(brief).join('');
    if (move.action !== 'move') return { draw: 'd', redeal: 'n', deal: 'l' }[move.action];
    return brief(move.from) + brief(move.to) + (move.cards.length > 1 ? 'x' + move.cards.length : '');
  }).join('.');
}

// atLength reads what briefly wrote, played from a position. It throws if a move is
// impossible.
/** @type {(table: Layout, position: Position, text: string) => Move[]} */
export function atLength(table, position, text) {
  const pattern = /^([a-z][CDHS]?[\d_]*)([a-z][CDHS]?[\d_]*?)(?:x(\d+))?$/;
  return text.split('.').filter(Boolean).map((word) => {
    const stock = position.piles.get('stock') || [];
    /** @type {Move} */
    let move;
    const removal = /^k([a-z][\d_]*)([a-z][\d_]*)?$/.exec(word);
    if (word === 'd') move = { action: 'draw', count: Math.min(table.draw, stock.length) };
    else if (word === 'n') move = { action: 'redeal' };
    else if (word === 'l') move = { action: 'deal', count: Math.min(table.columns.length, stock.length) };
    else if (removal) {
      const from = removal.slice(1).filter(Boolean).map(spelt);
      const cards = from.map((name) => (position.piles.get(name) || []).at(-1));
      if (!cards.every(Boolean)) throw new Error(`invalid move ${word}`);
      move = { action: 'remove', from, cards };
    } else {
      const [, from, to, several = '1'] = pattern.exec(word) || [];
      const count = Number(several);
      const pile = from && position.piles.get(spelt(from));
      if (!pile || pile.length < count) throw new Error(`invalid move ${word}`);
      const rest = pile.slice(0, pile.length - count);
      move = { action: 'move', from: spelt(from), to: spelt(to), cards: pile.slice(rest.length) };
      const [under] = rest.slice(-1);
      if (under && isDown(under) && move.from.startsWith('tableau/')) move.turns_up = faceUp(under);
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
/** @type {(document: Document, parameters: URLSearchParams) => void} */
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
/** @type {(parameters: URLSearchParams) => Document | null} */
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
