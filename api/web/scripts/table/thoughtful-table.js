// <thoughtful-table>, a table as an element. With a game it plays by itself, in any page; without one, the page draws
// on it (play/stage.js). Its shadow root holds the felt with the piles, so no style of a page reaches the cards but by
// custom properties (felt.css). package/thoughtful-table.d.ts describes it.

import css from './felt.css' with { type: 'text' };
import { manner } from './hand.js';
import { t } from './language.js';
import { h } from './page.js';
import { Round } from './round.js';
import { pick, Service } from './source.js';
import { Table } from './table.js';

/** @import { Move } from './types.d.ts' */

const styles = new CSSStyleSheet();
styles.replaceSync(css);

// The sizes of felt.css. A style sheet in a shadow root can't register properties, and a second script has them already.
for (const size of ['w', 'h', 'gap', 'whole', 'part', 'type', 'step', 'back', 'tall', 'fan', 'sink']) {
  try {
    CSS.registerProperty({ name: `--tt-${size}`, syntax: '<length>', inherits: true, initialValue: '0px' });
  } catch { /* it is registered */ }
}

const keys = t('Arrows move between cards, Enter takes a card, arrows choose a place, Enter drops it, Enter twice sends it up, Escape cancels.');

// home is the service that this script comes from.
const { protocol, origin: from } = new URL(import.meta.url);
const home = protocol.startsWith('http') ? from : '';

class ThoughtfulTable extends HTMLElement {
  static observedAttributes = ['game', 'deal', 'rules', 'service', 'controls'];

  /** @type {Round | null} */ #round = null; // where it plays by itself
  /** @type {import('./player.js').Player | null} */ #player = null;
  /** @type {import('./legal.js').Referee | null} */ #referee = null;
  /** @type {object | null} */ #position = null;
  /** @type {any} */ #engine = null;
  /** @type {HTMLElement | null} */ #bar = null;
  /** @type {symbol | null} */ #beginning = null; // of what is being dealt
  /** @type {object | null} */ #told = null; // the last position whose end was announced
  #began = 0; // the time of the first move
  #seed = '';
  #won = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.felt = h('div', { class: 'felt', role: 'region', 'aria-label': t('Table'), 'aria-describedby': 'how' });
    this.how = h('p', { id: 'how', hidden: '' });
    this.said = h('p', { class: 'said', role: 'status' });
    root.append(this.felt, this.how, this.said);
  }

  connectedCallback() {
    for (const name of Object.keys(this).filter((one) => one in ThoughtfulTable.prototype)) { // set before this script came
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#later();
  }

  attributeChangedCallback(name) {
    if (name === 'controls') this.#control();
    else this.#later();
  }

  // Properties.

  get moves() { return this.#player ? this.#player.moves.slice(0, this.#player.ply) : []; }

  get ply() { return this.#player?.ply ?? 0; }

  get won() { return this.#won; }

  get seed() { return this.#seed; }

  get position() { return this.#position; }

  set position(document) {
    this.#position = document;
    this.#later();
  }

  get engine() { return this.#engine; }

  set engine(engine) {
    this.#engine = engine;
    this.#later();
  }

  // Methods.

  undo() { this.#player?.go(this.#player.previous); }

  redo() { this.#player?.go(this.#player.next); }

  restart() { this.#player?.go(0); }

  // play plays a legal move. Fields that say no more than the others may be left out.
  /** @param {Partial<Move>} wanted */
  async play(wanted) {
    const legal = this.#player ? this.#referee?.at(this.#player.position).legal ?? [] : [];
    const move = /** @type {any} */ (legal.find((one) => Object.entries(wanted).every(([name, value]) => String(one[name]) === String(value))));
    if (!move) throw new Error('The move is not legal.');
    this.#player?.play(...(move.expanded ?? [move]));
  }

  async hint() { return this.#round?.hint() ?? null; }

  // another deals another deal of the game.
  another() {
    this.#position = null;
    this.removeAttribute('deal');
    this.#later();
  }

  // What the page uses that draws by itself.

  // lay makes the places of a layout, and returns them as a table to draw on.
  lay(layout) {
    this.how.textContent = `${manner(layout)} ${keys}`.trim();
    return new Table(this.felt, layout);
  }

  // follow announces what a player does.
  /** @param {import('./player.js').Player} player @param {import('./legal.js').Referee} referee */
  follow(player, referee) {
    [this.#player, this.#referee, this.#began, this.#told, this.#won] = [player, referee, 0, null, false];
    player.addEventListener('change', (event) => {
      const { before } = /** @type {any} */ (event);
      if (player !== this.#player || player.ply === before) return;
      this.#began ||= performance.now();
      this.#won = false;
      this.#tell('move', { move: player.ply > before ? player.moves[player.ply - 1] : null, moves: this.moves, ply: player.ply });
      this.#control();
    });
    this.#control();
  }

  // told announces the end of a game, once.
  told({ won, legal }) {
    const { position } = this.#player ?? {};
    if (!position || position === this.#told || !(won || legal?.length === 0)) return;
    this.#told = position;
    this.#won = won;
    if (won) this.#tell('won', { moves: this.moves, ms: this.#began ? Math.round(performance.now() - this.#began) : 0 });
    else this.#tell('stuck', {});
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })); }

  // later deals when all attributes and properties are set.
  #later() {
    const beginning = this.#beginning = Symbol('beginning');
    queueMicrotask(() => { if (beginning === this.#beginning && this.isConnected) this.#begin(beginning); });
  }

  async #begin(beginning) {
    const [game, seed, rules] = ['game', 'deal', 'rules'].map((name) => this.getAttribute(name));
    if (!game && !rules) return;
    const say = (text) => { this.said.textContent = text; };
    const position = this.#position;
    try {
      const source = this.#engine ?? new Service(this.getAttribute('service') ?? home);
      const named = rules ? { rules: JSON.parse(rules) } : { game: game ?? '' };
      const found = await source.deal({ ...named, ...position ? { deal: position } : { seed: seed || await pick(source, named) } });
      if (beginning !== this.#beginning) return;
      this.#round?.leave();
      this.#seed = position ? '' : found.seed;
      say('');
      const round = this.#round = new Round(this, source, { named, ...found, say });
      this.follow(round.player, round.referee);
      round.player.addEventListener('change', () => this.told(round.state)); // after the move
      this.#tell('dealt', { game: found.game, title: found.title, deal: this.#seed, position: found.deal });
      this.told(round.state);
    } catch (error) {
      if (beginning !== this.#beginning) return;
      say(error.message);
      this.#tell('failed', { message: error.message });
    }
  }

  // control shows the buttons, if there are to be some.
  #control() {
    if (!this.hasAttribute('controls')) {
      this.#bar?.remove();
      this.#bar = null;
      return;
    }
    const button = (name, text, click) => h('button', { type: 'button', 'data-does': name, click }, text);
    const bar = this.#bar ??= h('div', { class: 'bar', role: 'group', 'aria-label': t('Game') },
      button('Undo', t('Undo'), () => this.undo()), button('Redo', t('Redo'), () => this.redo()),
      button('Hint', t('Hint'), () => this.hint().catch((error) => { this.said.textContent = error.message; })),
      button('New deal', t('New deal'), () => this.another()));
    this.said.after(bar);
    const player = this.#player;
    const able = { Undo: player && player.ply > 0, Redo: player && player.ply < player.moves.length, Hint: this.#round !== null, 'New deal': this.hasAttribute('game') };
    for (const [name, may] of Object.entries(able)) bar.querySelector(`[data-does="${name}"]`)?.toggleAttribute('disabled', !may);
  }
}

// Attributes are properties too.
for (const name of ['game', 'deal', 'rules', 'service', 'theme']) {
  Object.defineProperty(ThoughtfulTable.prototype, name, {
    get() { return this.getAttribute(name) ?? ''; },
    set(value) { this.setAttribute(name, typeof value === 'object' ? JSON.stringify(value) : value); },
  });
}
Object.defineProperty(ThoughtfulTable.prototype, 'controls', {
  get() { return this.hasAttribute('controls'); },
  set(on) { this.toggleAttribute('controls', Boolean(on)); },
});

/** @typedef {ThoughtfulTable} TableElement the element, for a page that draws on it itself */

if (!customElements.get('thoughtful-table')) customElements.define('thoughtful-table', ThoughtfulTable);
