// The end of a won game: cards leap off the foundations and bounce away across the window.

import { courtAddress, pips, sign } from './faces.js';
import { cardsOf, still } from './motion.js';
import { part } from './page.js';
import { rank, suit } from './words.js';

const ratio = 1.4; // height to width of a card
const fall = { gravity: 2600, bounce: 0.82, lasts: 9000 }; // pixels per second², speed kept, milliseconds at most

// canvas returns a canvas of a size in pixels of the page, and what draws on it.
/** @param {number} width @param {number} height */
function canvas(width, height) {
  const scale = Math.min(devicePixelRatio, 2);
  const surface = Object.assign(document.createElement('canvas'), { width: width * scale, height: height * scale });
  const pen = /** @type {CanvasRenderingContext2D} */ (surface.getContext('2d'));
  pen.scale(scale, scale);
  return { surface, pen };
}

// leap is a card with its picture, place and speed.
/** @param {string} code @param {Record<string, string>} colours @param {DOMRect} at */
function leap(code, colours, { left, top, width }) {
  const { surface: picture, pen } = canvas(width, width * ratio);
  pen.scale(width / 100, width / 100); // as faces are drawn, 100 by 140
  pen.beginPath();
  pen.roundRect(.5, .5, 99, 139, 7);
  pen.fillStyle = colours.paper;
  pen.fill();
  pen.strokeStyle = '#0006';
  pen.stroke();
  pen.fillStyle = colours[suit(code)];
  pen.fill(new Path2D(pips(code)));
  pen.font = '700 21px system-ui, sans-serif';
  for (let i = 0; i < 2; i++) {
    pen.fillText(rank(code), 6, 21);
    const small = new DOMMatrix([.5, 0, 0, .5, 8 + pen.measureText(rank(code)).width + 7, 14]);
    const path = new Path2D();
    path.addPath(new Path2D(part(sign(suit(code), ''), 'path').getAttribute('d') ?? ''), small);
    pen.fill(path);
    pen.translate(100, 140);
    pen.rotate(Math.PI);
  }
  if ('JQK'.includes(code[0])) {
    const image = new Image();
    image.src = courtAddress(code);
    image.decode().then(() => {
      pen.drawImage(image, 20.75, 25, 58.5, 90);
    }, () => {});
  }
  const speed = (Math.random() < .5 ? -1 : 1) * (150 + 450 * Math.random());
  return { picture, width, left, top, right: speed, down: -200 - 500 * Math.random() };
}

// waiting lists the cards in the order in which they leap: the top cards of all foundations first. If the foundations
// are empty, the cards of all piles leap.
/** @param {HTMLElement} felt */
function waiting(felt) {
  const piles = (/** @type {string} */ kinds) => [...felt.querySelectorAll(kinds)].map((pile) => cardsOf(pile)).filter((cards) => cards.length);
  const foundations = piles('.foundation');
  const lists = foundations.length ? foundations : piles('.pile');
  const longest = Math.max(0, ...lists.map((cards) => cards.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((cards) => cards.at(-1 - i) ?? [])).flat();
}

// cascade lets the cards of a felt leap until all are gone, or a press or a key ends it. It calls then, once, when they
// have been seen for a while, or there is nothing more to see.
/** @param {HTMLElement} felt @param {() => void} then */
export function cascade(felt, then) {
  const cards = still.matches ? [] : waiting(felt);
  if (!cards.length) {
    then();
    return;
  }
  let told = false;
  const tell = () => {
    if (!told) then();
    told = true;
  };
  setTimeout(tell, 2500);
  const colours = { paper: getComputedStyle(cards[0]).backgroundColor, ...Object.fromEntries(cards.map((card) => [suit(card.dataset.card), getComputedStyle(card).color])) };
  const { surface, pen } = canvas(innerWidth, innerHeight);
  surface.setAttribute('aria-hidden', 'true');
  Object.assign(surface.style, { position: 'fixed', inset: 0, width: '100%', height: '100%', zIndex: 30, pointerEvents: 'none' });
  document.body.append(surface);
  const skip = new AbortController();
  const end = () => {
    skip.abort();
    surface.remove();
    tell();
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, end, { capture: true, signal: skip.signal });
  const apart = Math.min(130, 5000 / cards.length);
  const all = cards.length;
  /** @type {ReturnType<typeof leap>[]} */ let leaping = [];
  let begun = 0;
  let last = 0;
  const frame = (/** @type {number} */ now) => {
    if (skip.signal.aborted) return;
    begun ||= now;
    const passed = Math.min(.04, (now - (last || now)) / 1000);
    last = now;
    while (cards.length && now - begun > 300 + apart * (all - cards.length)) {
      const [card] = cards.splice(0, 1);
      leaping.push(leap(card.dataset.card ?? '', colours, card.getBoundingClientRect()));
    }
    for (const card of leaping) {
      card.down += fall.gravity * passed;
      card.left += card.right * passed;
      card.top += card.down * passed;
      const floor = innerHeight - card.width * ratio;
      if (card.top > floor) [card.top, card.down] = [floor, -Math.abs(card.down) * fall.bounce];
      pen.drawImage(card.picture, card.left, card.top, card.width, card.width * ratio);
    }
    leaping = leaping.filter(({ left, width }) => left > -width && left < innerWidth);
    if ((cards.length || leaping.length) && now - begun < fall.lasts) requestAnimationFrame(frame);
    else end();
  };
  requestAnimationFrame(frame);
}
