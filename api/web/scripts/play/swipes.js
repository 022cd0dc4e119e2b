// Swipes on a touch screen: one finger, quickly sideways over a free part of the table. The edges of the screen are left
// to the browser, which goes back there, and up and down to scrolling.

const swipe = { far: 50, flat: 2, quick: 600, edge: 32 }; // pixels at least, times as far sideways as up or down, milliseconds at most, pixels from the edge at least

// swipes calls left or right after a swipe that way.
/** @param {HTMLElement} element @param {{ left: () => void, right: () => void }} then */
export function swipes(element, { left, right }) {
  /** @type {{ x: number, y: number, at: number } | null} */ let start = null;
  element.addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const [inner] = /** @type {Element[]} */ (event.composedPath());
    // A second finger ends the swipe: it pinches.
    const may = event.pointerType === 'touch' && event.isPrimary && !inner.closest('.card, .slot') && x >= swipe.edge && x <= innerWidth - swipe.edge;
    start = may ? { x, y, at } : null;
  });
  element.addEventListener('pointercancel', () => { start = null; });
  element.addEventListener('pointerup', (event) => {
    if (!start || event.timeStamp - start.at > swipe.quick) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) < swipe.far || Math.abs(x) < swipe.flat * Math.abs(y)) return;
    if (x < 0) left();
    else right();
  });
}
