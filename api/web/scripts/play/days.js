// The deals of the day that this browser has seen, and when each was won.

import { kept } from './record.js';

const most = 4000; // days that are kept, of a game

// A day is won with either of these games.
const either = ['klondike-draw-1', 'klondike'];
const kin = (game) => (either.includes(game) ? either : [game]);

// Each day of a game, by its date as in 2026-11-28, has the numbers of its deals (seeds), each with the time of its
// first win in milliseconds, or null. Once a day had one deal, as {seed, ms}.
const seen = (game) => (kept.get('days') || {})[game] || {};
const dealsOf = (day = {}) => (typeof day.seed === 'string' ? { [day.seed]: day.ms ?? null } : day);
function put(game, date, seed, ms) {
  const all = seen(game);
  const latest = Object.entries({ ...all, [date]: { ...dealsOf(all[date]), [seed]: ms } }).sort().slice(-most);
  kept.set('days', { ...kept.get('days'), [game]: Object.fromEntries(latest) });
}

export const days = {
  // see takes note of a deal of a day.
  see(game, date, seed) {
    if (!(seed in dealsOf(seen(game)[date]))) put(game, date, seed, null);
  },

  // win takes note of the first win of a deal, and of its time in milliseconds.
  win(game, seed, ms) {
    const date = this.of(game, seed);
    if (date && this.time(game, seed) === null) put(game, date, seed, ms);
  },

  // of returns the latest date whose deal a deal is, as far as that is known.
  of(game, seed) { return Object.entries(seen(game)).filter(([, day]) => seed in dealsOf(day)).sort().at(-1)?.[0]; },

  // time returns the time of the first win of a deal of a day; null if there was none.
  time(game, seed) { return dealsOf(seen(game)[this.of(game, seed) ?? ''])[seed] ?? null; },

  // all returns what is known of each date: the shortest time of a win, null if there was none, and the addresses of
  // its deals.
  all(game) {
    const known = new Map();
    for (const one of kin(game)) {
      for (const [date, day] of Object.entries(seen(one))) {
        const { ms, addresses } = known.get(date) ?? { ms: null, addresses: [] };
        const deals = dealsOf(day);
        const times = [ms, ...Object.values(deals)].filter((time) => time !== null);
        known.set(date, { ms: times.length ? Math.min(...times) : null, addresses: [...addresses, ...Object.keys(deals).map((seed) => `/games/${one}/deals/${seed}`)] });
      }
    }
    return known;
  },
};
