// The position as text: the form that enters one, or rules, and opens them on /play.

import { pack } from '../table/address.js';
import { t } from '../table/language.js';
import { h, part, pretty } from '../table/page.js';
import { ask } from '../table/service.js';
import { mistake, parsed } from '../table/words.js';
import { copied } from './copied.js';

/** @import { Game } from './game.js' */

// cards returns the fields of a request for a position: JSON, or a board as programs print it, of rows or of columns.
/** @param {string} text @param {boolean} covered */
function cards(text, covered) {
  if (/^[{[]/.test(text)) return { deal: parsed(text, 'deal') };
  return { deal: text, format: /^[\d\s]+$/.test(text) ? 'klondike-solver' : covered ? 'rows' : 'pysol' };
}

export class Edit {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.fold = part(root, 'details#edit');
    this.position = part(root, 'textarea#position');
    this.mistakes = part(root, 'div#mistakes');
    // The page /play has a choice of games, and rules.
    /** @type {HTMLSelectElement | null} */ this.chosen = root.querySelector('select#own-game');
    /** @type {HTMLTextAreaElement | null} */ this.rules = root.querySelector('textarea#rules');
    part(root, 'form#position-form').addEventListener('submit', (event) => { event.preventDefault(); this.#set(); });
    part(root, 'button#save-position').addEventListener('click', () => this.#save());
    part(root, 'button#copy-position').addEventListener('click', () => {
      this.position.select();
      copied(this.position.value, t('Position copied.'), part(root, 'span#position-said'), t('The text is selected. Copy it with the keyboard.'));
    });
    this.chosen?.addEventListener('change', () => this.#example());
  }

  // follow shows the position of a game while the form is open.
  /** @param {Game} game */
  follow(game) {
    const show = () => { if (this.fold.open && !this.position.matches(':focus')) this.position.value = pretty(game.document); };
    game.on('move', show);
    this.fold.addEventListener('toggle', show);
    show();
  }

  // fill shows a position that is asked for, of a game or of rules.
  /** @param {string} game @param {string} rules @param {any} deal */
  fill(game, rules, deal) {
    if (this.chosen) this.chosen.value = game;
    if (this.rules) this.rules.value = rules;
    part(this.root, 'div#rules-field').hidden = game !== '';
    this.position.value = pretty(deal);
  }

  // complain lists what is wrong with the position, and marks the fields that have mistakes.
  /** @param {Error & { errors?: { field: string, detail: string }[] }} error */
  complain({ errors, message }) {
    const all = errors?.length ? errors : [{ field: '', detail: message }];
    this.fold.open = true;
    this.mistakes.replaceChildren(h('ul', {}, all.map((one) => h('li', {}, mistake(one)))));
    this.mistakes.hidden = false;
    for (const [input, own] of /** @type {const} */ ([[this.position, /^(deal|position|$)/], [this.rules, /^rules/]])) {
      if (!all.some(({ field }) => own.test(field))) continue;
      input?.setAttribute('aria-invalid', 'true');
      input?.setAttribute('aria-errormessage', 'mistakes');
    }
    this.mistakes.focus();
  }

  // set opens the position of the form if it is valid.
  async #set() {
    this.mistakes.hidden = true;
    for (const input of [this.position, this.rules]) input?.removeAttribute('aria-invalid');
    try {
      const game = this.chosen ? this.chosen.value : this.root.dataset.game;
      const named = game ? { game } : { rules: parsed(this.rules?.value ?? '', 'rules') };
      const { rules } = game ? await ask('/v1/games/' + game) : named;
      const answer = await ask('/v1/moves', { ...named, ...cards(this.position.value.trim(), (rules.rows?.shape || 'none') !== 'none'), states: 1 });
      const parameters = new URLSearchParams(game ? { game } : { rules: JSON.stringify(rules) });
      pack(answer.position, parameters);
      location.assign('/play#' + parameters);
    } catch (error) {
      this.complain(error);
    }
  }

  // save downloads the position.
  #save() {
    h('a', { href: 'data:application/json,' + encodeURIComponent(this.position.value + '\n'), download: 'position.json' }).click();
  }

  // example fills the form of /play with a deal of the game.
  async #example() {
    const game = this.chosen?.value ?? '';
    part(this.root, 'div#rules-field').hidden = game !== '';
    if (game) this.position.value = pretty((await ask(`/v1/games/${game}/deals/solvitaire:1`)).deal);
  }
}
