// Which cards go on which, by the rules of a game: columns, groups, foundations, and ranks beside each other.

/** @import { Card, Position, Rules } from './types.d.ts' */

const order = 'A23456789TJQK';
/** @param {Card} card */
export const rank = (card) => order.indexOf(card[0]) + 1;
const red = (card) => 'DH'.includes(card[1]);

// related are the policies by which two cards may lie on each other or side by side.
/** @type {Record<string, (a: Card, b: Card) => boolean>} */
export const related = {
  'any-suit': () => true,
  'red-black': (a, b) => red(a) !== red(b),
  'same-suit': (a, b) => a[1] === b[1],
  'same-colour': (a, b) => red(a) === red(b),
  'other-suit': (a, b) => a[1] !== b[1],
  'same-rank': (a, b) => a[0] === b[0],
  'no-build': () => false,
};

export class Builds {
  /** @param {Rules} rules */
  constructor(rules) {
    const { 'tableau piles': columns = {}, hole = {}, rows = {} } = rules;
    const { 'build policy': build = 'any-suit', 'move built group': groups = 'no', 'move built group policy': policy = 'same-as-build' } = columns;
    this.most = rules['max rank'] || 13;
    this.founded = rules.foundations?.present !== false;
    this.build = build;
    this.groups = build === 'no-build' ? 'no' : groups; // which groups move
    this.group = groups === 'no' || groups === 'any' || policy === 'same-as-build' ? build : policy;
    this.target = columns['group target'] === 'group' ? this.group : build; // for the card under a group
    this.both = columns['build direction'] === 'up-or-down';
    this.loops = (hole.present ? hole : rows)['build loops'] !== false;
  }

  // base returns the rank of the first card of the foundations.
  /** @param {Position} position */
  base(position) { return (this.founded && rank(position.base)) || 1; }

  // above counts ranks from the base: 1 for the first card of a foundation.
  above(position, card) { return (rank(card) - this.base(position) + this.most) % this.most + 1; }

  // fits reports whether a card may lie on a lower one.
  fits(position, policy, lower, upper) {
    const next = (a, b) => a % this.most + 1 === b && b !== this.base(position);
    const [low, high] = [rank(upper), rank(lower)];
    return (next(low, high) || (this.both && next(high, low))) && related[policy](lower, upper);
  }

  // grouped returns how many cards at the end of a list lie on each other by a policy.
  grouped(position, policy, cards) {
    let n = Math.min(1, cards.length);
    while (n > 0 && n < cards.length && this.fits(position, policy, cards.at(-n - 1), cards.at(-n))) n++;
    return n;
  }

  // beside reports whether two ranks are neighbours, on the hole or the waste.
  beside(a, b) {
    const apart = Math.abs(rank(a) - rank(b));
    return apart === 1 || (this.loops && apart === this.most - 1);
  }
}
