// The referee of the page: which moves are legal, runs among them, and whether the game is won. So play waits for no
// answer of the service, whose referee (solver/game) decides the same.

import { rank, related } from './builds.js';
import { apply } from './position.js';
import { Checked, Laws, no } from './refusals.js';

/** @import { Card, Layout, Move, Place, Position, Rules, Run } from './types.d.ts' */
/** @import { Refusal } from './refusals.js' */

const anywhere = ['any', 'auto-reserve-then-any', 'auto-waste-then-stock']; // policies by which a space takes any card

export class Referee {
  /** @param {Rules} rules @param {Layout} table */
  constructor(rules, table) {
    const { stock, waste, reserve, cells, columns, foundations, sequences, rows, hole } = table;
    this.laws = new Laws(rules, table);
    this.positions = new WeakMap();
    const both = [...cells, ...columns, ...sequences.flat()];
    this.targets = [...rows.length && waste ? ['waste'] : [], ...both, ...foundations, ...hole ? ['hole'] : []];
    this.places = [...stock ? ['stock'] : [], ...waste ? ['waste'] : [], ...reserve, ...both, ...this.laws.removable ? foundations : [], ...rows.flat()];
  }

  // at returns what the referee says of a position.
  /** @param {Position} position @returns {State} */
  at(position) {
    if (!this.positions.has(position)) this.positions.set(position, new State(this, position));
    return this.positions.get(position);
  }

  // played returns the position after moves; null if one of them is illegal.
  /** @param {Position} position @param {Move[]} moves */
  played(position, moves) {
    for (const move of moves) {
      if (this.at(position).refusal(move)) return null;
      position = apply(position, move);
    }
    return position;
  }
}

class State extends Checked {
  /** @param {Referee} referee @param {Position} position */
  constructor(referee, position) {
    super(referee.laws, position);
    this.referee = referee;
    /** @type {(Move | Run)[] | null} */
    this.found = null;
  }

  // legal has the single legal moves, then the runs. A run lists its single moves in expanded.
  get legal() { return this.found ??= [...this.moves(), ...this.runs()]; }

  moves() {
    const { places, targets } = this.referee;
    const { table, builds, whole, sum } = this.laws;
    const stock = this.pile('stock').length;
    /** @type {Move[]} */
    const moves = [{ action: 'draw', count: Math.min(table.draw, stock) }, { action: 'redeal' }, { action: 'deal', count: Math.min(table.columns.length, stock) }];
    const free = targets.filter((name) => !/^[cs]/.test(name) || !this.pile(name).length); // cells and gaps take one card
    for (const from of table.accordion ? this.row : places) {
      const cards = from.startsWith('tableau/') ? this.open(from) : this.pile(from).slice(-1);
      for (let n = 1; n <= cards.length; n++) {
        if (n > this.group(from) && !(whole && n === builds.most)) continue;
        const several = cards.slice(-n);
        for (const to of table.accordion ? this.reached(from) : free) {
          if (n === 1 || /^[tf]/.test(to)) moves.push({ action: 'move', from, to, cards: several }); // only columns and foundations take several
        }
      }
    }
    if (sum && !this.forced) moves.push(...this.removals());
    return moves.filter((move) => !this.refusal(move)).map((move) => this.turning(move));
  }

  // removals lists the cards on top, and pairs of them.
  /** @returns {Move[]} */
  removals() {
    const tops = this.referee.places.filter((place) => this.pile(place).length && !this.covered(place));
    const remove = (...from) => ({ action: /** @type {const} */ ('remove'), from, cards: from.map((place) => this.pile(place).at(-1)) });
    return tops.flatMap((one, i) => [remove(one), ...tops.slice(i + 1).map((two) => remove(one, two))]);
  }

  // row lists the piles of an accordion.
  get row() { return [...this.position.piles.keys()].filter((name) => name.startsWith('accordion/')); }

  // runs lists the runs that can move, in a game whose cards move one by one.
  /** @returns {Run[]} */
  runs() {
    const { singly, table, builds } = this.laws;
    if (!singly || this.forced) return [];
    return table.columns.flatMap((from) => {
      const cards = this.open(from);
      const longest = builds.grouped(this.position, builds.build, cards);
      const runs = Array.from({ length: Math.max(0, longest - 1) }, (_, i) => cards.slice(-2 - i));
      return runs.flatMap((run) => table.columns.filter((to) => to !== from).flatMap((to) => {
        const move = this.turning({ action: 'move', from, to, cards: run });
        const expanded = this.singles(move);
        return Array.isArray(expanded) ? [{ ...move, expanded }] : [];
      }));
    });
  }

  /** @param {Move} move @returns {Refusal | null} */
  unrun(move) {
    const singles = this.singles(move);
    return Array.isArray(singles) ? null : singles;
  }

  // singles returns the single moves of a run, by way of cells and spaces, or why it can't move.
  /** @param {Move} move @returns {Move[] | Refusal} */
  singles({ from, to, cards }) {
    const { table, builds, spaces: policy } = this.laws;
    const n = cards.length;
    if (builds.grouped(this.position, builds.build, cards) < n) return no('these cards are not a run: each must lie on one on which it may be built');
    const refusal = this.unbuilt('tableau', to, cards.slice(0, 1));
    if (refusal) return refusal;
    const cells = table.cells.filter((name) => !this.pile(name).length);
    const spaces = anywhere.includes(policy) ? table.columns.filter((name) => name !== to && !this.pile(name).length) : [];
    const capacity = (free) => Math.min((cells.length + 1) * 2 ** free, 13);
    const most = capacity(spaces.length);
    if (n > most) return no('{n} cards can\'t move, only {most} can: free cells {cells}, usable empty columns {spaces}', { n, most, cells: cells.length, spaces: spaces.length });
    /** @type {Checked} */
    let state = this;
    const expanded = [];
    // step makes a single move, and carry a move of cards by way of all free cells and of some spaces. They return why not.
    const step = (source, target, card) => {
      const move = state.turning({ action: 'move', from: source, to: target, cards: [card] });
      const why = state.refusal(move);
      if (!why) state = new Checked(this.laws, apply(state.position, move));
      expanded.push(move);
      return why;
    };
    /** @param {Place} source @param {Place} target @param {Card[]} some @param {Place[]} by @returns {Refusal | null} */
    const carry = (source, target, some, by) => {
      if (some.length > cells.length + 1) { // the upper cards stop over in a space, and so move twice: as few as can be
        const [half, ...free] = by;
        const deep = Math.min(some.length - 1, capacity(free.length));
        return carry(source, half, some.slice(deep), free) ?? carry(source, target, some.slice(0, deep), free) ?? carry(half, target, some.slice(deep), free);
      }
      const [head, ...above] = some;
      const over = above.map((card, i) => ({ card, cell: cells[above.length - 1 - i] }));
      const why = [...over].reverse().map(({ card, cell }) => step(source, cell, card)).find(Boolean) ?? step(source, target, head);
      return why ?? over.map(({ card, cell }) => step(cell, target, card)).find(Boolean) ?? null;
    };
    return carry(from, to, cards, spaces) ?? expanded;
  }

  // won reports whether the game is won.
  get won() {
    const { table, discard, rows, builds } = this.laws;
    const none = (names) => names.every((name) => !this.pile(name).length);
    const { foundations, columns, cells, reserve } = table;
    if (foundations.length) return foundations.every((name) => this.pile(name).length === builds.most);
    if (table.accordion) return this.row.length === 1;
    if (table.sequences.length) return table.sequences.every((line) => this.ordered(line));
    if (table.rows.length) return none(table.rows.flat()) && (rows.goal !== 'all' || none(['stock', 'waste']));
    if (discard.policy === 'lower-in-suit') return none(['stock']) && columns.every((name) => this.pile(name).every((card) => rank(card) === 1));
    return none(['stock', 'waste', ...columns, ...cells, ...reserve]);
  }

  // ordered reports whether a line of Gaps is in order, with its gap at the end.
  ordered(line) {
    const { direction, 'build policy': policy } = this.laws.lines;
    const cards = line.map((name) => this.pile(name)[0]);
    const along = (row, first, step) => row.slice(0, -1).every((card, i) => card && rank(card) === first + i * step && (i === 0 || related[policy](row[i - 1], card)));
    return (direction !== 'R' && along(cards, 2, 1)) || (direction !== 'L' && along([...cards].reverse(), this.laws.builds.most, -1));
  }
}
