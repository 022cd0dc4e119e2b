// A deal of Klondike for the tests: its rules, and a position some moves before its end.

import { layout, read } from '../table/position.js';

/** @import { Document, Rules } from '../table/types.d.ts' */

/** @type {Rules} */
export const rules = {
  'tableau piles': { count: 7, 'build policy': 'red-black', 'spaces policy': 'kings' },
  stock: { size: 24, 'deal count': 1, redeal: true },
};

/** @type {Document} */
export const start = {
  'tableau piles': [['KS'], ['5h', 'QH'], ['JC'], [], [], [], []],
  foundations: ['AC', '2C', 'AH'],
  stock: ['3C', '2H'],
  waste: ['TD'],
};

export const places = layout(rules);
export const position = () => read(places, start);
