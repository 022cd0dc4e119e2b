// The drawings of suits and courts.

const SVG = 'http://www.w3.org/2000/svg';

const suits = drawings({
  S: '<path d="M16 2C12 8 3 13 3 20a6.6 6.6 0 0 0 11 5c-.3 2-1.3 3.8-3.5 5h11c-2.2-1.2-3.2-3-3.5-5a6.6 6.6 0 0 0 11-5C29 13 20 8 16 2z"/>',
  H: '<path d="M16 29.5C11 24 2.5 18.5 2.5 11A7.3 7.3 0 0 1 16 7.5 7.3 7.3 0 0 1 29.5 11C29.5 18.5 21 24 16 29.5z"/>',
  D: '<path d="M16 1.5C18.5 7 22.5 12 26.5 16 22.5 20 18.5 25 16 30.5 13.5 25 9.5 20 5.5 16 9.5 12 13.5 7 16 1.5z"/>',
  C: '<path d="M16 2a6.5 6.5 0 0 1 5.3 10.3A6.7 6.7 0 1 1 18 24c.3 2.5 1.3 4.8 3.5 6h-11c2.2-1.2 3.2-3.5 3.5-6a6.7 6.7 0 1 1-3.3-11.7A6.5 6.5 0 0 1 16 2z"/>',
});

const courts = drawings({
  K: '<path fill="#d9a520" d="M6 11V3l5 4 5-6 5 6 5-4v8z"/><path fill="#f2d3ab" d="M9 11h14v8H9z"/><path d="M8 15c1 3 3 2 8 2s7 1 8-2c1 8-3 12-8 14-5-2-9-6-8-14zm4-2h2v2h-2zm6 0h2v2h-2z"/>',
  Q: '<path d="M7 10h18c1 8 1 14 4 18H3c3-4 3-10 4-18z"/><path fill="#d9a520" d="M8 10 6 3l4 3 3-4 3 4 3-4 3 4 4-3-2 7z"/><path fill="#f2d3ab" d="M10 11h12c1 7-2 12-6 12s-7-5-6-12z"/><path d="M12 14h2v2h-2zm6 0h2v2h-2zm-4 5h4l-2 1.5z"/>',
  J: '<path d="M8 14c-3 4-2 9-4 12h24c-2-3-1-8-4-12z"/><path fill="#d9a520" d="M6 12c0-5 4-8 10-8 2 0 5-3 9-3-1 3-1 4-1 6 1 1 2 3 2 5z"/><path fill="#f2d3ab" d="M10 12h12v6c0 4-3 7-6 7s-6-3-6-7z"/><path d="M12 15h2v2h-2zm6 0h2v2h-2zm-4 5h4v1h-4z"/>',
});

// drawings makes elements, to be copied.
function drawings(shapes) {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 32 32');
    svg.setAttribute('aria-hidden', 'true');
    svg.innerHTML = shape;
    return [name, svg];
  }));
}

function copy(svg, className) {
  const one = svg.cloneNode(true);
  one.setAttribute('class', className);
  return one;
}

// sign returns the drawing of a suit, court that of a king, queen or jack.
export const sign = (suit, className) => copy(suits[suit], className);
export const court = (rank, className) => copy(courts[rank], className);
