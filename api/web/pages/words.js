// Cards, places and moves in words.

const ranks = { A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' };
const suits = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const signs = { C: '♣', D: '♦', H: '♥', S: '♠' };

// rank returns a rank as on a card.
export const rank = (card) => (card[0] === 'T' ? '10' : card[0]);
export const suit = (card) => card[1].toUpperCase();

// name returns the full name of a card.
export const name = (card) => `${ranks[card[0]] || card[0]} of ${suits[suit(card)]}`;

// short returns a card as on the card. The variation selector keeps phones from drawing an
// emoji.
export const short = (card) => rank(card) + signs[suit(card)] + '\ufe0e';

// place returns the name of a place.
export function place(text) {
  const [kind, a, b] = text.split('/');
  switch (kind) {
    case 'tableau': return 'column ' + a;
    case 'cell': return 'cell ' + a;
    case 'reserve': return a ? 'reserve ' + a : 'the reserve';
    case 'foundation': return `the foundation of ${suits[a]}${b ? ', number ' + b : ''}`;
    case 'accordion': return 'pile ' + a;
    case 'sequence': case 'row': return `row ${a}, place ${b}`;
    default: return 'the ' + kind;
  }
}

// goal returns a short name of a place, for lists.
function goal(text) {
  const kind = text.split('/')[0];
  return kind === 'foundation' ? 'the foundation' : place(text);
}

const count = (n, one) => (n === 1 ? 'a ' + one : n + ' ' + one + 's');

// move returns a move in words; card writes a card.
export function move(m, card = short) {
  switch (m.action) {
    case 'draw': return `turn ${count(m.count, 'card')}`;
    case 'redeal': return 'redeal';
    case 'deal': return `deal ${count(m.count, 'card')}`;
    case 'remove': return `remove ${m.cards.map((c) => card(c)).join(' and ')}`;
  }
  const cards = m.cards.length > 3 ? `${card(m.cards[0])} to ${card(m.cards.at(-1))}` : m.cards.map((c) => card(c)).join(' ');
  const turned = m.turns_up ? `, ${card(m.turns_up)} turns up` : '';
  const from = m.from.startsWith('row/') ? '' : ` from ${goal(m.from)}`; // the card says enough
  return `${cards}${from} to ${goal(m.to)}${turned}`;
}
