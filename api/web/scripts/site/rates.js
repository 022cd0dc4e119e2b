// @ts-nocheck
// Sorts, filters and groups the table of rates. A tbody is a game and its variants; style.css
// hides the variants while the details in its first row are closed.

import { language, tn } from '../table/language.js';
import { h } from '../table/page.js';

const table = document.getElementById('rates');
const families = [...table.tBodies].map((body) => ({ body, rows: [...body.rows], details: body.querySelector('details') }));
const rows = families.flatMap((family) => family.rows);
const headers = [...table.tHead.rows[0].cells];
const group = document.getElementById('fold');
const filter = document.getElementById('filter');
let sorted = { column: 0, kind: 'text', up: true };

// value returns the sort key of a row; null if its cell is empty.
function value(row) {
  const cell = row.cells[sorted.column];
  if (sorted.kind === 'text') return cell.querySelector('a').textContent;
  return cell.dataset.value ? Number(cell.dataset.value) : null;
}

// compare orders two rows; empty cells come last.
function compare(a, b) {
  const x = value(a);
  const y = value(b);
  if (x === null || y === null) return (x === null) - (y === null);
  const order = sorted.kind === 'text' ? x.localeCompare(y, language, { numeric: true }) : x - y;
  return sorted.up ? order : -order;
}

// arrange puts the rows in order: families by their main games, or all in one list.
function arrange() {
  table.classList.toggle('flat', !group.checked);
  if (!group.checked) {
    families[0].body.append(...rows.sort(compare));
    return;
  }
  for (const family of families) family.body.append(family.rows[0], ...family.rows.slice(1).sort(compare));
  families.sort((a, b) => compare(a.rows[0], b.rows[0]));
  table.append(...families.map((family) => family.body));
}

headers.forEach((header, column) => {
  const { kind } = header.dataset;
  if (!kind) return;
  const click = () => {
    const before = header.getAttribute('aria-sort');
    const up = before ? before !== 'ascending' : kind === 'text';
    for (const other of headers) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    sorted = { column, kind, up };
    arrange();
  };
  const button = h('button', { type: 'button', class: 'sort', click });
  button.append(...header.childNodes);
  header.append(button);
});

group.disabled = false;
group.addEventListener('change', arrange);

filter.disabled = false;
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  let shown = 0;
  for (const row of rows) {
    row.hidden = !row.cells[0].querySelector('a').textContent.toLowerCase().includes(wanted);
    if (!row.hidden) shown++;
  }
  // Variants that match are shown.
  for (const { details, rows: [, ...variants] } of families) {
    if (details) details.open = wanted !== '' && variants.some((row) => !row.hidden);
  }
  document.getElementById('shown').textContent = wanted ? tn(shown, '{n} game', '{n} games') : '';
});
