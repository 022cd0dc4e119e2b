// Names of deals in lists and headings, as the service names them.

import { number, t } from '../table/language.js';

const schemes = { solvitaire: 'Solvitaire', microsoft: 'Microsoft', pysol: 'PySol', 'pysol-legacy': 'PySol before PySolFC', greenfelt: 'Green Felt', 'klondike-solver': 'Klondike-Solver', 'ms-collection': 'Microsoft Solitaire Collection' };

// dealName names a deal by its number. The scheme follows if it is not a usual one.
export function dealName(seed, usual = ['solvitaire', 'microsoft']) {
  const [scheme, plain] = seed.split(':');
  const n = number(plain);
  return usual.includes(scheme) ? t('Deal {n}', { n }) : t('Deal {n} ({scheme})', { n, scheme: schemes[scheme] ?? scheme });
}
