// The game on the table: its state, the methods that change it, and events that say what has changed. Each part of the
// page is a view, which shows the game and calls its methods, and knows of no other view.
//
// Events: move (the position, or the line: why and before as of the player, step the moves between), known (what is
// known of the position), deal (the search for the verdict on the deal), analysis, review, return (to the table), hint,
// named, setting (name), time, won, celebrated (the cards have leapt), begin (cards fly from now on), and say and speak (text).

import { fill, play } from '../table/follow.js';
import { after, before } from '../table/kplus.js';
import { t } from '../table/language.js';
import { Player } from '../table/player.js';
import { layout, read, write } from '../table/position.js';
import { count, length } from '../table/words.js';
import { Progress } from './games.js';
import { Here } from './here.js';
import { Hinting } from './hinting.js';
import { days } from './days.js';
import { Clock, statistics } from './record.js';
import { Reviewing } from './reviewing.js';
import { Solving } from './solving.js';

/** @import { Document, Move, Rules } from '../table/types.d.ts' */
/** @import { Settings } from './settings.js' */

export class Game extends EventTarget {
  moved = false; // whether a move was made, or the link copied: then the address has the moves
  played = false; // whether the player has made a move, and has not won by it yet
  begun = false; // whether cards fly
  analysing = false;
  /** @type {string[]} */ named = []; // cards that a proof names

  /**
   * @param {object} of
   * @param {any} of.question the request for the deal: {game, seed}, {game, deal} or {rules, deal}
   * @param {Rules} of.rules
   * @param {Document} of.document the position
   * @param {{ address: string, title: string, name?: string }} of.about the deal in lists: its plain address, its title, its name
   * @param {Settings} of.settings
   */
  constructor({ question, rules, document, about, settings }) {
    super();
    this.question = question;
    this.rules = rules;
    this.about = about;
    this.settings = settings;
    this.layout = layout(rules);
    this.player = new Player(read(this.layout, document));
    this.here = new Here(this.layout, rules, question.game ? { game: question.game } : { rules }, this.player);
    this.solving = new Solving();
    this.hinting = new Hinting(this);
    this.reviewing = new Reviewing(this);
    this.clock = new Clock(() => this.emit('time'), () => this.progress.later());
    this.progress = new Progress({ ...about, seed: question.seed }, this.layout, this.player, this.clock);
    this.player.addEventListener('change', (event) => this.#moved(/** @type {any} */ (event)));
    this.here.addEventListener('change', (event) => this.#known(/** @type {any} */ (event).error));
    this.solving.addEventListener('change', () => this.emit('deal'));
    settings.addEventListener('change', (event) => this.emit('setting', { name: /** @type {any} */ (event).name }));
  }

  /**
   * on calls a view when something has changed.
   * @param {string} types with spaces between them
   * @param {(event: any) => void} then
   */
  on(types, then) { for (const type of types.split(' ')) this.addEventListener(type, then); }

  /** @param {string} type @param {object} [detail] */
  emit(type, detail) { this.dispatchEvent(Object.assign(new Event(type), detail)); }

  // say shows a message. onward puts a link to another deal after it; a quiet one takes the place of no other.
  /** @param {string} text @param {{ onward?: boolean, quiet?: boolean }} [more] */
  say(text, more) { this.emit('say', { text, ...more }); }

  // speak tells a screen reader.
  /** @param {string} text */
  speak(text) { this.emit('speak', { text }); }

  // trouble says what went wrong. A request that was stopped, as a newer one took its place, is no trouble.
  /** @param {Error} error */
  trouble(error) { if (error.name !== 'AbortError') this.say(error.message); }

  // The position.

  get position() { return this.player.position; }
  get document() { return write(this.layout, this.position); }
  get made() { return this.player.moves.slice(0, this.player.ply); } // the moves that led here
  get fan() { return Boolean(this.layout.waste && this.settings.fan); } // whether the stock is fanned out

  #finishes = () => this.settings.finish;

  // play plays moves by hand, and what follows from them.
  /** @param {Move[]} moves */
  play(...moves) { play(this.here.referee, this.player, moves, this.#finishes); }

  // With the stock fanned out, turns are one step with the move after them.
  first = () => this.player.go(0);
  back = () => this.player.go(this.fan ? before(this.player.moves, this.player.ply) : this.player.previous);
  forward = () => this.player.go(this.fan ? after(this.player.moves, this.player.ply) : this.player.next);
  last = () => this.player.go(this.player.moves.length);
  toggle = () => (this.player.running ? this.player.halt() : this.player.run());

  restart() {
    this.first();
    this.clock.reset();
    this.say(t('Back at the start. Redo brings the moves back.'));
  }

  // backTo goes back to a ply, to play on.
  /** @param {number} ply */
  backTo(ply) {
    this.player.go(ply);
    this.say(t('Back before move {n}. Play on.', { n: count(this.player.moves, ply) + 1 }));
  }

  /** @param {{ why: string, before: number }} change */
  #moved({ why, before: ply }) {
    const { clock, player } = this;
    this.hinting.clear();
    if (why === 'hand') {
      this.played = this.moved = true;
      this.reviewing.played();
      clock.start();
      if (this.analysing) clock.help();
      if (this.question.seed) statistics.begin(this.question.game, this.question.seed, this.progress.continued);
    }
    this.emit('move', { why, before: ply, step: player.moves.slice(Math.min(player.ply, ply), Math.max(player.ply, ply)) });
    this.progress.changed(why);
  }

  /** @param {Error | null} error */
  #known(error) {
    const { player } = this;
    const entry = this.here.entry();
    if (entry.won) {
      this.clock.stop();
      if (this.played || player.finishing) this.#win();
      else if (!player.running) this.say(t('Won in {moves}.', { moves: length(player.moves, player.ply) }), { quiet: true }); // opened from its address
    } else if (entry.legal?.length === 0 && player.ply > 0 && !player.running) this.say(t('No moves left. Undo, or start a new deal.'), { onward: true });
    if (error) this.trouble(error);
    this.emit('known');
  }

  #win() {
    const { question: { game, seed }, clock } = this;
    this.played = this.player.finishing = false;
    this.progress.win();
    const counted = seed && !clock.helped;
    const before = statistics.of(game);
    if (counted) {
      statistics.win(game, seed, clock.ms);
      days.win(game, seed, clock.ms);
    }
    const after = statistics.of(game);
    this.emit('won', { statistics: counted ? after : null, best: after.won > before.won && before.best !== null && after.best < before.best });
  }

  // begin lets cards fly, and fills a space that must be filled.
  begin() {
    this.begun = true;
    this.emit('begin');
    if (this.player.ply) fill(this.here.referee, this.player, this.#finishes);
  }

  // Analysis.

  // analyse switches it on or off; on, it goes to a ply of the solution if no moves were played.
  /** @param {boolean} on */
  analyse(on, ply = 0) {
    const { player } = this;
    this.analysing = this.here.active = on;
    if (on) {
      if (this.clock.started) this.clock.help();
      this.solve({ ply });
    } else {
      this.solving.stop();
      player.halt();
      // The rest of a solution is not the player's.
      if (player.solution && player.onSolution(player.moves.length)) player.follow(this.made);
      player.solution = null;
    }
    this.emit('analysis');
    this.here.later();
  }

  // solve asks for the verdict on the deal.
  /** @param {{ ply?: number, longer?: boolean }} [how] */
  async solve({ ply = 0, longer = false } = {}) {
    const { player, solving } = this;
    const answer = await solving.ask(this.question, longer ? solving.longer : undefined);
    if (!answer || !this.analysing) return;
    const moves = answer.solution?.moves;
    if (answer.verdict === 'winnable') {
      player.solution = moves;
      if (player.moves.length === 0) player.follow(moves, Math.min(ply, moves.length));
      if (ply > moves.length) this.say(t('The solution has {moves}, so there is no step {n}. This is the end.', { moves: length(moves), n: ply }));
    }
    this.here.learn([{ ply: 0, verdict: answer.verdict }]);
    this.emit('move', { why: 'line', before: player.ply, step: [] });
    this.here.later();
  }

  // name highlights the cards of a proof.
  /** @param {string[]} cards */
  name(cards) {
    this.named = cards;
    this.emit('named');
  }

  // showSolution goes to the last move that is the solution's, and on by it.
  showSolution() {
    const { player } = this;
    if (!player.solution) return;
    let ply = 0;
    while (ply < player.ply && player.onSolution(ply + 1)) ply++;
    player.follow(player.solution, ply);
  }

  // showWay shows the solution from here.
  showWay() { this.player.goOn(this.here.entry().way ?? []); }
}
