// The games that the browser keeps, each under the plain address of its deal: the moves, how many of them are played,
// the time, and whether it is won. So a deal goes on where it was left, and the home page lists what is not finished.
// Each game is an entry of its own, as several tabs may play.

import { atLength, briefly } from '../table/address.js';
import { t } from '../table/language.js';
import { h } from '../table/page.js';
import { runOf } from '../table/player.js';
import { counted } from '../table/words.js';
import { dealName } from './named.js';
import { duration, kept } from './record.js';

const most = 50; // games; the oldest go first
const entry = (address) => 'game ' + address;

export const games = {
  // of returns the game at an address; null if there is none.
  of(address) {
    const game = kept.get(entry(address));
    return typeof game?.moves === 'string' ? { ...game, address } : null;
  },

  // all returns the games, the latest first.
  all() {
    const start = entry('');
    return kept.names(start).map((name) => this.of(name.slice(start.length))).filter(Boolean).sort((a, b) => b.at - a.at);
  },

  // put keeps a game. If there are too many, or there is no room, the oldest others go.
  put(address, game) {
    if (this.of(address) && kept.set(entry(address), game)) return;
    const others = this.all().filter((other) => other.address !== address);
    while (others.length >= most) this.remove(others.pop().address);
    while (!kept.set(entry(address), game) && others.length) this.remove(others.pop().address);
  },

  remove(address) { kept.remove(entry(address)); },
};

// Progress keeps the game on the table.
export class Progress {
  // about has the address of the deal, and for lists its title, its number and its name.
  constructor(about, layout, player, clock) {
    this.about = about;
    this.layout = layout;
    this.player = player;
    this.clock = clock;
    this.made = 0; // moves of the line that are the player's own; the others are of a solution, or of a link
    this.at = null; // when this tab kept the game; null if it did not
    this.won = false;
    this.continued = false;
    addEventListener('storage', ({ key }) => { if (key?.endsWith(entry(about.address))) this.follow(); });
    addEventListener('pageshow', ({ persisted }) => { if (persisted) this.follow(); });
  }

  get kept() { return games.of(this.about.address); }

  // changed keeps the game after a change of the player.
  changed(why) {
    const { ply, moves } = this.player;
    if (why === 'line') this.made = Math.min(this.made, ply);
    if (why === 'hand') {
      this.made = ply === moves.length ? ply : Math.max(this.made, ply);
      this.won = false;
    }
    if (why !== 'run') this.keep();
  }

  // keep keeps the game. At the deal there is nothing to go on with.
  keep() {
    const { about, player, clock, made, won } = this;
    if (!made) return;
    const ply = Math.min(made, player.ply);
    if (!ply) {
      games.remove(about.address);
      this.at = null;
      return;
    }
    const moves = player.moves.slice(0, made);
    this.at = Date.now();
    games.put(about.address, {
      title: about.title, seed: about.seed, name: about.name, at: this.at, moves: briefly(moves), ply, runs: runsIn(moves), won,
      ms: Math.round(clock.time), helped: clock.helped, over: clock.over,
    });
  }

  // later keeps the game, unless another tab has played it meanwhile.
  later() { if (this.at !== null && this.kept?.at === this.at) this.keep(); }

  // win keeps the game as a won one, with all moves.
  win() {
    this.made = this.player.moves.length;
    this.won = true;
    this.keep();
  }

  // begin goes to where the game was left. line are the moves of an address: the game is continued if they are its
  // own, and else left alone. It reports whether it has shown a game.
  begin(line) {
    const game = this.kept;
    if (!game || (line && `${game.moves}.`.slice(0, line.length + 1) !== line + '.')) return false;
    try {
      this.show(game, line ? line.split('.').length : game.won ? 0 : game.ply);
      return true;
    } catch { // it is not of this deal, or damaged
      games.remove(this.about.address);
      return false;
    }
  }

  // follow shows what another tab has played, if this one has the same game on its table.
  follow() {
    const game = this.kept;
    if (!game || !this.made || game.at === this.at || this.player.running) return;
    try { this.show(game, game.ply); } catch { /* it is damaged */ }
  }

  show(game, ply) {
    const { player, clock, layout } = this;
    const moves = atLength(layout, player.positions[0], game.moves);
    for (const { first, count, ...run } of game.runs || []) {
      const expanded = moves.slice(first, first + count);
      for (const move of expanded) runOf.set(move, { ...run, expanded });
    }
    this.made = 0; // nothing to keep while it is laid
    player.follow(moves, ply);
    Object.assign(this, { won: game.won, at: game.at, continued: !game.won });
    if (game.won) return;
    this.made = moves.length;
    clock.set(game);
  }
}

// runsIn lists the runs of moves, which are undone in one step.
function runsIn(moves) {
  return moves.flatMap((move, first) => {
    const { expanded, action, from, to, cards } = runOf.get(move) || {};
    return expanded && expanded[0] === move ? [{ first, count: expanded.length, action, from, to, cards }] : [];
  });
}

// list shows the games that are not finished, but for the one on the table: the latest at once, the others when asked
// for.
export function list(element, address) {
  const rows = games.all().filter((game) => !game.won && game.address !== address).map(({ address: href, title, seed, name: deal, moves, ply, ms }, i) => {
    const played = moves.split('.').slice(0, ply).filter((word) => word !== 'n').length; // redeals are no moves
    const remove = () => {
      games.remove(href);
      list(element, address);
      (element.querySelector('button') ?? document.getElementById('title')).focus();
    };
    const name = `${title} · ${deal || (seed ? dealName(seed) : t('position'))}`;
    return h('li', {},
      h('a', { href, class: i ? 'other' : 'button' }, h('span', {}, i ? name : t('Continue {game}', { game: name })), ' ', h('small', {}, `${counted(played)}, ${duration(ms)}`)),
      h('button', { type: 'button', class: 'remove', 'aria-label': t('Remove {game}', { game: name }), title: t('Remove'), click: remove }, '×'));
  });
  const open = element.querySelector('details')?.open;
  element.hidden = !rows.length;
  element.replaceChildren(h('ul', {}, rows.slice(0, 1)));
  if (rows.length < 2) return;
  const more = h('details', {}, h('summary', {}, t('{n} more', { n: rows.length - 1 })), h('ul', {}, rows.slice(1)));
  more.open = open;
  element.append(more);
}
