// What a table that plays by itself asks for deals and hints: a service, or an engine in its place. The
// package thoughtful-engine has the same calls as Service.

import { t } from './language.js';

/** @import { Document, Rules } from './types.d.ts' */
/** @typedef {{ game?: string, rules?: Rules, seed?: string, deal?: Document, deadline_ms?: number }} Question */

const whole = (n) => 1 + Math.floor(n * Math.random());

export class Service {
  /** @param {string} base the service's address */
  constructor(base) { this.base = base.replace(/\/$/, ''); }

  // call throws an error for people.
  /** @type {(path: string, body?: object) => Promise<any>} */
  async call(path, body) {
    const reply = await fetch(this.base + path, body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
      .catch(() => { throw new Error(t('The service at {address} does not respond.', { address: this.base })); });
    const answer = await reply.json().catch(() => ({}));
    if (!reply.ok) throw Object.assign(new Error(answer.errors?.[0]?.detail ?? answer.detail ?? t('The service answered with status {n}.', { n: reply.status })), { status: reply.status });
    return answer;
  }

  // deal returns a deal with its rules.
  /** @param {Question} question */
  async deal(question) {
    const { game, rules, seed } = question;
    const [known, { position }] = await Promise.all([
      game ? this.call('/v1/games/' + encodeURIComponent(game)) : { rules },
      this.call('/v1/replay', { ...question, moves: [] }),
    ]);
    return { game: known.name, title: known.title, seed, rules: known.rules, deal: position };
  }

  /** @param {Question} question */
  moves(question) { return this.call('/v1/moves', question); }

  // winnable returns the number of a winnable deal; null if the service has none of the game.
  /** @param {string} game */
  async winnable(game) {
    const found = await this.call(`/v1/games/${encodeURIComponent(game)}/winnable-deals?count=1`)
      .catch((error) => { if (error.status === 404) return null; throw error; });
    return found?.seed ?? null;
  }
}

// pick returns the number of a deal of a game or rules: a winnable one if one is known.
/** @type {(source: any, named: { game?: string, rules?: Rules }) => Promise<string>} */
export async function pick(source, named) {
  const known = named.game && await source.winnable?.(named.game);
  if (known) return known;
  for (let tries = 0; ; tries++) {
    const seed = `solvitaire:${whole(1000000)}`;
    if (tries === 5 || !source.solve) return seed;
    const { verdict } = await source.solve({ ...named, seed, deadline_ms: 1000 });
    if (verdict === 'winnable') return seed;
  }
}
