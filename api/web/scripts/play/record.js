// What the browser keeps: settings, the time of a game, and statistics. Of games: games.js.

const prefix = 'thoughtful-';

// kept are values by name, as JSON. A browser may forbid it; then nothing is kept.
export const kept = {
  get(name) { try { return JSON.parse(localStorage.getItem(prefix + name) ?? 'null'); } catch { return null; } },
  // set reports whether there was room.
  set(name, value) { try { localStorage.setItem(prefix + name, JSON.stringify(value)); return true; } catch { return false; } },
  remove(name) { try { localStorage.removeItem(prefix + name); } catch { /* forbidden */ } },
  // names returns the names that begin with a text.
  names(text) { try { return Object.keys(localStorage).filter((name) => name.startsWith(prefix + text)).map((name) => name.slice(prefix.length)); } catch { return []; } },
};

// carry keeps under a game's present name what was kept under a former one: its statistics, days and games.
/** @param {string} former @param {string} game */
export function carry(former, game) {
  for (const all of ['statistics', 'days']) {
    const { [former]: own, ...others } = kept.get(all) || {};
    if (own) kept.set(all, { [game]: own, ...others });
  }
  for (const name of kept.names(`game /games/${former}/deals/`)) {
    const present = name.replace(`/${former}/`, `/${game}/`);
    if (!kept.get(present)) kept.set(present, kept.get(name));
    kept.remove(name);
  }
}

// duration writes milliseconds as minutes and seconds, or hours.
export function duration(ms) {
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

// Clock counts the time of a game while its page is in sight, from the first move on.
export class Clock {
  /** @type {number | null} */ since = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */ timer;
  ms = 0;
  helped = false;
  over = false;
  started = false;

  // tick is called about once a second, keep when ms, helped or over has changed.
  constructor(tick, keep) {
    this.tick = tick;
    this.keep = keep;
    document.addEventListener('visibilitychange', () => (document.hidden ? this.pause() : this.go()));
    addEventListener('pagehide', () => this.pause());
    this.set({});
  }

  // set goes on from a game that was kept.
  set({ ms = 0, helped = false, over = false }) {
    clearInterval(this.timer);
    Object.assign(this, { ms, helped, over, started: ms > 0, since: null });
    this.tick();
  }

  get time() { return this.ms + (this.since === null ? 0 : performance.now() - this.since); }

  // start starts the clock, if it does not run.
  start() {
    this.started = true;
    this.over = false;
    this.go();
  }

  go() {
    if (!this.started || this.over || this.since !== null || document.hidden) return;
    this.since = performance.now();
    this.timer = setInterval(this.tick, 1000);
  }

  pause() {
    this.ms = this.time;
    this.since = null;
    clearInterval(this.timer);
    this.keep();
  }

  // stop ends the game.
  stop() {
    this.over = true;
    this.pause();
    this.tick();
  }

  // reset starts again from zero, with the next move.
  reset() {
    this.set({});
    this.keep();
  }

  // help records that the analysis was on in this game.
  help() {
    this.helped = true;
    this.keep();
  }
}

// Statistics are counts by game. A deal counts as played with its first move, once until another
// one is begun, and not again when it is continued; a deal that is left for another ends the streak.
export const statistics = {
  of(game) {
    return { played: 0, won: 0, streak: 0, longest: 0, best: null, open: null, done: null, ...(kept.get('statistics') || {})[game] };
  },

  // begin takes note of a move; counted is whether the game is one that was continued.
  begin(game, seed, counted) {
    const s = this.of(game);
    if (s.open === seed || s.done === seed) return;
    if (s.open !== null) s.streak = 0;
    this.put(game, { ...s, played: s.played + (counted ? 0 : 1), open: seed, done: null });
  },

  // win counts a won game, with its time in milliseconds. A deal that was won already is not counted again.
  win(game, seed, ms) {
    const s = this.of(game);
    if (s.open !== seed) return;
    const streak = s.streak + 1;
    const best = s.best === null ? ms : Math.min(s.best, ms);
    this.put(game, { ...s, won: s.won + 1, streak, longest: Math.max(s.longest, streak), best, open: null, done: seed });
  },

  put(game, s) { kept.set('statistics', { ...kept.get('statistics'), [game]: s }); },

  // reset forgets the figures of a game.
  reset(game) { this.put(game, undefined); },
};
