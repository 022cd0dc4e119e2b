// @ts-nocheck
// What the modules of the table share: the game that is on it, and what the page says.

import { kept } from './record.js';
import { move as inWords, name, suited } from '../table/words.js';

export const at = (id) => document.getElementById(id);
export const page = at('main');
export const say = (text, ...more) => { at('said').replaceChildren(...suited(text), ...more.filter(Boolean)); };
// trouble says what went wrong. A request that was stopped, as a newer one took its place, is no trouble.
export const trouble = (error) => { if (error.name !== 'AbortError') say(error.message); };
export const speak = (text) => { at('spoken').textContent = text; };
export const aloud = (move) => inWords(move, name);

export let game; // { question, rules, layout, table, player, hand, here, clock, progress }
export const setGame = (one) => { game = one; };

export let analysing = kept.get('analysis') === true;
export const setAnalysing = (on) => { analysing = on; };

// none are the hints of a position that has no more, and the choices of one that has none.
export const none = [];

// copied copies text to the clipboard, and says so where the press was made.
export async function copied(text, what, { where = at('said'), otherwise = 'copy the link from the address bar.' } = {}) {
  try {
    await navigator.clipboard.writeText(text);
    where.textContent = what + ' copied.';
  } catch {
    where.textContent = 'The clipboard is not available; ' + otherwise;
  }
}
