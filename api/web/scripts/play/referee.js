// What follows from the rules: moves that are not legal are refused, and those that are forced, or only finish the
// game, are played.

import { t } from '../table/language.js';
import { apply } from '../table/position.js';
import { refusal } from '../table/words.js';

/** @import { Move } from '../table/types.d.ts' */
/** @import { Game } from './game.js' */

export class Referee {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    game.on('move', ({ why }) => { if (why === 'hand') this.#follow(); });
  }

  // follow plays what follows from a move by hand.
  #follow() {
    const { game } = this;
    const { referee } = game.here;
    const rest = game.rest();
    const end = rest?.length ? referee.played(game.position, rest) : null;
    if (rest && end && referee.at(end).won) game.finish(rest);
    const { position } = game;
    setTimeout(() => { if (game.position === position) this.fill(); }, 150); // the move before is seen first
  }

  // check cuts the line before its first illegal move: it may come from an address.
  check() {
    const { player, here: { referee }, made } = this.game;
    const refusals = made.map((move, i) => referee.at(player.positions[i]).refusal(move));
    const at = refusals.findIndex(Boolean);
    const why = refusals[at];
    if (!why) return;
    player.follow(player.moves.slice(0, at));
    this.game.say(t('Not legal: {why}', { why: refusal(why) }));
  }

  // fill plays a forced move: filling a space.
  fill() {
    const { player, here, layout: places } = this.game;
    if (!places.fills.length && places.onto !== 'spaces') return;
    const legal = here.legal();
    const [first] = legal;
    if (!first || (legal.length > 1 && places.onto !== 'spaces')) return;
    /** @param {Move} move */
    const fills = ({ action, from, to }) => action === 'move' && from === first.from && to.startsWith('tableau/') && !player.position.piles.get(to)?.length;
    if (/^(reserve|waste|stock)/.test(first.from) && legal.every(fills)) player.play(first);
  }

  // refuse says why a move is not legal, after turns of the stock.
  /** @param {Move[] | null} turns @param {Move} move */
  refuse(turns, move) {
    const { here: { referee }, layout, position } = this.game;
    const why = layout.rows.length && !layout.hole ? { text: t('these cards don’t go together'), values: {} } : referee.at((turns ?? []).reduce(apply, position)).refusal(move);
    if (why) this.game.say(refusal(why));
  }
}
