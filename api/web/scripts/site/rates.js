// Sorts, filters and groups the table of rates. A tbody is a game and its variants; style.css
// hides the variants while the details in its first row are closed.

import { language, tn } from '../table/language.js';
import { h, part } from '../table/page.js';

const table = part(document, 'table#rates');
const families = [...table.tBodies].map((body) => ({ body, rows: [...body.rows], details: body.querySelector('details') }));
const rows = families.flatMap((family) => family.rows);
const headers = [...part(table, 'thead').querySelectorAll('th')];
const group = part(document, 'input#fold');
const filter = part(document, 'input#filter');
let sorted = { column: 0, kind: 'text', up: true };

// title returns the title of a row's game.
const title = (/** @type {HTMLTableRowElement} */ row) => part(row, 'a').textContent ?? '';

// compare orders two rows; empty cells come last.
/** @type {(a: HTMLTableRowElement, b: HTMLTableRowElement) => number} */
function compare(a, b) {
  const [x, y] = [a, b].map((row) => row.cells[sorted.column].dataset.value ?? '');
  if (sorted.kind !== 'text' && !(x && y)) return Number(!x) - Number(!y);
  const order = sorted.kind === 'text' ? title(a).localeCompare(title(b), language, { numeric: true }) : Number(x) - Number(y);
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
    row.hidden = !title(row).toLowerCase().includes(wanted);
    if (!row.hidden) shown++;
  }
  // Variants that match are shown.
  for (const { details, rows: [, ...variants] } of families) {
    if (details) details.open = wanted !== '' && variants.some((row) => !row.hidden);
  }
  part(document, 'output#shown').textContent = wanted ? tn(shown, '{n} game', '{n} games') : '';
});
