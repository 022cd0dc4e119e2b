// The hint button: each press gives the next step of the hint for the position.

import { t } from '../table/language.js';
import { lostOf, of as hintOf } from './hints.js';

/** @import { Game } from './game.js' */

export class Hinting {
  /** @type {any[] | null} */ #steps = null; // null before the first press
  #at = 0; // steps that were shown
  /** @type {any} */ shown = null; // the step that marks cards and places

  /** @param {Game} game */
  constructor(game) { this.game = game; }

  get #next() { return this.#steps?.[this.#at]; }

  // over is whether all has been said.
  get over() { return Boolean(this.#steps) && !this.#next; }

  // label says what the next press does.
  get label() { return this.#next?.label ?? t('Hint'); }

  // clear forgets the steps, as the position has changed.
  clear() {
    this.#steps = this.shown = null;
    this.game.emit('hint');
  }

  async press() {
    const { game } = this;
    if (!this.#steps) {
      const found = await this.#find();
      if (!found || this.#steps) return; // the position has changed, or another press was quicker
      this.#steps = found;
      this.#at = 0;
    }
    const steps = this.#steps;
    const step = this.#next;
    if (!step) return;
    this.#at++;
    if (step.play) {
      if (typeof step.play === 'function') step.play();
      else game.play(...step.play);
      return;
    }
    const text = typeof step.text === 'function' ? await step.text().catch((/** @type {Error} */ error) => error.message) : step.text;
    if (this.#steps !== steps) return;
    this.shown = step;
    game.say(text, { onward: step.onward });
    game.emit('hint');
  }

  // find returns the steps for the position; null if it has changed meanwhile.
  async #find() {
    const { game } = this;
    const { player, here } = game;
    const { position, ply } = player;
    game.say(t('Searching …'));
    let entry;
    try {
      entry = await here.judge();
    } catch (error) {
      game.trouble(error);
      return null;
    }
    if (player.position !== position) return null;
    const next = player.moves[ply];
    const onWay = next && player.onSolution(ply + 1);
    const first = entry.choices[0];
    const best = onWay ? next : first?.verdict === 'unwinnable' ? null : first?.move;
    return best
      ? hintOf({ best, entry, line: onWay ? player.moves.slice(ply) : entry.way || [], position, fan: game.fan, twins: game.layout.copies > 1 })
      : lostOf(game);
  }
}
