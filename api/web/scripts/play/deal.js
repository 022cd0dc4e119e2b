// The deal page: takes the deal of the page or its address, and wires a game to the views.
//
// Play comes first. The verdict, the solution and the value of moves are asked for and shown only while the analysis is
// on.

import { unpack } from '../table/address.js';
import { t } from '../table/language.js';
import { part } from '../table/page.js';
import { ask, away, dealt } from '../table/service.js';
import { analysis } from './analysis.js';
import { bar } from './bar.js';
import { keys, menus, neighbours } from './controls.js';
import { calendar, dated } from './calendar.js';
import { chosen } from './choice.js';
import { days } from './days.js';
import { record, won } from './dialogs.js';
import { Edit } from './edit.js';
import { Game } from './game.js';
import { list } from './games.js';
import { numbered, position } from './heading.js';
import { line } from './line.js';
import { begin, check, link, plain } from './link.js';
import { looks } from './looks.js';
import { carry, kept } from './record.js';
import { review } from './review.js';
import { Settings } from './settings.js';
import { stage } from './stage.js';
import { status } from './status.js';
import { verdict } from './verdict.js';

const root = part(document, 'main#main');
const edit = new Edit(root);
const below = part(root, 'section.below');
const fragment = new URLSearchParams(location.hash.slice(1));
let month = () => {}; // shows the month in the calendar anew

menus(root);

// found returns the deal of the page: the request for it, its rules and its position. The page of the offline app
// comes without one, /play has it in its address.
/** @returns {Promise<{ question: any, rules: any, document: any }>} */
async function found() {
  const { dataset } = root;
  if ('offline' in dataset) {
    away(true);
    if (location.pathname !== '/play' || !/[#&](game|rules)=/.test(location.hash)) {
      delete dataset.own;
      part(root, 'h1#title').textContent = t('Dealing …');
      numbered(root, await dealt(location));
    }
  }
  const deal = 'own' in dataset ? unpack(fragment) : null;
  if (!deal) return { question: { game: dataset.game, seed: dataset.seed }, rules: JSON.parse(dataset.rules ?? ''), document: JSON.parse(dataset.deal ?? '') };
  const game = fragment.get('game') || '';
  edit.fill(game, fragment.get('rules') || '', deal);
  const named = game ? { game } : { rules: JSON.parse(fragment.get('rules') ?? '') };
  const answer = await ask('/v1/moves', { ...named, deal, states: 1 });
  const rules = named.rules ?? (await ask('/v1/games/' + game)).rules;
  position(root);
  return { question: { ...named, deal: answer.position }, rules, document: answer.position };
}

// open lays a deal on the table.
function open({ question, rules, document: laid }) {
  const about = { address: plain(question, laid), title: root.dataset.title ?? '', name: question.seed && root.dataset.name };
  const game = new Game({ question, rules, document: laid, about, settings: new Settings(root) });
  for (const view of [bar, line, status, verdict, analysis, review, won, record, link, looks]) view(root, game);
  stage(root, game);
  edit.follow(game);
  keys(game);

  const { seed } = question;
  const day = root.dataset.day ?? fragment.get('day');
  if (seed) neighbours(root, question);
  if (seed && day && /^\d{4}-\d\d-\d\d$/.test(day)) days.see(question.game, day, seed);
  const resume = () => {
    const others = /** @type {HTMLElement | null} */ (root.querySelector('nav#continue'));
    if (others) list(others, about.address);
    dated(root, question);
    month();
  };
  resume();
  game.on('won', resume);
  addEventListener('storage', resume);
  addEventListener('pageshow', ({ persisted }) => { if (persisted) resume(); });

  const ply = begin(game);
  check(game);
  if (game.player.ply) game.clock.go();
  else game.clock.reset(); // it begins with the first move
  if (ply || kept.get('analysis') === true) game.analyse(true, ply);
  else game.here.later();
  game.begin();
  if (location.hash === '#edit') {
    below.classList.remove('later');
    edit.fold.open = true;
    edit.fold.scrollIntoView();
  } else if (seed) game.emit('link');

  const offline = /** @type {HTMLInputElement | null} */ (root.querySelector('input#offline'));
  if (!offline) return;
  const later = () => import('./install.js').then(({ install }) => install(offline, kept, (text) => game.say(text), t));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later);
}

const { game, former } = root.dataset;
if (game && former && game !== former) carry(former, game);
await chosen(root);
let laid = null;
try {
  laid = await found();
  open(laid);
} catch (error) {
  part(root, 'div#board').hidden = true;
  if (part(root, 'h1#title').textContent === t('Dealing …')) part(root, 'h1#title').textContent = t('No deal');
  edit.complain(error);
  if (!error.errors && error.name !== 'Error') throw error; // a fault of the page
}
// Cards can be picked up, and from the next frame on they are in sight. What is below them follows.
requestAnimationFrame(() => setTimeout(() => {
  performance.mark('playable');
  below.classList.remove('later');
  if (laid) month = calendar(root, laid.question);
}));
