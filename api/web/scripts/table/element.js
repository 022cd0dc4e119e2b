// The table as an element, <thoughtful-table>. Its shadow root holds the felt with the piles, so no
// style of a page reaches the cards but by custom properties (felt.css).

import css from './felt.css' with { type: 'text' };
import { manner } from './hand.js';
import { h } from './page.js';
import { Table } from './table.js';

const styles = new CSSStyleSheet();
styles.replaceSync(css);

const keys = 'Arrows move between cards, Enter takes a card, arrows choose a place, Enter drops it, Enter twice sends it up, Escape cancels.';

class ThoughtfulTable extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.felt = h('div', { class: 'felt', role: 'region', 'aria-label': 'Table', 'aria-describedby': 'how' });
    this.how = h('p', { id: 'how', hidden: '' });
    root.append(this.felt, this.how);
  }

  // lay makes the places of a layout, and returns them as a table to draw on.
  lay(layout) {
    this.how.textContent = `${manner(layout)} ${keys}`.trim();
    return new Table(this.felt, layout);
  }
}

customElements.define('thoughtful-table', ThoughtfulTable);
