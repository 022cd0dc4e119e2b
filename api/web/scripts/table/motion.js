// How cards move: they glide to where they lie, turn over, are dealt, and shake their heads. They are laid first and
// then animated from where they were, and only by transforms, so that nothing else is laid out again. Users who
// prefer reduced motion see none of it.

export const still = matchMedia('(prefers-reduced-motion: reduce)');

const easing = 'cubic-bezier(.3, .1, .2, 1)';

// cardsOf lists the cards in a part of a table.
/** @type {(within: ParentNode) => HTMLElement[]} */
export const cardsOf = (within) => Array.from(within.querySelectorAll('.card'));

// run animates a card, which is in front while it moves.
/** @type {(card: HTMLElement, frames: Keyframe[] | PropertyIndexedKeyframes, options: KeyframeAnimationOptions) => void} */
function run(card, frames, options) {
  card.classList.add('running');
  const animation = card.animate(frames, options);
  animation.onfinish = animation.oncancel = () => card.classList.remove('running', 'turning');
}

// seen returns where cards are and which side of them is up, for glide.
/** @param {HTMLElement[]} cards */
export const seen = (cards) => new Map(cards.map((card) => [card, { at: card.getBoundingClientRect(), down: card.matches('.down') }]));

// glide moves cards from where they were seen, and turns those that show their other side.
/** @param {ReturnType<typeof seen>} before @param {number} duration */
export function glide(before, duration) {
  const cards = [...before].filter(([card]) => card.isConnected).map(([card, was]) => ({ card, was, to: card.getBoundingClientRect() }));
  for (const { card, was: { at: from, down }, to } of cards) {
    const [x, y] = [from.left - to.left, from.top - to.top];
    const moves = Math.abs(x) >= 1 || Math.abs(y) >= 1;
    const turns = down !== card.matches('.down');
    if (moves) run(card, [{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration, easing });
    if (!turns) continue;
    const far = `perspective(${6 * to.width}px) rotateY`;
    run(card, { transform: [`${far}(${down ? -180 : 90}deg)`, `${far}(0deg)`] }, { duration, easing });
    if (!down) continue;
    card.classList.add('turning'); // its back is in front of it, for the first half
    card.animate({ opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] }, { duration, easing, pseudoElement: '::after' });
  }
}

// dealOut moves all cards from the stock, or from below where there is none, row by row. A press or a key
// ends it.
/** @param {HTMLElement} felt */
export function dealOut(felt) {
  if (still.matches) return;
  const table = felt.getBoundingClientRect();
  const stock = felt.querySelector('.pile.stock')?.getBoundingClientRect();
  const [left, top] = stock?.width ? [stock.left, stock.top] : [table.left + table.width / 2, Math.min(innerHeight, table.bottom)];
  const cards = [...felt.querySelectorAll('.pile:not(.stock)')].flatMap((pile) => cardsOf(pile).map((card, row) => ({ card, row, to: card.getBoundingClientRect() })));
  cards.sort((a, b) => a.row - b.row);
  for (const [i, { card, to }] of cards.entries()) {
    run(card, [{ translate: `${left - to.left}px ${top - to.top}px`, opacity: 0 }, { opacity: 1, offset: .15 }, { translate: '0 0', opacity: 1 }],
      { duration: 260, delay: 400 * i / cards.length, fill: 'backwards', easing });
  }
  const skip = new AbortController();
  const end = () => {
    skip.abort();
    felt.classList.remove('dealing');
    arrive(felt);
  };
  felt.classList.add('dealing');
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, end, { capture: true, signal: skip.signal });
  setTimeout(end, 700);
}

// arrive ends all movement at once, and reports whether there was any.
/** @param {HTMLElement} felt */
export function arrive(felt) {
  const running = [...felt.querySelectorAll('.running')];
  for (const card of running) card.getAnimations({ subtree: true }).forEach((animation) => animation.finish());
  return running.length > 0;
}

// shake shakes cards that can't go where they were laid.
/** @param {HTMLElement[]} cards */
export function shake(cards) {
  if (still.matches) return;
  for (const card of cards) card.animate([0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 300 });
}
