'use strict';

// Sorts and filters the table of rates.

const table = document.getElementById('rates');
const body = table.tBodies[0];
const rows = [...body.rows];

// value returns the sort key of a cell; empty cells come last.
function value(row, column, kind) {
  const cell = row.cells[column];
  if (kind === 'text') return cell.textContent.trim().toLowerCase();
  return cell.dataset.value ? Number(cell.dataset.value) : null;
}

function sort(header, column) {
  const up = header.getAttribute('aria-sort') ? header.getAttribute('aria-sort') !== 'ascending' : header.dataset.kind === 'text';
  for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
  header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const { kind } = header.dataset;
  rows.sort((a, b) => {
    const x = value(a, column, kind);
    const y = value(b, column, kind);
    if (x === null || y === null) return (x === null) - (y === null);
    const order = kind === 'text' ? x.localeCompare(y) : x - y;
    return up ? order : -order;
  });
  body.append(...rows);
}

[...table.tHead.rows[0].cells].forEach((header, column) => {
  if (!header.dataset.kind) return;
  const button = h('button', { type: 'button', class: 'sort', click: () => sort(header, column) });
  button.append(...header.childNodes);
  header.append(button);
});

const filter = document.getElementById('filter');
filter.disabled = false;
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  let shown = 0;
  for (const row of rows) {
    row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
    if (!row.hidden) shown++;
  }
  document.getElementById('shown').textContent = wanted ? shown + (shown === 1 ? ' game' : ' games') : '';
});
