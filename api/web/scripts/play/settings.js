// What the player has set in the menu: boxes by name, kept in this browser.

import { part } from '../table/page.js';
import { kept } from './record.js';

const names = /** @type {const} */ (['known', 'fan', 'four', 'finish', 'once']);

export class Settings extends EventTarget {
  known = false; // whether face-down cards are shown
  fan = false; // whether the stock is fanned out
  four = false; // whether suits have four colours
  finish = true; // whether cards go up by themselves in the end
  once = true; // whether a tap plays a card

  /** @param {HTMLElement} root */
  constructor(root) {
    super();
    for (const name of names) {
      const box = part(root, `input#${name}`);
      this[name] = box.checked = kept.get(name) ?? box.checked;
      box.addEventListener('change', () => {
        kept.set(name, box.checked);
        this[name] = box.checked;
        this.dispatchEvent(Object.assign(new Event('change'), { name }));
      });
    }
  }
}
