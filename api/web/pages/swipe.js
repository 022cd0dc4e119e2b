// Swipes on a touch screen: one finger, quickly sideways over a part of an element where there is
// nothing to touch. The edges of the screen are left to the browser, which goes back there, and
// up and down to scrolling. A drag of a card begins on the card, so it is no swipe.

const far = 50; // pixels at least
const flat = 2; // times as far sideways as up or down
const quick = 600; // milliseconds at most
const edge = 32; // pixels beside the screen's edge in which no swipe begins

// swipes calls left or right after a swipe that way.
export function swipes(element, { left, right }) {
  let start = null;
  element.addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: at } = event;
    // A second finger ends the swipe: it pinches.
    const may = event.pointerType === 'touch' && event.isPrimary && !event.target.closest('.card, .slot') && x >= edge && x <= innerWidth - edge;
    start = may ? { x, y, at } : null;
  });
  element.addEventListener('pointercancel', () => { start = null; });
  element.addEventListener('pointerup', (event) => {
    if (!start || event.timeStamp - start.at > quick) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) < far || Math.abs(x) < flat * Math.abs(y)) return;
    if (x < 0) left();
    else right();
  });
}
