// Why a move is illegal, for the whole language of rules (docs/build/rules.md). The referee of the service (solver/game)
// refuses the same moves for the same reasons.

import { Builds, rank, related } from './builds.js';
import { faceUp, isDown } from './position.js';

/** @import { Card, Layout, Move, Place, Position, Rules } from './types.d.ts' */
/** @typedef {{ text: string, values: Record<string, any> }} Refusal the values stand in the text as {name} */

const kind = (place) => place.slice(0, (place.indexOf('/') + 1 || place.length + 1) - 1);
export const numbers = (place) => place.split('/').slice(1).map(Number);

/** @returns {Refusal} */
export const no = (text, values = {}) => ({ text, values });

const ways = {
  'any-suit': 'in any suit', 'red-black': 'in alternating colours', 'same-suit': 'in suit',
  'same-colour': 'in one colour', 'other-suit': 'in another suit',
};

// Laws are the rules of a game as moves depend on them.
export class Laws {
  /** @param {Rules} rules @param {Layout} table */
  constructor(rules, table) {
    const section = (name) => rules[name] || {};
    const { 'spaces policy': spaces = 'any', 'spaces freeze': freeze = false } = section('tableau piles');
    const { policy = 'none', sum = 13, row = 0 } = section('discard');
    this.table = table;
    this.builds = new Builds(rules);
    this.spaces = spaces;
    this.freeze = freeze;
    this.fills = table.onto === 'spaces' ? ['stock'] : table.fills;
    this.stock = section('stock');
    this.hole = section('hole');
    this.rows = section('rows');
    this.lines = { direction: 'L', 'build policy': 'same-suit', ...section('sequences') };
    this.removable = section('foundations').removable;
    this.whole = section('foundations')['only complete pile moves']; // only complete runs go up
    this.discard = { policy, row };
    this.discards = policy !== 'none';
    this.sum = this.discards ? sum : this.rows['pair sum'] || 0;
    this.steps = section('accordion').moves || [];
    this.matches = section('accordion')['build policies'] || [];
    this.singly = this.builds.groups === 'no' && this.builds.build !== 'no-build' && table.columns.length > 1; // so that there are runs
  }
}

export class Checked {
  /** @param {Laws} laws @param {Position} position */
  constructor(laws, position) {
    this.laws = laws;
    this.position = position;
    this.groups = new Map(); // see group
  }

  /** @param {Place} name @returns {Card[]} */
  pile(name) { return this.position.piles.get(name) || []; }

  // open returns the cards of a place that lie face up.
  open(name) { return this.pile(name).filter((card) => !isDown(card)); }

  get space() { return this.laws.table.columns.some((name) => !this.pile(name).length); }

  // forced reports whether a space must be filled before anything else is done.
  get forced() { return this.space && this.laws.fills.some((name) => this.pile(name).length); }

  // group returns how many cards of a place move together at most.
  group(from) {
    if (!this.groups.has(from)) {
      const { builds } = this.laws;
      const cards = this.open(from);
      this.groups.set(from, { no: 1, any: cards.length }[builds.groups] ?? builds.grouped(this.position, builds.group, cards));
    }
    return this.groups.get(from);
  }

  // turning adds the card that a move turns up.
  /** @param {Move} move */
  turning(move) {
    if (move.action !== 'move' || !move.from.startsWith('tableau/')) return move;
    const [under] = this.pile(move.from).slice(-move.cards.length - 1);
    return under !== move.cards[0] && isDown(under) ? { ...move, turns_up: faceUp(under) } : move;
  }

  // covered returns a card that covers a place of rows.
  covered(place) { return this.laws.table.covers.get(place)?.flatMap((name) => this.pile(name))[0]; }

  // refusal says why a move is illegal; it is null if it is legal.
  /** @param {Move} move @returns {Refusal | null} */
  refusal(move) {
    if (move.action === 'move') return this.unmoved(move);
    const { table, stock: rules } = this.laws;
    const [stock, waste] = [this.pile('stock').length, this.pile('waste').length];
    const space = this.forced ? no('a space must be filled first') : null;
    switch (move.action) {
      case 'draw':
        if (!table.waste) return no('this game\'s stock is not turned to a waste');
        return stock ? space : no('there is no stock to draw from');
      case 'redeal':
        if (!table.packets && !waste) return no('there is no waste to turn over');
        if (!table.packets && stock) return no('the waste is turned over only when the stock is empty');
        if (!table.endless && !(Number(this.position.redeals) > 0)) return no('there is no redeal left');
        return waste || (table.onto === 'redeal' && stock) || table.columns.some((name) => this.pile(name).length) ? space : no('there is no card in the columns');
      case 'deal':
        if (table.onto !== 'tableau piles') return no('this game\'s stock is not dealt to the tableau');
        if (!stock) return no('there is no stock to deal from');
        return rules['deal onto spaces'] === false && this.space ? no('the stock is not dealt while a column is empty') : space;
      default:
        return this.unremoved(move) ?? space;
    }
  }

  // unremoved says why cards on top can't be removed.
  /** @param {any} move @returns {Refusal | null} */
  unremoved({ from, cards }) {
    const { discard, discards, sum, rows, table } = this.laws;
    const two = cards.length > 1;
    if (!sum) return no('this game removes no cards');
    if (from[0] === from[1] || from.some((place, i) => this.pile(place).at(-1) !== cards[i])) return no('these cards don\'t lie on top there');
    const card = from.map((place) => this.covered(place)).find(Boolean);
    if (card) return no('it is covered by {card}', { card });
    if (from.includes('stock') && !rows['stock in play']) return no('the next card is still in the stock');
    if (discards && !from.every((place) => place.startsWith('tableau/'))) return no('cards are removed from columns only');
    if (discard.policy === 'lower-in-suit') {
      if (two) return no('cards are removed one by one');
      const height = (one) => (rank(one) + 11) % 13; // the ace is the highest
      const higher = (one) => one && one[1] === cards[0][1] && height(one) > height(cards[0]);
      return table.columns.some((name) => higher(this.pile(name).at(-1))) ? null : no('no column has a higher card of its suit on top');
    }
    const made = cards.reduce((total, one) => total + rank(one), 0);
    if (discard.policy === 'pair-rank') {
      if (!two) return no('cards are removed in pairs');
      if (cards[0][0] !== cards[1][0]) return no('the two cards are not of one rank');
    } else if (made !== sum) {
      return two ? no('their ranks add up to {sum}, not to {n}', { sum: made, n: sum }) : no('only a card of rank {n} is removed alone', { n: sum });
    }
    if (!two || !discard.row) return null;
    const [a, b] = from.map((place) => numbers(place)[0] - 1);
    const near = (m, n) => Math.abs(m - n) <= 1;
    return near(Math.floor(a / discard.row), Math.floor(b / discard.row)) && near(a % discard.row, b % discard.row) ? null : no('the two columns are not neighbours');
  }

  // unmoved says why cards don't move from one place to another.
  unmoved(move) {
    const { laws } = this;
    const { builds, table } = laws;
    const { from, to, cards } = move;
    const [here, there] = [kind(from), kind(to)];
    const n = cards.length;
    if (from === to) return no('source and target are the same place');
    if (![from, to].every((place) => this.position.piles.has(place))) return no('the table has no such place');
    const pile = this.pile(from);
    if (!n || cards.some((card, i) => card !== pile[pile.length - n + i] || isDown(card))) return no('these cards don\'t lie face up on top there');
    if (this.forced) {
      const fills = n === 1 && there === 'tableau' && !this.pile(to).length && laws.fills.includes(from) && !(here === 'stock' && this.pile('waste').length);
      return fills ? null : no('a space must be filled first');
    }
    if (here === 'stock') {
      if (there === 'hole' && table.onto === 'hole') return null;
      return no(table.waste ? 'the next card is still in the stock: the action draw turns it to the waste' : 'the next card is still in the stock');
    }
    if (here === 'hole') return no('cards in the hole stay there');
    if (here === 'foundation' && !laws.removable) return no('cards on a foundation stay there');
    if (here === 'sequence') return this.unfollowed(to, cards[0]);
    if (here === 'accordion') return this.unmatched(from, to);
    if (here === 'row') return this.unlaid(from, to, cards[0]);
    if (here === 'tableau' && there === 'foundation' && laws.whole) return this.broken(to, cards);
    if (here === 'tableau' && there === 'tableau') {
      const group = this.group(from);
      if (n > 1 && laws.singly) return this.unrun(move);
      if (n > 1 && builds.groups === 'no') return no('cards move one by one');
      if (n > group) return no(builds.group === 'no-build' ? 'no cards move together' : `only cards in sequence, ${ways[builds.group]}, move together`);
      if (builds.groups === 'maximal-group' && n < group) return no('only the whole group moves');
      if (builds.groups === 'whole-pile' && n < pile.length) return no('only a whole column moves');
    } else if (n > 1) return no('cards move together only between columns');
    switch (there) {
      case 'foundation':
        if (here === 'foundation') return no('cards don\'t move between foundations');
        if (to.split('/')[1] !== cards[0][1]) return no('the foundation is of another suit');
        if (laws.whole) return no('only a complete run goes up, from a column to an empty foundation');
        return builds.above(this.position, cards[0]) === this.pile(to).length + 1 ? null : no('it is not the foundation\'s next card');
      case 'cell':
        if (here === 'cell') return no('a card leaves a cell only for the tableau or a foundation');
        return this.pile(to).length ? no('the cell is taken') : null;
      case 'tableau': return this.unbuilt(here, to, cards);
      case 'hole': {
        const [top] = this.pile('hole').slice(-1);
        if (laws.hole['nothing on kings'] && rank(top) === builds.most) return no('nothing goes onto a card of the highest rank');
        return builds.beside(top, cards[0]) ? null : no('its rank is not next to that of the hole\'s card');
      }
      default: return no('nothing can be moved there');
    }
  }

  // unrun says why several cards don't move where cards move one by one.
  /** @param {Move} _ @returns {Refusal | null} */
  unrun(_) { return no('cards move one by one'); }

  // broken says why cards are no complete run for a foundation.
  broken(to, cards) {
    const { most } = this.laws.builds;
    if (to.split('/')[1] !== cards[0][1]) return no('the foundation is of another suit');
    if (cards.length !== most || this.pile(to).length) return no('only a complete run goes up, from a column to an empty foundation');
    const whole = cards.every((card, i) => card[1] === cards[0][1] && rank(card) === most - i);
    return whole ? null : no('only a complete run goes up: all cards of a suit in order, the ace last');
  }

  // unbuilt says why cards can't be laid on a column.
  unbuilt(here, to, [head, ...more]) {
    const { builds, spaces, freeze, discards } = this.laws;
    const column = this.pile(to);
    if (builds.build === 'no-build' && !(discards && !column.length)) return no('nothing is built on the tableau');
    if (freeze && here !== 'waste' && this.space) return no('while a space waits for the waste, nothing else moves onto the tableau');
    if (!column.length) {
      if (spaces === 'no-build') return no('spaces stay empty');
      if (spaces === 'auto-reserve-then-waste' && here !== 'waste') return no('only a card of the waste fills a space when the reserve is empty');
      if (spaces === 'kings' && builds.above(this.position, head) !== builds.most) return no('only a king, the last card of its foundation, fills a space');
      return null;
    }
    const policy = more.length ? builds.target : builds.build;
    if (builds.fits(this.position, policy, column.at(-1), head)) return null;
    return no(`columns go ${builds.both ? 'up or down' : 'down'} by one, ${ways[policy]}`);
  }

  // unlaid says why the card of a row doesn't go to the waste.
  unlaid(from, to, one) {
    const { rows, builds } = this.laws;
    const [top] = this.pile('waste').slice(-1);
    const card = this.covered(from);
    if (card) return no('it is covered by {card}', { card });
    if (!rows['build on waste'] || to !== 'waste') return no('nothing can be moved there');
    if (!top) return no('there is no waste to lay it on');
    return builds.beside(top, one) ? null : no('its rank is not next to that of the waste\'s top card');
  }

  // reached lists the piles of an accordion to which another one may go.
  reached(from) {
    const [at] = numbers(from);
    const to = this.laws.steps.map((step) => at + (step[0] === 'L' ? -1 : 1) * Number(step.slice(1)));
    return [...new Set(to)].map((n) => 'accordion/' + n).filter((name) => this.position.piles.has(name));
  }

  // unmatched says why a pile of an accordion doesn't go onto another one.
  unmatched(from, to) {
    if (!this.reached(from).includes(to)) return no('piles don\'t move this far in this direction');
    const [a, b] = [to, from].map((name) => this.pile(name).slice(-1)[0]);
    return this.laws.matches.some((policy) => related[policy](a, b)) ? null : no('the two top cards are not related as the build policies require');
  }

  // unfollowed says why a card doesn't go into a gap: it neither starts a row there nor follows the card beside it.
  unfollowed(to, card) {
    const { direction, 'build policy': policy, 'fixed suit': fixed } = this.laws.lines;
    const [line, place] = numbers(to);
    if (this.pile(to).length) return no('there is no gap');
    const goes = (step) => {
      const name = `sequence/${line}/${place + step}`;
      if (!this.position.piles.has(name)) return rank(card) === (step < 0 ? 2 : this.laws.builds.most) && (!fixed || card[1] === 'CHSD'[(line - 1) % 4]);
      const [beside] = this.pile(name);
      return Boolean(beside) && rank(card) === rank(beside) - step && related[policy](beside, card);
    };
    return (direction !== 'R' && goes(-1)) || (direction !== 'L' && goes(1)) ? null : no('it neither starts a row there nor follows the card beside the gap');
  }
}
