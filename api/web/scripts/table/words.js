// Cards, places and moves in words.

import { t, tn } from './language.js';
import { h } from './page.js';

const ranks = { A: t('ace'), T: '10', J: t('jack'), Q: t('queen'), K: t('king') };
const suits = { C: t('clubs'), D: t('diamonds'), H: t('hearts'), S: t('spades') };
const signs = { C: '♣', D: '♦', H: '♥', S: '♠' };

// rank returns a rank as on a card.
export const rank = (card) => (card[0] === 'T' ? '10' : card[0]);
export const suit = (card) => card[1].toUpperCase();

// name returns the full name of a card.
export const name = (card) => t('{rank} of {suit}', { rank: ranks[card[0]] || card[0], suit: suits[suit(card)] });

// short returns a card as on the card. The variation selector keeps phones from drawing an
// emoji.
export const short = (card) => rank(card) + signs[suit(card)] + '\ufe0e';

// place returns the name of a place.
export function place(text) {
  const [kind, n, m] = text.split('/');
  switch (kind) {
    case 'tableau': return t('column {n}', { n });
    case 'cell': return t('cell {n}', { n });
    case 'reserve': return n ? t('reserve {n}', { n }) : t('the reserve');
    case 'foundation': return m ? t('the foundation of {suit}, number {n}', { suit: suits[n], n: m }) : t('the foundation of {suit}', { suit: suits[n] });
    case 'accordion': return t('pile {n}', { n });
    case 'sequence': case 'row': return t('row {n}, place {m}', { n, m });
    case 'stock': return t('the stock');
    case 'hole': return t('the hole');
    default: return t('the waste');
  }
}

// lying returns where a card of a place lies.
export const lying = (text) => (/^(waste|stock|foundation|hole)/.test(text) ? t('on {place}', { place: place(text) }) : t('in {place}', { place: place(text) }));

// together joins texts with commas, the last one by words.
const together = (texts, last) => (texts.length > 1 ? last({ list: texts.slice(0, -1).join(', '), last: texts.at(-1) }) : texts.join(''));

// and lists what there is.
export const and = (texts) => together(texts, (values) => t('{list} and {last}', values));

// or lists what there is to choose from.
export const or = (texts) => together(texts, (values) => t('{list} or {last}', values));

// either lists places to choose from; free cells are one.
export const either = (places) => or([...new Set(places.map((text) => (text.startsWith('cell/') ? t('a free cell') : place(text))))]);

// goal returns a short name of a place, for lists.
function goal(text) {
  const kind = text.split('/')[0];
  return kind === 'foundation' ? t('the foundation') : place(text);
}

// counted writes a number of moves, and of redeals where there are some.
export function counted(n, redeals) {
  const moves = tn(n, '{n} move', '{n} moves');
  return redeals ? t('{moves} and {redeals}', { moves, redeals: tn(redeals, '{n} redeal', '{n} redeals') }) : moves;
}

// count returns how many of the first plies of a line are moves, as the service counts them: without
// redeals. So a move has the same number everywhere, and a redeal has none.
export const count = (moves, plies = moves.length) => moves.slice(0, plies).filter(({ action }) => action !== 'redeal').length;

// length writes how long a line is, or its first plies.
export const length = (moves, plies = moves.length) => counted(count(moves, plies), plies - count(moves, plies));

// nth names the move, or the redeal, that leads to a ply.
export const nth = (moves, ply) => (moves[ply - 1].action === 'redeal' ? t('the redeal after move {n}', { n: count(moves, ply) }) : t('move {n}', { n: count(moves, ply) }));

// capital begins a text with a capital letter.
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// move returns a move in words; card writes a card.
export function move(m, card = short) {
  switch (m.action) {
    case 'draw': return tn(m.count, 'turn a card', 'turn {n} cards');
    case 'redeal': return t('redeal');
    case 'deal': return tn(m.count, 'deal a card', 'deal {n} cards');
    case 'remove': return t('remove {cards}', { cards: and(m.cards.map((c) => card(c))) });
  }
  const list = m.cards.map((c) => card(c));
  const cards = list.length > 3 ? t('{first} to {last}', { first: list[0], last: list.at(-1) }) : card === short ? list.join(' ') : and(list);
  const [from, to] = [goal(m.from), goal(m.to)];
  const made = m.from.startsWith('row/') ? t('{cards} to {to}', { cards, to }) : t('{cards} from {from} to {to}', { cards, from, to }); // the card of a row says enough
  return m.turns_up ? t('{move}, {card} turns up', { move: made, card: card(m.turns_up) }) : made;
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

// parsed reads JSON that was typed into a field. Its error names the field, as an error of the service does.
/** @param {string} text @param {string} field */
export function parsed(text, field) {
  try {
    return JSON.parse(text.trim());
  } catch (error) {
    throw Object.assign(new Error(), { errors: [{ field, detail: t('not complete JSON: {why}', { why: error.message }) }] });
  }
}

// refusal writes why a move is illegal: a text, and values that stand in it as {name}.
/** @param {{ text: string, values: Record<string, any> }} why */
export function refusal({ text, values }) {
  const shown = values.card ? { ...values, card: short(values.card) } : values;
  return capital(t(text, shown)).replace(/'/g, '’') + '.';
}
