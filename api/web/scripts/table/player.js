// The player: a line of moves and the current ply. It steps forward and back, or runs, and
// takes moves played by hand: a move other than the next one starts a new line.

import { apply } from './position.js';

/** @import { Move, Position, Run } from './types.d.ts' */

// runOf has the run that a single move belongs to, if it was played as part of one.
/** @type {WeakMap<Move, Run>} */
export const runOf = new WeakMap();

// unfinished reports whether a move is followed by the rest of its run.
/** @param {Move} move */
const unfinished = (move) => runOf.has(move) && runOf.get(move)?.expanded.at(-1) !== move;

// laid adds to positions those after moves.
/** @type {(positions: Position[], moves: Move[]) => Position[]} */
function laid(positions, moves) {
  for (const move of moves) positions.push(apply(positions[positions.length - 1], move));
  return positions;
}

export class Player extends EventTarget {
  /** @type {Move[]} */ moves = [];
  /** @type {Position[]} */ positions; // one more than the moves
  /** @type {Move[] | null} */ solution = null; // a winning line from the start, if known
  ply = 0; // moves played
  finishing = false; // whether all cards go up by themselves
  pace = 600; // milliseconds between moves
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #soon;

  /** @param {Position} start */
  constructor(start) {
    super();
    this.positions = [start];
  }

  get position() { return this.positions[this.ply]; }

  // onSolution reports whether the first ply moves are moves of the solution.
  onSolution(ply = this.ply) {
    const { solution } = this;
    return solution !== null && ply <= solution.length && this.moves.slice(0, ply).every((move, i) => equal(move, solution[i]));
  }

  // follow replaces the line.
  /** @param {Move[]} moves */
  follow(moves, ply = this.ply) {
    const positions = laid([this.positions[0]], moves);
    const before = this.ply;
    [this.moves, this.positions, this.ply] = [[...moves], positions, Math.min(ply, moves.length)];
    this.changed('line', before);
  }

  // goOn replaces the moves after the current ply.
  goOn(moves) { this.follow([...this.moves.slice(0, this.ply), ...moves]); }

  // play plays moves by hand, as one step.
  /** @param {Move[]} moves */
  play(...moves) {
    this.#end();
    if (moves.every((move, i) => this.moves[this.ply + i] && equal(this.moves[this.ply + i], move))) {
      this.go(this.ply + moves.length, 'hand');
      return;
    }
    const positions = laid(this.positions.slice(0, this.ply + 1), moves);
    const before = this.ply;
    this.moves = [...this.moves.slice(0, before), ...moves];
    this.positions = positions;
    this.ply = this.moves.length;
    this.changed('hand', before);
  }

  // go goes to a ply.
  /** @param {number} ply */
  go(ply, why = 'step') {
    if (why === 'step') this.#end();
    const before = this.ply;
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    if (this.ply !== before) this.changed(why, before);
  }

  // previous and next are the plies one step away; a run is one step.
  get previous() {
    let ply = this.ply - 1;
    while (ply > 0 && unfinished(this.moves[ply - 1])) ply--;
    return ply;
  }

  get next() {
    let ply = this.ply + 1;
    while (ply < this.moves.length && unfinished(this.moves[ply - 1])) ply++;
    return ply;
  }

  get running() { return this.#timer !== undefined; }

  // run plays the line to its end, from the start if it is at the end. pace is in milliseconds per move.
  /** @param {number} [pace] */
  run(pace) {
    if (this.running || this.moves.length === 0) return;
    if (this.ply === this.moves.length) this.go(0);
    const tick = () => {
      this.go(this.ply + 1, 'run');
      if (!this.running) return;
      if (this.ply === this.moves.length) this.halt();
      else this.#timer = setTimeout(tick, pace ?? this.pace);
    };
    this.#timer = setTimeout(tick, 0);
    this.changed('run', this.ply);
  }

  // finish plays the last moves of a game quickly.
  /** @param {Move[]} rest */
  finish(rest) {
    this.goOn(rest);
    this.finishing = true;
    this.run(70);
  }

  // soon calls then in a moment, when the last move has been seen, unless there is another position by then.
  /** @param {() => void} then */
  soon(then) {
    const { position } = this;
    this.#soon = setTimeout(() => { if (this.position === position) then(); }, 150);
  }

  #end() {
    this.halt();
    this.finishing = false;
  }

  halt() {
    clearTimeout(this.#soon);
    if (!this.running) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.changed('halt', this.ply);
  }

  // changed announces a change: by hand, a step, running, or another line.
  changed(why, before) {
    this.dispatchEvent(Object.assign(new Event('change'), { why, before }));
  }
}

// equal reports whether two moves are the same.
/** @type {(a: Move, b: Move) => boolean} */
export function equal(a, b) {
  return a.action === b.action && String(a.from) === String(b.from) && a.to === b.to && a.count === b.count && (a.cards || []).join() === (b.cards || []).join();
}
