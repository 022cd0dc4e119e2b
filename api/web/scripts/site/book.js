// The pages of the book: search over pages and calls, buttons that copy code, and one language of an
// example at a time.

import { h, part } from '../table/page.js';

const languages = { sh: 'curl', bash: 'curl', ts: 'TypeScript', typescript: 'TypeScript', python: 'Python', go: 'Go' };
/** @type {(pre: Element | null) => string | undefined} */
const languageOf = (pre) => languages[pre?.querySelector(':scope > code')?.className.replace('language-', '') ?? ''];

// commands returns what is typed in an example of a console, without its output; of other code, all.
/** @param {Element} pre */
function commands(pre) {
  const text = pre.textContent ?? '';
  if (!pre.querySelector('.language-console')) return text;
  /** @type {string[]} */ const typed = [];
  let goesOn = false;
  for (const line of text.split('\n')) {
    if (goesOn || line.startsWith('$ ')) typed.push(goesOn ? line : line.slice(2));
    goesOn = (goesOn || line.startsWith('$ ')) && line.endsWith('\\');
  }
  return typed.join('\n');
}

// copyable gives a block of code a button.
/** @param {Element} pre */
export function copyable(pre) {
  const button = h('button', {
    type: 'button',
    class: 'quiet copy',
    click: async () => {
      try {
        await navigator.clipboard.writeText(commands(pre));
        button.textContent = 'Copied';
      } catch {
        getSelection()?.selectAllChildren(pre);
        button.textContent = 'Selected';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    },
  }, 'Copy');
  const block = h('div', { class: 'block' });
  pre.replaceWith(block);
  block.append(pre, button);
}

// choosable shows one of the blocks, which have the same example in several languages. The choice
// holds for all examples, and for the next visit.
/** @param {Element[]} blocks */
function choosable(blocks) {
  const names = blocks.map((block) => languageOf(block) ?? '');
  const bar = h('div', { class: 'choose', role: 'group', 'aria-label': 'Language' }, names.map((name) => h('button', {
    type: 'button', class: 'quiet', 'data-language': name, click: () => { localStorage.setItem('language', name); choose(name); },
  }, name)));
  blocks[0].before(bar);
}

// choose shows the blocks in a language; where there is none, the first ones.
/** @param {string | null} name */
function choose(name) {
  for (const bar of document.querySelectorAll('.choose')) {
    const buttons = [...bar.querySelectorAll('button')];
    const shown = buttons.find((button) => button.dataset.language === name) || buttons[0];
    let block = bar.nextElementSibling;
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button === shown));
      block?.toggleAttribute('hidden', button !== shown);
      block = block?.nextElementSibling ?? null;
    }
  }
}

function examples() {
  for (const code of document.querySelectorAll('.guide > pre > code')) {
    code.textContent = (code.textContent ?? '').replaceAll('http://127.0.0.1:8080', location.origin);
  }
  const blocks = [...document.querySelectorAll('.guide > pre')];
  for (let i = 0; i < blocks.length; i++) {
    const same = [blocks[i]];
    for (let next = blocks[i].nextElementSibling; next && languageOf(blocks[i]) && languageOf(next); next = next.nextElementSibling) same.push(next);
    if (same.length > 1) choosable(same);
    i += same.length - 1;
  }
  blocks.filter((pre) => pre.querySelector('[class]:not(.language-text)')).forEach(copyable); // what is typed or sent, not what a program prints
  choose(localStorage.getItem('language'));
}

const most = 12; // results shown

// find returns the sections that have all words of a query, each from its beginning: first those whose
// title has them, then those whose page has them in its title.
function find(sections, query) {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const has = (text, word) => (' ' + text.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, ' ')).includes(' ' + word);
  const score = (section) => words.reduce((sum, word) => {
    if (has(section.title, word)) return sum + 8;
    if (has(section.page, word)) return sum + 4;
    return has(section.words, word) ? sum + 1 : -Infinity;
  }, 0);
  return sections.map((section) => [score(section), section])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a)
    .map(([, section]) => section);
}

// load returns the sections of the book, and the calls as sections.
async function load() {
  const [sections, api] = await Promise.all(['/docs/index', '/openapi.json'].map(async (address) => (await fetch(address)).json()));
  const calls = Object.entries(api.paths).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({
    address: '/docs#' + (method + path).replace(/[^a-z0-9]+/gi, '-'),
    page: 'Calls',
    title: `${method.toUpperCase()} ${path}`,
    words: `${operation.summary} ${operation.description || ''}`,
  })));
  return [...calls.filter(({ title }) => title.includes('/v1/')), ...sections];
}

// searchable shows the search, and what it finds.
/** @param {HTMLElement} root */
function searchable(root) {
  const [input, said, list] = [part(root, 'input'), part(root, 'p'), part(root, 'ul')];
  root.hidden = false;
  /** @type {ReturnType<typeof load> | undefined} */ let loaded;
  let asked = 0;
  const show = async () => {
    const query = input.value.trim();
    const turn = ++asked;
    try {
      const found = query ? find(await (loaded ||= load()), query) : [];
      if (turn !== asked) return; // the query has changed meanwhile
      said.textContent = query && (found.length > most ? `${most} of ${found.length} results` : found.length ? '' : 'Nothing found');
      list.replaceChildren(...found.slice(0, most).map((section) => h('li', {},
        h('a', { href: section.address }, section.title), section.title === section.page ? null : h('span', { class: 'hint' }, ' ' + section.page))));
    } catch (error) {
      loaded = undefined;
      said.textContent = 'Search failed: ' + error.message;
    }
  };
  input.addEventListener('input', show);
}

searchable(part(document, 'search#search'));
examples();
