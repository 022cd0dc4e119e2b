// What is known of the position on the table. The page itself knows the legal moves; POST /v1/moves has
// the verdicts. Answers are kept by position.

import { language, t } from '../table/language.js';
import { Referee } from '../table/legal.js';
import { ask, Unreachable } from '../table/service.js';
import { write } from '../table/position.js';
import { count, length, move as inWords, nth } from '../table/words.js';

export class Here extends EventTarget {
  // named is the part of requests with the game: {game} or {rules}.
  constructor(layout, rules, named, player) {
    super();
    this.layout = layout;
    this.named = named;
    this.player = player;
    this.referee = new Referee(rules, layout);
    this.known = new Map(); // by document
    this.active = false; // whether positions get verdicts
    this.busy = (seconds) => this.changed(new Error(t('The service is busy. Trying again in {n} s.', { n: seconds })));
    this.curious = false; // whether all moves need verdicts, even if the verdict on the position is known
    player.addEventListener('change', () => this.later());
  }

  // entry returns what is known of a ply of the line.
  entry(ply = this.player.ply) {
    const document = write(this.layout, this.player.positions[ply]);
    const key = JSON.stringify(document);
    if (!this.known.has(key)) this.known.set(key, { document, verdict: null, deadline: 0 });
    return this.known.get(key);
  }

  // learn takes verdicts found elsewhere.
  /** @param {{ ply: number, verdict: string }[]} plies */
  learn(plies) {
    for (const { ply, verdict } of plies) if (verdict !== 'unknown') this.entry(ply).verdict = verdict;
    this.changed();
  }

  // verdict returns the verdict of a ply; positions of a solution are winnable.
  verdict(ply) {
    const { verdict } = this.entry(ply);
    if (verdict === 'winnable' || verdict === 'unwinnable') return verdict;
    return this.player.onSolution(ply) ? 'winnable' : verdict;
  }

  // judge gets the verdicts of all moves here. deadline is in milliseconds. If a search of this position is under way
  // that takes as long, judge waits for it. It stops a search of another position.
  async judge(deadline = 2000) {
    const entry = this.entry();
    if (entry.deadline && (entry.verdict !== 'unknown' || entry.deadline >= deadline)) return entry;
    if (entry.searching?.deadline >= deadline) return entry.searching.found;
    this.controller?.abort();
    /** @type {{ deadline: number, found?: Promise<any> }} */
    const search = entry.searching = { deadline };
    search.found = this.search(entry, search, this.controller = new AbortController());
    return search.found;
  }

  async search(entry, search, { signal }) {
    const { deadline } = search;
    this.changed();
    try {
      const answer = await ask('/v1/moves', { ...this.named, deal: entry.document, deadline_ms: deadline, solution: true, why: true, language }, { signal, busy: this.busy });
      Object.assign(entry, { choices: answer.moves, only: answer.only, deadline, way: answer.solution?.moves });
      if (!entry.verdict || answer.verdict !== 'unknown') entry.verdict = answer.verdict;
    } catch (error) {
      if (signal.aborted && entry.searching !== search) return entry.searching?.found ?? entry; // a longer one
      throw error;
    } finally {
      if (entry.searching === search) entry.searching = null;
      this.changed();
    }
    return entry;
  }

  // later asks about the position after a moment.
  later() {
    clearTimeout(this.timer);
    this.changed();
    if (this.player.running) return;
    this.timer = setTimeout(() => this.look(), 120);
  }

  async look() {
    const { legal, won } = this.referee.at(this.player.position);
    const entry = this.entry();
    Object.assign(entry, { legal, won });
    entry.choices ??= this.apart(legal).map((move) => ({ move }));
    this.changed();
    const told = this.player.ply === 0 || this.player.onSolution(); // the verdict is known
    if (!this.active || won || entry.verdict === 'unwinnable' || (told && !this.curious)) return;
    try {
      await this.judge();
    } catch (error) {
      if (!(error instanceof Unreachable)) this.changed(error); // the page says that it is offline
    }
  }

  // apart lists moves without runs, and one to each of several places that come to the same.
  apart(moves) {
    const { packets, row } = this.layout;
    const { piles } = this.player.position;
    const kind = ({ to = '' }) => (/^(cell|foundation)/.test(to) || (to.startsWith('tableau/') && !packets && !row && !piles.get(to).length) ? to.split('/')[0] : '');
    const same = (a, b) => kind(a) && kind(a) === kind(b) && a.from === b.from && a.cards.length === b.cards.length;
    return moves.filter((move, i) => !move.expanded && i === moves.findIndex((other) => other === move || same(move, other)));
  }

  changed(/** @type {Error | null} */ error = null) { this.dispatchEvent(Object.assign(new Event('change'), { error })); }

  // sentence writes what is known; lostBy is the move that lost the game, if it is known.
  /** @returns {{ verdict: string, text: string, longer?: boolean, lostBy?: number }} */
  sentence() {
    const { player } = this;
    const entry = this.entry();
    if (entry.won) return { verdict: 'winnable', text: t('Won.') };
    if (player.ply === 0) return { verdict: entry.verdict || '', text: '' }; // the verdict on the deal says it
    const way = player.onSolution() ? player.solution?.slice(player.ply) : entry.way;
    switch (player.onSolution() ? 'winnable' : entry.verdict) {
      case 'winnable': return { verdict: 'winnable', text: way?.length ? t('Still winnable in {moves}.', { moves: length(way) }) : t('Still winnable.') };
      case 'unwinnable': return { verdict: 'unwinnable', ...this.lost() };
      case 'unknown':
        if (!entry.searching) return { verdict: 'unknown', text: t('Unknown: no verdict within the time limit.'), longer: true };
    }
    return { verdict: '', text: entry.searching ? t('Searching …') : '' };
  }

  // lost writes which move lost the game, as far as is known.
  lost() {
    const { moves } = this.player;
    const { first, last } = this.#turn();
    if (first === 0) return { text: t('Unwinnable from the start.') };
    if (first === last + 1) return { text: t('Lost by {nth}: {move}.', { nth: nth(moves, first), move: inWords(moves[first - 1]) }), lostBy: first };
    return { text: last < 0 ? t('Lost by {nth} or earlier.', { nth: nth(moves, first) }) : t('Lost by one of moves {from} to {to}.', { from: count(moves, last + 1), to: count(moves, first) }) };
  }

  // parted reports whether it is known which move lost the game, if one did.
  parted() {
    const { first, last } = this.#turn();
    return first <= 0 || first === last + 1;
  }

  // turn returns the first ply known to be unwinnable, and the last one known to be winnable; -1 for none.
  #turn() {
    const verdicts = Array.from({ length: this.player.ply + 1 }, (_, ply) => this.verdict(ply));
    return { first: verdicts.indexOf('unwinnable'), last: verdicts.lastIndexOf('winnable') };
  }
}
