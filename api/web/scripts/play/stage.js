// The table on the page: draws the game, and plays what the hand does.

import { cascade } from '../table/cascade.js';
import { Hand, manner } from '../table/hand.js';
import { t } from '../table/language.js';
import '../table/thoughtful-table.js';
import { dealOut } from '../table/motion.js';
import { h, part } from '../table/page.js';
import { faceUp, isDown } from '../table/position.js';
import { short, suit } from '../table/words.js';
import { swipes } from './swipes.js';

/** @import { Game } from './game.js' */

/** @param {HTMLElement} root @param {Game} game */
export function stage(root, game) {
  const { layout, player, settings, here: { referee } } = game;
  const element = /** @type {import('../table/thoughtful-table.js').TableElement} */ (part(root, '#table'));
  const unseen = part(root, 'p#unseen');
  const table = element.lay(layout);
  const hand = new Hand(table, { player, referee, play: (moves) => game.play(...moves), say: (text) => game.say(text), once: () => settings.once });
  element.follow(player, referee);
  swipes(element, { left: game.back, right: game.forward });
  if ('embed' in root.dataset) { // the page around the frame hears of what happens, as of the events of the element
    for (const type of ['move', 'won', 'stuck']) {
      element.addEventListener(type, (event) => window.parent.postMessage({ source: 'thoughtful', event: type, .../** @type {CustomEvent} */ (event).detail }, '*'));
    }
  }

  const colours = () => {
    root.classList.toggle('four', settings.four);
    element.toggleAttribute('four', settings.four);
  };
  const draw = (options) => {
    table.fan = game.fan;
    table.known = settings.known || game.named.length > 0;
    table.draw(game.position, options);
  };

  // under lists cards that lie under others, in order.
  const under = () => {
    const { piles } = game.position;
    const shown = [['stock', t('Stock, next card first')], ['waste', t('Waste, top card first')], ['reserve', t('Reserve, top card first')]]
      .filter(([place]) => settings.known && piles.get(place)?.length);
    unseen.hidden = !shown.length;
    unseen.replaceChildren(...shown.flatMap(([place, title]) => [
      h('b', {}, title + ': '),
      ...[...piles.get(place) ?? []].reverse().flatMap((card) => [h('span', { class: 'suit-' + suit(card) }, short(card)), ' ']),
      h('br'),
    ]));
  };

  const stepped = () => {
    element.dataset.ply = String(player.ply);
    element.dataset.finishing = String(player.finishing);
    under();
  };

  game.on('move', () => {
    if (game.position !== table.position) hand.changed(); // a solution that comes late for the same position takes no card out of the hand
    draw({ animate: game.begun, duration: player.running ? 180 : 260 });
    stepped();
  });
  game.on('known', () => {
    element.told(game.here.entry());
    element.dataset.won = String(game.here.entry().won === true);
    element.dataset.verdict = game.analysing ? game.here.sentence().verdict : '';
  });
  game.on('setting', ({ name }) => {
    if (name === 'fan') hand.put();
    colours();
    if (name === 'fan' || name === 'known') draw();
    under();
  });
  game.on('hint', () => {
    const { shown } = game.hinting;
    table.show('hinted', shown?.places || [], shown?.cards);
  });
  game.on('named', () => {
    draw();
    table.show('named', [], [...game.position.piles].flatMap(([place, pile]) => pile.flatMap((card, at) => (game.named.includes(faceUp(card)) ? [{ place, at }] : []))));
  });
  game.on('return', () => {
    element.scrollIntoView({ block: 'nearest' });
    /** @type {HTMLElement | null} */ (table.felt.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
  });
  game.on('won', () => cascade(table.felt, () => game.emit('celebrated')));
  game.on('begin', () => { if (!player.moves.length) dealOut(table.felt); });

  part(root, 'p#manner').textContent = manner(layout);
  part(root, 'label#fan-label').hidden = !layout.waste;
  part(root, 'label#known-label').hidden = !layout.stock && layout.reserve[0] !== 'reserve' && ![...game.position.piles.values()].flat().some(isDown);
  colours();
  draw({ animate: false });
  stepped();
  part(root, 'div#board').classList.remove('waiting');
}
