// Names of deals in lists and headings, as the service names them.

const schemes = { solvitaire: 'Solvitaire', microsoft: 'Microsoft', pysol: 'PySol', 'pysol-legacy': 'PySol before PySolFC', greenfelt: 'Green Felt', 'klondike-solver': 'Klondike-Solver', 'ms-collection': 'Microsoft Solitaire Collection' };

// dealName names a deal by its number. The scheme follows if it is not a usual one.
export function dealName(seed, usual = ['solvitaire', 'microsoft']) {
  const [scheme, number] = seed.split(':');
  return 'Deal ' + number.replace(/\B(?=(\d{3})+$)/g, ',') + (usual.includes(scheme) ? '' : ` (${schemes[scheme] ?? scheme})`);
}
