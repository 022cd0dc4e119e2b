// The faces of cards: suits, pips as on a pack, and courts. A suit is a path of relative curves around its
// middle, 32 wide: multiplied by -1, it is upside down.

import { rank, suit } from './words.js';

/** @import { Card } from './types.d.ts' */

const SVG = 'http://www.w3.org/2000/svg';
const circle = 'c0-3.5 2.8-6.3 6.3-6.3 3.5 0 6.3 2.8 6.3 6.3 0 3.5-2.8 6.3-6.3 6.3-3.5 0-6.3-2.8-6.3-6.3z';
const shapes = {
  S: 'm0-15c-4 6-13 11-13 18 0 3.7 3 6.6 6.6 6.6 1.9 0 3.6-.8 4.8-2-.3 3-1.6 5-4 6.4h11.2c-2.4-1.4-3.7-3.4-4-6.4 1.2 1.2 2.9 2 4.8 2 3.6 0 6.6-2.9 6.6-6.6 0-7-9-12-13-18z',
  H: 'm0 13.500c-5-5.5-13.5-11-13.5-18.5 0-4.3 3.2-7.5 7-7.5 2.8 0 5.3 1.6 6.5 4 1.2-2.4 3.7-4 6.5-4 3.8 0 7 3.2 7 7.5 0 7.5-8.5 13-13.5 18.500z',
  D: 'm0-15c2.6 5.6 6.6 10.8 10.8 15-4.2 4.2-8.2 9.4-10.8 15-2.6-5.6-6.6-10.8-10.8-15 4.2-4.2 8.2-9.4 10.8-15z',
  C: `m-6.3-8${circle}m-7.4 11.4${circle}m14.8 0${circle}m.6-7.400c-.6 9 .9 15.2 4 18h-11.400c3.1-2.8 4.6-9 4-18z`,
};

// Where the pips of a rank are, on a card of 100 by 140: those below the middle are upside down.
const [left, middle, right] = [30, 50, 70];
/** @type {(...xs: number[]) => (y: number) => number[][]} */
const line = (...xs) => (y) => xs.map((x) => [x, y]);
const [one, two] = [line(middle), line(left, right)];
const three = [39, 70, 101];
const four = [39, 59.7, 80.3, 101];
/** @type {Record<string, number[][]>} */
const places = {
  A: one(70),
  2: [39, 101].flatMap(one),
  3: three.flatMap(one),
  4: [39, 101].flatMap(two),
  5: [...[39, 101].flatMap(two), ...one(70)],
  6: three.flatMap(two),
  7: [...three.flatMap(two), ...one(54.5)],
  8: [...three.flatMap(two), ...[54.5, 85.5].flatMap(one)],
  9: [...four.flatMap(two), ...one(70)],
  T: [...four.flatMap(two), ...[49.3, 90.7].flatMap(one)],
};
places.J = places.Q = places.K = [[28, 34.5], [72, 105.5]]; // beside the heads

const isCourt = (/** @type {Card} */ code) => 'JQK'.includes(code[0]);

// path writes a suit at a place, of a height; upside down if it is negative.
/** @type {(of: string, x: number, y: number, high: number) => string} */
const path = (of, x, y, high) => `M${x} ${y}` + shapes[of].replace(/-?(\d+(\.\d+)?|\.\d+)/g, (n) => ' ' + Math.round(Number(n) * high / .32) / 100);

// pips writes all pips of a card as one path: that is laid out faster than a drawing for each.
/** @param {Card} code */
export function pips(code) {
  const high = code === 'AS' ? 64 : code[0] === 'A' ? 44 : isCourt(code) ? 14 : 18;
  return places[code[0]].map(([x, y]) => path(suit(code), x, y, y > 70 ? -high : high)).join('');
}

/** @type {(d: string, viewBox: string, className: string) => SVGElement} */
function drawing(d, viewBox, className) {
  const svg = document.createElementNS(SVG, 'svg');
  const shape = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('class', className);
  svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', d);
  svg.append(shape);
  return svg;
}

// sign returns the drawing of a suit.
/** @type {(of: string, className: string) => SVGElement} */
export const sign = (of, className) => drawing(path(of, 0, 0, 32), '-16 -16 32 32', className);

// courtAddress is where the drawing of a court is: beside this script.
export const courtAddress = (/** @type {Card} */ code) => new URL(code + '.svg', import.meta.url).href;

// figure is the drawing of a court. Until it is there, the frame has its place.
/** @param {Card} code */
function figure(code) {
  const image = document.createElement('img');
  image.className = 'court';
  image.alt = '';
  image.decoding = 'async';
  image.draggable = false;
  image.src = courtAddress(code);
  return image;
}

// corner is an index. The second one on a card is not text, so that the card has its rank once.
/** @param {Card} code @param {boolean} far */
function corner(code, far) {
  const [span, letter] = [document.createElement('span'), document.createElement('span')];
  span.className = far ? 'corner far' : 'corner';
  letter.className = 'rank';
  if (far) letter.dataset.rank = rank(code);
  else letter.textContent = rank(code);
  span.append(letter, sign(suit(code), 'suit'));
  return span;
}

// face returns the face of a card. The style sheet shows all pips of a card that is large enough, and one
// large pip on a small one.
/** @param {Card} code */
export function face(code) {
  const all = document.createElement('span');
  all.className = 'face';
  all.setAttribute('aria-hidden', 'true');
  all.append(isCourt(code) ? figure(code) : sign(suit(code), 'pip'), drawing(pips(code), '0 0 100 140', 'pips'),
    corner(code, false), corner(code, true));
  return all;
}
