// The calendar of the deals of the day: a month at a time, with the days that were won.

import { language, t, tn } from '../table/language.js';
import { h, part } from '../table/page.js';
import { days } from './days.js';
import { games } from './games.js';
import { duration } from './record.js';

/** @typedef {{ game: string, seed?: string }} Question of the deal on the table */

const length = 86400000; // of a day
const rows = 6; // in every month, so that the page stays as high as it is
const iso = (/** @type {number | Date} */ time) => new Date(time).toISOString().slice(0, 10);
/** @type {(time: number, options: Intl.DateTimeFormatOptions) => string} */
const words = (time, options) => new Date(time).toLocaleDateString(language, { timeZone: 'UTC', ...options });

// streak counts the days won in a row up to a date. That day may still be open.
function streak(known, date) {
  const won = (/** @type {number} */ time) => (known.get(iso(time))?.ms ?? null) !== null;
  let time = Date.parse(date);
  let count = 0;
  if (!won(time)) time -= length;
  for (; won(time); time -= length) count++;
  return count;
}

// dated shows that the deal on the table was won.
/** @param {HTMLElement} root @param {Question} question */
export function dated(root, { game, seed }) {
  const ms = seed ? days.time(game, seed) : null;
  const done = part(root, 'span#done');
  done.hidden = ms === null;
  if (ms !== null) done.replaceChildren('✓', h('span', {}, ` ${t('Won')} ${t('in {time}', { time: duration(ms) })}`)); // on a phone the sign alone
}

// calendar shows the days, on the home page and with the deal of a day, and turns the months by buttons and keys. It
// returns what shows the month anew.
/** @param {HTMLElement} root @param {Question} question */
export function calendar(root, { game, seed }) {
  /** @type {HTMLElement | null} */ const section = root.querySelector('section#days');
  const current = root.dataset.day || (seed && days.of(game, seed)) || ''; // the day of the deal on the table
  if (!section || !current) return () => {};
  const { first = '' } = section.dataset;
  const body = part(section, 'tbody');
  const [earlier, later] = [part(section, 'button#earlier'), part(section, 'button#later')];
  let month = current.slice(0, 8) + '01'; // the first day of the month in sight
  let chosen = current; // the date that the tab key reaches

  const today = () => root.dataset.day || iso(Date.now()); // the last day that can be played

  // cell writes a day.
  const cell = (date, known, named) => {
    const day = String(Number(date.slice(8)));
    if (date.slice(0, 7) !== month.slice(0, 7)) return h('td', {});
    if (date > today() || date < first) return h('td', {}, h('span', {}, day));
    const { ms = null, addresses = [] } = known.get(date) ?? {};
    const begun = ms === null && addresses.some((address) => games.of(address)?.won === false);
    const state = ms !== null ? t('won in {time}', { time: duration(ms) }) : begun ? t('begun') : t('not won');
    const { difficulty } = root.dataset;
    return h('td', { 'aria-selected': String(date === current) }, h('a', {
      href: `/games/${game}/daily-deal?date=${date}` + (difficulty ? '&difficulty=' + difficulty : ''),
      class: [ms !== null && 'won-day', date === today() && 'today'].filter(Boolean).join(' '),
      'data-date': date,
      tabindex: date === chosen ? '0' : '-1',
      ...(date === today() ? { 'aria-current': 'date' } : {}),
    }, day, h('span', { class: 'heard' }, ` ${named}: ${state}`), h('b', { 'aria-hidden': 'true' }, ms !== null ? '✓' : begun ? '…' : '')));
  };

  // show draws the month.
  const show = () => {
    const known = days.all(game);
    const start = Date.parse(month);
    const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * length;
    const named = words(start, { month: 'long' });
    chosen = [chosen, current, today()].find((date) => date.slice(0, 7) === month.slice(0, 7)) ?? month;
    part(section, 'h3#month').textContent = words(start, { month: 'long', year: 'numeric' });
    part(section, 'thead tr').replaceChildren(...Array.from({ length: 7 }, (_, i) => h('th', { scope: 'col', abbr: words(monday + i * length, { weekday: 'long' }) }, words(monday + i * length, { weekday: 'short' }))));
    body.replaceChildren(...Array.from({ length: rows }, (_, row) => h('tr', {}, Array.from({ length: 7 }, (_, i) => cell(iso(monday + (7 * row + i) * length), known, named)))));
    const run = streak(known, today());
    part(section, 'p#days-count').textContent = t('{n} of {all} won this month.', { n: body.querySelectorAll('.won-day').length, all: body.querySelectorAll('a').length }) + (run ? ' ' + tn(run, '{n} day in a row.', '{n} days in a row.') : '');
    earlier.disabled = month <= first;
    later.disabled = month.slice(0, 7) >= today().slice(0, 7);
  };

  // turn goes forward or back by a number of months.
  const turn = (/** @type {number} */ months) => {
    const date = new Date(month);
    date.setUTCMonth(date.getUTCMonth() + months);
    month = iso(date);
  };

  // within returns a date, or the nearest one that has a deal.
  const within = (/** @type {string} */ date) => (date < first ? first : date > today() ? today() : date);

  for (const [button, months] of /** @type {const} */ ([[earlier, -1], [later, 1]])) button.addEventListener('click', () => { turn(months); show(); });
  // Arrows go from day to day, Page Up and Page Down from month to month.
  body.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if ((!by && !months) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // arrows step through the moves elsewhere
    if (by) chosen = within(iso(Date.parse(chosen) + by * length));
    month = chosen.slice(0, 8) + '01';
    if (months) {
      turn(months);
      month = within(month).slice(0, 8) + '01';
    }
    show();
    part(body, `[data-date="${chosen}"]`).focus();
  });

  show();
  section.hidden = false;
  return show;
}
