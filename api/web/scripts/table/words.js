// Cards, places and moves in words.

import { h } from './page.js';

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

// lying returns where a card of a place lies.
export const lying = (text) => (/^(waste|stock|foundation|hole)/.test(text) ? 'on ' : 'in ') + place(text);

// together joins texts, the last one in its own way.
const together = (texts, comma, last) => [...texts.slice(0, -2), texts.slice(-2).join(last)].join(comma);

// either lists places to choose from; free cells are one.
export const either = (places) => together([...new Set(places.map((text) => (text.startsWith('cell/') ? 'a free cell' : place(text))))], ', ', ' or ');

// goal returns a short name of a place, for lists.
function goal(text) {
  const kind = text.split('/')[0];
  return kind === 'foundation' ? 'the foundation' : place(text);
}

const several = (n, one) => (n === 1 ? 'a ' + one : n + ' ' + one + 's');

const plural = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

// counted writes a number of moves, and of redeals where there are some.
export const counted = (moves, redeals) => plural(moves, 'move') + (redeals ? ' and ' + plural(redeals, 'redeal') : '');

// count returns how many of the first plies of a line are moves, as the service counts them: without
// redeals. So a move has the same number everywhere, and a redeal has none.
export const count = (moves, plies = moves.length) => moves.slice(0, plies).filter(({ action }) => action !== 'redeal').length;

// length writes how long a line is, or its first plies.
export const length = (moves, plies = moves.length) => counted(count(moves, plies), plies - count(moves, plies));

// nth names the move, or the redeal, that leads to a ply.
export const nth = (moves, ply) => (moves[ply - 1].action === 'redeal' ? `the redeal after move ${count(moves, ply)}` : `move ${count(moves, ply)}`);

// capital begins a text with a capital letter.
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// move returns a move in words; card writes a card.
export function move(m, card = short) {
  switch (m.action) {
    case 'draw': return `turn ${several(m.count, 'card')}`;
    case 'redeal': return 'redeal';
    case 'deal': return `deal ${several(m.count, 'card')}`;
    case 'remove': return `remove ${m.cards.map((c) => card(c)).join(' and ')}`;
  }
  const cards = m.cards.length > 3 ? `${card(m.cards[0])} to ${card(m.cards.at(-1))}` : together(m.cards.map((c) => card(c)), card === short ? ' ' : ', ', card === short ? ' ' : ' and ');
  const turned = m.turns_up ? `, ${card(m.turns_up)} turns up` : '';
  const from = m.from.startsWith('row/') ? '' : ` from ${goal(m.from)}`; // the card says enough
  return `${cards}${from} to ${goal(m.to)}${turned}`;
}

// suited writes text with its cards in the colours of their suits.
export const suited = (text) => text.split(/((?:10|[2-9AJQK])[♣♦♥♠]\ufe0e?)/).map((part, i) => {
  if (i % 2 === 0) return part;
  const sign = part.match(/[♣♦♥♠]/)[0];
  return h('span', { class: 'suit-' + Object.keys(signs).find((letter) => signs[letter] === sign) }, part);
});

// part returns what a field of a request is at the table: "column 3, card 5" for
// deal.tableau piles[2][4], "move 3" for moves[2].cards. Names inside rules stay as they are written.
export function part(field) {
  if (field === 'seed') return 'deal number';
  const [top, ...rest] = field.replace(/^(deal|position|moves)\b[. ]?/, '').replace(/^rules\./, 'rules, ').split(/(?=[[.])/);
  const numbers = rest.map((text) => Number(text.slice(1, -1)) + 1);
  if (field.startsWith('moves[')) return 'move ' + (Number(field.slice(6).split(']')[0]) + 1);
  if (field.startsWith('rules')) return field.replaceAll('.', ', ');
  const [one, many] = { 'tableau piles': ['column', 'columns'], cells: ['cell', 'cells'], foundations: ['foundation', 'foundations'], rows: ['row', 'rows'], sequences: ['row', 'rows'] }[top] ?? [];
  if (!one || !(numbers[0] > 0)) return (many ?? top) + (numbers[0] > 0 ? `, card ${numbers[0]}` : '');
  return `${one} ${numbers[0]}` + (numbers[1] > 0 ? `, card ${numbers[1]}` : '');
}

// mistake writes an error of a field as a sentence for people.
export function mistake({ field, detail }) {
  const what = part(field);
  const text = (what ? what + ': ' : '') + detail.replace(/^unknown field; allowed: /, 'there is no such part; there are ').replace(/deal\.[a-z ]+(\[\d+\])+/g, part);
  return text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}

const building = { 'any-suit': 'by rank, in any suit', 'red-black': 'in alternating colours', 'same-suit': 'in suit', 'same-colour': 'in one colour', 'other-suit': 'in another suit' };

// refusal writes in a few words why the referee refused a move.
export function refusal(reason, { 'tableau piles': tableau = {} }) {
  const why = reason.replace(/^[^:]*: /, '');
  const policy = tableau['build policy'] || 'any-suit';
  if (/can't be built on the card/.test(why) && building[policy]) return `Columns go ${tableau['build direction'] === 'up-or-down' ? 'up or down' : 'down'} by one, ${building[policy]}.`;
  if (/group|run: each/.test(why)) return 'These cards don’t move together.';
  if (/only a king/.test(why)) return 'Only a king goes to an empty column.';
  return why[0].toUpperCase() + why.slice(1).replace(/'/g, '’') + '.';
}
