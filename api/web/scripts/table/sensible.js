// What a tap on a card means: the move that players expect, if there is one. A tap that may mean several moves selects
// the card.

const ranks = 'A23456789TJQK';
const colour = (suit) => ('HD'.includes(suit) ? 'red' : 'black');

// below reports whether a card of one suit may be laid on one of another, by the build policy of the columns.
const below = {
  'red-black': (suit, other) => colour(suit) !== colour(other),
  'same-colour': (suit, other) => colour(suit) === colour(other),
  'other-suit': (suit, other) => suit !== other,
  'any-suit': () => true,
};

// safe reports whether a card may leave the columns for good: every card that could be laid on it is up already, or
// goes up at once.
function safe(card, { piles, base }, { layout, rules }) {
  const { 'build policy': policy = 'any-suit' } = rules['tableau piles'] || {};
  const height = (ranks.indexOf(card[0]) - ranks.indexOf(base) + ranks.length) % ranks.length;
  if (height < 2 || !below[policy] || !layout.columns.length || rules.foundations?.['only complete pile moves']) return true;
  return layout.foundations.every((name) => !below[policy](name.split('/')[1], card[1]) || piles.get(name).length >= height);
}

// sensible returns the move that a tap on a card means, of those that take it with what lies on it from a place; null
// if there is none, or several. First comes the foundation, then another card, then a space, then a cell.
export function sensible(moves, place, position, game) {
  if (place.startsWith('foundation/')) return null; // it is taken back on purpose only
  const pairs = moves.filter(({ action }) => action === 'remove');
  if (pairs.length) return pairs.length === 1 && moves.length === 1 ? pairs[0] : null;
  const lies = (name) => (position.piles.get(name) || []).length;
  const to = (kind) => moves.filter((move) => kind.test(move.to));
  const [card] = moves[0]?.cards || [];
  const up = to(/^(foundation|hole|waste)/);
  const onto = to(/^(tableau|accordion)/).filter((move) => lies(move.to)).concat(to(/^(sequence|row)/));
  if (up.length) return !onto.length || safe(card, position, game) ? up[0] : null;
  if (onto.length) {
    const suited = onto.filter((move) => position.piles.get(move.to)?.at(-1)?.[1] === card[1]);
    return onto.length === 1 ? onto[0] : suited.length === 1 ? suited[0] : null;
  }
  const spaces = lies(place) === moves[0]?.cards?.length ? [] : to(/^tableau/); // from space to space is no move
  if (spaces.length) return spaces.length === 1 || !game.layout.row ? spaces[0] : null;
  return place.startsWith('cell/') ? null : to(/^(cell|reserve)/)[0] ?? null;
}
