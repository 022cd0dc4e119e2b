// The bar that steps through moves. On narrow screens, where it lies below the table with the analysis, it comes to the
// foot of the screen while it is in use, in the place of the buttons, and the table stays in sight.

const at = (id) => document.getElementById(id);
const page = at('main');
export const narrow = matchMedia('(max-width: 62rem)'); // as in table.css: the analysis lies below the table

// seen brings the table in sight on narrow screens.
export function seen() {
  if (!narrow.matches) return;
  const { top } = at('table').getBoundingClientRect();
  if (top < 0 || top > innerHeight / 4) at('table').scrollIntoView();
}

// playback brings the bar to the foot of a narrow screen.
export function playback() {
  if (!narrow.matches) return;
  const begins = !page.classList.contains('playback');
  page.classList.add('playback');
  seen();
  if (begins) at('run').focus({ preventScroll: true });
}

// ended brings the buttons back. It reports whether the bar was there.
export function ended() {
  const had = page.classList.contains('playback');
  page.classList.remove('playback');
  return had;
}

at('slider').addEventListener('change', playback); // not before it is let go, as it moves
for (const id of ['first', 'back', 'run', 'forward', 'last']) at(id).addEventListener('click', playback);
at('line').addEventListener('click', playback);
