// @ts-nocheck
// The calendar of the deals of the day: a month at a time, with the days that were won.

import { days } from './days.js';
import { games } from './games.js';
import { language, t, tn } from '../table/language.js';
import { h } from '../table/page.js';
import { duration } from './record.js';

const at = (id) => document.getElementById(id);
const length = 86400000; // of a day
const rows = 6; // in every month, so that the page stays as high as it is
const iso = (time) => new Date(time).toISOString().slice(0, 10);
const words = (time, options) => new Date(time).toLocaleDateString(language, { timeZone: 'UTC', ...options });

let month; // the first day of the month in sight
let chosen; // the date that the tab key reaches

// streak counts the days won in a row up to a date. That day may still be open.
function streak(known, date) {
  let time = Date.parse(date);
  let count = 0;
  if ((known.get(date)?.ms ?? null) === null) time -= length;
  for (; (known.get(iso(time))?.ms ?? null) !== null; time -= length) count++;
  return count;
}

// show draws the month. today is the last day that can be played, current the day of the deal on the table.
function show({ game, today, current, difficulty }) {
  const known = days.all(game);
  const first = at('days').dataset.first;
  const start = Date.parse(month);
  const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * length;
  const inside = (date) => date.slice(0, 7) === month.slice(0, 7);
  if (!inside(chosen)) chosen = inside(current) ? current : inside(today) ? today : month;
  const named = words(start, { month: 'long' });
  const cell = (time) => {
    const date = iso(time);
    if (!inside(date)) return h('td', {});
    if (date > today || date < first) return h('td', {}, h('span', {}, String(new Date(time).getUTCDate())));
    const { ms = null, addresses = [] } = known.get(date) ?? {};
    const begun = ms === null && addresses.some((address) => games.of(address)?.won === false);
    const state = ms !== null ? t('won in {time}', { time: duration(ms) }) : begun ? t('begun') : t('not won');
    return h('td', { 'aria-selected': String(date === current) }, h('a', {
      href: `/games/${game}/daily-deal?date=${date}` + (difficulty ? '&difficulty=' + difficulty : ''),
      class: [ms !== null && 'won-day', date === today && 'today'].filter(Boolean).join(' '),
      'data-date': date,
      tabindex: date === chosen ? '0' : '-1',
      ...(date === today ? { 'aria-current': 'date' } : {}),
    }, String(new Date(time).getUTCDate()), h('span', { class: 'heard' }, ` ${named}: ${state}`), h('b', { 'aria-hidden': 'true' }, ms !== null ? '✓' : begun ? '…' : '')));
  };
  at('month').textContent = words(start, { month: 'long', year: 'numeric' });
  at('days').querySelector('thead tr').replaceChildren(...Array.from({ length: 7 }, (_, i) => h('th', { scope: 'col', abbr: words(monday + i * length, { weekday: 'long' }) }, words(monday + i * length, { weekday: 'short' }))));
  at('days').querySelector('tbody').replaceChildren(...Array.from({ length: rows }, (_, row) => h('tr', {}, Array.from({ length: 7 }, (_, i) => cell(monday + (7 * row + i) * length)))));
  const past = [...at('days').querySelectorAll('td a')];
  const run = streak(known, today);
  at('days-count').textContent = t('{n} of {all} won this month.', { n: past.filter((day) => day.classList.contains('won-day')).length, all: past.length }) + (run ? ' ' + tn(run, '{n} day in a row.', '{n} days in a row.') : '');
  at('earlier').disabled = month <= first;
  at('later').disabled = month.slice(0, 7) >= today.slice(0, 7);
}

// turn goes forward or back by a number of months.
function turn(months) {
  const date = new Date(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  month = iso(date);
}

// within returns a date, or the nearest one that has a deal.
function within(date, today) {
  const { first } = at('days').dataset;
  return date < first ? first : date > today ? today : date;
}

function facts(root, { game, seed }) {
  const { day, difficulty } = root.dataset;
  return { game, today: day || iso(Date.now()), current: day || days.of(game, seed) || '', difficulty };
}

// dated shows that the deal on the table was won, and in the calendar, if it is there, which days were.
export function dated(root, question) {
  const { game, seed } = question;
  if (!at('days') || !seed) return;
  const ms = days.time(game, seed);
  at('done').hidden = ms === null;
  if (ms !== null) at('done').replaceChildren('✓ ' + t('Won'), h('span', {}, ' ' + t('in {time}', { time: duration(ms) })));
  if (month) show(facts(root, question));
}

// calendar shows the days, on the home page and with the deal of a day, and turns the months by buttons and keys.
export function calendar(root, question) {
  const { current } = facts(root, question);
  if (!at('days') || !current) return;
  chosen = current;
  month = current.slice(0, 8) + '01';
  show(facts(root, question));
  at('days').hidden = false;
  for (const [id, months] of [['earlier', -1], ['later', 1]]) at(id).addEventListener('click', () => { turn(months); show(facts(root, question)); });
  // Arrows go from day to day, Page Up and Page Down from month to month.
  at('days').querySelector('tbody').addEventListener('keydown', (event) => {
    const about = facts(root, question);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (!by && !months || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // arrows step through the moves elsewhere
    if (by) chosen = within(iso(Date.parse(chosen) + by * length), about.today);
    month = chosen.slice(0, 8) + '01';
    if (months) {
      turn(months);
      month = within(month, about.today).slice(0, 8) + '01';
    }
    show(about);
    at('days').querySelector(`[data-date="${chosen}"]`).focus();
  });
}
