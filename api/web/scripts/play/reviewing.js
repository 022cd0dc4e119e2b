// The review of a game: the verdicts of its positions, and the move that lost it.

import { t } from '../table/language.js';
import { ask } from '../table/service.js';
import { capital, count, move as inWords, nth } from '../table/words.js';

/** @import { Move } from '../table/types.d.ts' */
/** @import { Game } from './game.js' */

// told writes what a review found.
export function told({ plies, lost_at: at, last_winnable: last, first_unwinnable: first }, moves) {
  if (at) return t('{nth} lost the game: {move}.', { nth: capital(nth(moves, at)), move: inWords(moves[at - 1]) });
  const verdict = plies.at(-1)?.verdict;
  if (plies[0]?.verdict === 'unwinnable') return t('This deal can’t be won: no move lost it.');
  if (verdict === 'winnable') return plies.every((ply) => ply.verdict === 'winnable') ? t('Winnable after every move.') : t('Still winnable.');
  if (verdict === 'unwinnable') return t('Lost by one of moves {from} to {to}.', { from: count(moves, (last ?? 0) + 1), to: count(moves, first) });
  return t('No verdict within the time limit.');
}

export class Reviewing {
  /** @type {Move[] | null} */ moves = null; // of the game that is reviewed
  /** @type {any} */ answer = null; // of POST /v1/analyse
  /** @type {Error | null} */ error = null;

  /** @param {Game} game */
  constructor(game) { this.game = game; }

  get open() { return this.moves !== null; }

  // lostAt asks which move lost a game.
  /** @param {Move[]} moves */
  lostAt(moves) { return ask('/v1/analyse', { ...this.game.question, moves }); }

  // find says which move lost the game.
  async find() {
    const { game } = this;
    const { made } = game;
    game.say(t('Searching for the losing move …'));
    try {
      const answer = await this.lostAt(made);
      game.here.learn(answer.plies);
      game.say(told(answer, made) + (answer.better ? ' ' + t('Better: {move}.', { move: inWords(answer.better) }) : ''));
    } catch (error) {
      game.trouble(error);
    }
  }

  // start reviews the game on the table.
  async start() {
    const { game } = this;
    const moves = [...game.player.moves];
    if (!moves.length) {
      game.say(t('No moves to review yet.'));
      return;
    }
    Object.assign(this, { moves, answer: null, error: null });
    game.emit('review');
    const [answer, error] = await this.lostAt(moves).then((found) => [found, null], (failure) => [null, failure]);
    if (this.moves !== moves) return;
    Object.assign(this, { answer, error });
    if (answer) {
      game.here.learn(answer.plies);
      if (game.clock.started && !game.clock.over) game.clock.help();
      game.say('');
    }
    game.emit('review');
  }

  // played ends the review when another move was played.
  played() {
    const { moves } = this;
    if (moves && this.game.player.moves.some((move, i) => move !== moves[i])) this.close();
  }

  close() {
    if (!this.open) return;
    this.moves = null;
    this.game.emit('review');
  }

  // playOn goes back to a ply of the game, and forgets the moves after it.
  /** @param {number} ply */
  playOn(ply) {
    const { game, moves } = this;
    this.close();
    game.player.halt();
    game.player.follow((moves ?? game.player.moves).slice(0, ply), ply);
    game.backTo(ply);
    game.emit('return');
  }
}
