// @ts-nocheck
// The deals of the day: which deal a day had, as far as this browser has seen it, and whether it was won.

import { games } from './games.js';
import { at, game as table, page } from './now.js';
import { h } from '../table/page.js';
import { duration, kept } from './record.js';

const shown = 14; // days
const most = 400; // days that are kept, of a game

// Each day of a game, by its date as in 2026-11-28, has the number of its deal (seed), and after a win the time (ms).
const seen = (game) => (kept.get('days') || {})[game] || {};
function put(game, days) {
  const latest = Object.entries(days).sort().slice(-most);
  kept.set('days', { ...kept.get('days'), [game]: Object.fromEntries(latest) });
}

export const days = {
  // see takes note of the deal of a day.
  see(game, date, seed) {
    const all = seen(game);
    if (all[date]?.seed !== seed && !all[date]?.ms) put(game, { ...all, [date]: { seed } });
  },

  // win takes note of the first win of a deal, and of its time in milliseconds.
  win(game, seed, ms) {
    const date = this.of(game, seed);
    const all = seen(game);
    if (date && !('ms' in all[date])) put(game, { ...all, [date]: { seed, ms } });
  },

  // of returns the date whose deal a deal is, if that is known.
  of(game, seed) { return Object.entries(seen(game)).find(([, day]) => day.seed === seed)?.[0]; },

  // show draws the days before and on a date, and in done that the deal on the table was won.
  show(element, done, game, date, seed) {
    const all = seen(game);
    const day = all[this.of(game, seed)];
    done.hidden = !day || !('ms' in day);
    if (!done.hidden) done.replaceChildren('✓ Won', h('span', {}, ` in ${duration(day.ms)}`));
    const end = Date.parse(date);
    element.querySelector('ol').replaceChildren(...Array.from({ length: shown }, (_, i) => {
      const at = new Date(end - (shown - 1 - i) * 86400000);
      const iso = at.toISOString().slice(0, 10);
      const { seed: number, ms } = all[iso] || {};
      const address = `/games/${game}/deals/${number}`;
      const begun = number && games.of(address);
      const [mark, state] = ms !== undefined ? ['✓', `won in ${duration(ms)}`] : begun && !begun.won ? ['…', 'begun'] : ['', 'not won'];
      const words = (options) => at.toLocaleDateString('en-GB', { timeZone: 'UTC', ...options });
      return h('li', {}, h('a', {
        href: number ? address : `/games/${game}/daily-deal?date=${iso}`,
        class: mark === '✓' ? 'won-day' : '',
        ...(number && number === seed ? { 'aria-current': 'page' } : {}),
      }, h('small', {}, words({ weekday: 'short' })), ' ', h('span', {}, String(at.getUTCDate()), h('span', { class: 'heard' }, ` ${words({ month: 'long' })}: ${state}`)), h('b', { 'aria-hidden': 'true' }, mark)));
    }));
    element.hidden = false;
  },
};

// dated shows the days, on the home page and with the deal of a day.
export function dated() {
  const { game: named, seed } = table.question;
  const day = days.of(named, seed);
  if (at('days') && seed && (day || 'home' in page.dataset)) days.show(at('days'), at('done'), named, page.dataset.day || new Date().toISOString().slice(0, 10), seed);
}
