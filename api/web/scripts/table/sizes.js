// How large a table is, in cards: how many places lie beside and below each other on wide and narrow screens. felt.css
// makes cards as large as fit.

/** @import { Layout, Place } from './types.d.ts' */

// perRow is the number of columns side by side on wide and narrow screens.
/** @param {Layout} layout */
function perRow(layout) {
  const n = layout.columns.length;
  if (layout.sequences.length) return [layout.sequences[0].length, layout.sequences[0].length];
  if (layout.accordion) return [13, 8];
  if (layout.rows.length) return [0, 1].map(() => Math.ceil(Math.max(...across(layout).values())) + 1);
  if (layout.row) return [Math.min(n, layout.row), Math.min(n, layout.row)];
  if (n > 13) return [Math.ceil(n / 2), Math.ceil(n / 3)];
  if (n > 10) return [n, Math.ceil(n / 2)];
  return [n, n];
}

// height returns how many cards high the places below the upper ones are on wide screens, where
// more than one line of them has to fit above the buttons; 0 where one line does.
/** @param {Layout} layout @param {number} wide */
function height(layout, wide) {
  const lines = Math.ceil(layout.columns.length / wide);
  if (layout.rows.length) return 1 + (layout.rows.length - 1) / 2;
  if (layout.row) return lines; // of single cards
  return lines > 1 ? 1.6 * lines : 0; // of a few cards each
}

// across returns how far to the right each place of rows lies, in places: in the middle of the
// places that cover it.
/** @param {Layout} layout */
export function across(layout) {
  /** @type {Map<Place, number>} */ const at = new Map();
  for (const row of [...layout.rows].reverse()) {
    row.forEach((name, i) => {
      const by = (layout.covers.get(name) ?? []).flatMap((other) => at.get(other) ?? []);
      at.set(name, by.length ? by.reduce((sum, x) => sum + x, 0) / by.length : i);
    });
  }
  return at;
}

// sizes returns the custom properties of the felt, whether there are many upper piles, and whether they stand beside
// the first rows, as in a pyramid.
/** @param {Layout} layout */
export function sizes(layout) {
  const [wide, narrow] = perRow(layout);
  const stock = !layout.stock && !layout.packets ? 0 : layout.onto === 'tableau piles' ? 1.5 : 1; // it shows its deals side by side
  const talon = stock + (layout.waste ? (layout.draw > 1 ? 2 : 1) : 0);
  const above = talon + layout.reserve.length + layout.cells.length + layout.foundations.length;
  const least = Math.min(above, 8);
  const many = above > 10;
  const at = across(layout);
  const aside = layout.rows.length > 0 && layout.rows.slice(0, 2).flat().every((name) => (at.get(name) ?? 0) >= above);
  // On wide screens many upper piles take as few lines of 15 as they can, so that the columns are in sight too.
  // There is room to set the stock and the foundations apart.
  const room = above + (talon ? 1 : 0) + 1;
  const low = Math.max(wide, Math.ceil(room / Math.ceil(room / 15)));
  const uppers = Math.ceil(room / low);
  return { aside, many, properties: {
    '--wide': Math.max(wide, many ? least : above),
    '--narrow': Math.max(narrow, many ? Math.min(least, 7) : above),
    '--columns-wide': wide,
    '--columns-narrow': narrow,
    '--lines': Math.max(1, (above || layout.hole ? 1 : 0) + height(layout, wide)),
    '--low': low,
    '--uppers': uppers,
    '--low-lines': uppers + (height(layout, wide) || (layout.columns.length ? 2 : 0)),
  } };
}
