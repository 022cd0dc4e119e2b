// @ts-nocheck
// The controls around the table: menus, links to other deals, and keys.

const at = (id) => document.getElementById(id);

// Menus close after a choice, and by a press elsewhere.
const menus = document.querySelectorAll('.menu');
const close = (but) => menus.forEach((menu) => { if (menu !== but) menu.open = false; });
document.addEventListener('pointerdown', ({ target }) => close(target.closest('.menu')));
for (const menu of menus) {
  menu.addEventListener('click', ({ target }) => { if (target.closest('button, a')) close(); });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    close();
    menu.firstChild.focus();
  });
}
document.querySelector('a[href="#ask"]').addEventListener('click', (event) => {
  event.preventDefault();
  at('ask').scrollIntoView();
  at('game').focus({ preventScroll: true });
});

// neighbours links the previous and next deal.
export function neighbours({ game, seed }) {
  const [scheme, number] = seed.split(':');
  for (const [id, n] of [['previous', BigInt(number) - 1n], ['next', BigInt(number) + 1n]]) {
    if (n < (scheme === 'microsoft' || scheme.startsWith('pysol') ? 1n : 0n)) continue;
    at(id).href = `/games/${game}/deals/${scheme}:${n}`;
    at(id).hidden = false;
  }
}

// keys steps by the keys of the page, as soon as it is ready: steps has first, back, forward and last, toggle runs
// the moves or halts them.
export function keys({ ready, steps, toggle }) {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!ready() || event.altKey || document.querySelector('dialog[open]')) return;
    let act;
    if (event.ctrlKey || event.metaKey) {
      if (target.closest('textarea, select, input:not([type="checkbox"], [type="range"])')) return;
      const letter = key.toLowerCase();
      act = letter === 'y' || (letter === 'z' && event.shiftKey) ? steps.forward : letter === 'z' ? steps.back : null;
    } else {
      if (target.closest('input, textarea, select, thoughtful-table') || (key === ' ' && target.closest('button, a, summary'))) return;
      act = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, ' ': toggle }[key];
    }
    if (!act) return;
    event.preventDefault();
    act();
  });
}
