// The proof of a loss: a file from the service, which this browser can check.

import { number, t, tn } from '../table/language.js';
import { h } from '../table/page.js';
import { file, Problem } from '../table/service.js';
import { copied } from './copied.js';

const seconds = (ms) => (ms < 10000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)) + ' s';

const explained = () => h('a', { href: '/docs/inside/proofs' }, t('What is a proof?'));

export class Proof {
  id = '';
  /** @type {ArrayBuffer | null} */ bytes = null;
  /** @type {HTMLButtonElement[]} */ buttons = [];
  status = h('p', { class: 'fine', id: 'proof-status', role: 'status' });
  bar = h('progress', { max: 1, 'aria-label': t('Checking …'), hidden: '' });
  /** @type {AbortController | null} */ controller = null;
  /** @type {Worker | null} */ worker = null;

  // checks says whether this service has a checker for browsers.
  /** @param {boolean} checks */
  constructor(checks) { this.checks = checks; }

  // command returns the command that checks a file, with a button that copies it.
  command(name) {
    const text = `thoughtful check ${name}`;
    return [h('code', {}, text), ' ', h('button', { type: 'button', class: 'quiet', click: ({ currentTarget }) => copied(text, t('Command copied.'), currentTarget, t('Select the command and copy it.')) }, t('Copy')), ' ', explained()];
  }

  // section returns the buttons for the proof of a deal. of names the deal, if it is not the one on the table.
  /** @param {string} id @param {string | false} of */
  section(id, of) {
    this.stop();
    this.id = id;
    this.bytes = null;
    this.buttons = [
      h('button', { type: 'button', class: 'quiet', id: 'proof-file', click: () => this.run(() => this.save()) }, t('Download proof')),
      this.checks ? h('button', { type: 'button', class: 'quiet', id: 'proof-check', click: () => this.run(() => this.check()) }, t('Check it here')) : null,
    ].filter(Boolean);
    this.status.replaceChildren(...(of ? [t('Of {game}.', { game: of }), ' '] : []), ...(this.checks
      ? [t('This browser can check the proof, without the engines.'), ' ', explained()]
      : [t('Check the proof on your computer:'), ' ', ...this.command(`${id}.proof`)]));
    return h('div', { class: 'proof' }, h('p', { class: 'send' }, ...this.buttons), this.bar, this.status);
  }

  // stop ends what is under way.
  stop() {
    this.controller?.abort();
    this.controller = null;
    this.worker?.terminate();
    this.worker = null;
  }

  // run does one thing at a time, and says what went wrong.
  async run(what) {
    const controller = this.controller = new AbortController();
    for (const button of this.buttons) button.disabled = true;
    try {
      await what();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.say(error instanceof Problem || error.refused ? error.message : t('No proof: {why}', { why: error.message }));
    } finally {
      if (this.controller === controller) {
        for (const button of this.buttons) button.disabled = false;
        this.bar.hidden = true;
      }
    }
  }

  say(text, ...more) { this.status.replaceChildren(text, ...more); }

  // load gets the file, once.
  async load() {
    this.bytes ??= await file(`/v1/deals/${this.id}/proof`, {
      signal: this.controller?.signal,
      waiting: () => this.say(t('The service is making the proof …')),
    });
    return this.bytes;
  }

  async save() {
    const bytes = await this.load();
    const link = h('a', { href: URL.createObjectURL(new Blob([bytes], { type: 'application/gzip' })), download: this.id + '.proof' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    this.say(t('Saved, {n} bytes. To check it:', { n: number(bytes.byteLength) }), ' ', ...this.command(`${this.id}.proof`));
  }

  async check() {
    const bytes = await this.load();
    this.say(t('Checking …'));
    this.bar.hidden = false;
    this.bar.value = 0;
    const began = performance.now();
    const found = await this.ask(bytes);
    if (found.id !== this.id) throw Object.assign(new Error(t('This is the proof of another deal, {id}.', { id: found.id })), { refused: true });
    const states = tn(found.states, '{n} state', '{n} states', { n: number(found.states) });
    const how = found.claims ? t('by cards that block each other') : t('{states} that no move leads out of, {n} moves tried', { states, n: number(found.ways) });
    this.status.dataset.checked = found.states;
    this.say(t('Checked in this browser: it can’t be won, {how}; {time}.', { how, time: seconds(performance.now() - began) }), ' ',
      t('Trusted: the rules as the checker plays them, and the lemmas. No engine took part.'), ' ', explained());
  }

  // ask has a worker check the file.
  ask(bytes) {
    return new Promise((resolve, reject) => {
      const worker = this.worker = new Worker('/web/worker.js', { type: 'module' });
      const over = (then, value) => { worker.terminate(); then(value); };
      worker.onmessage = ({ data: { answer, progress, errors, failed } }) => {
        if (progress !== undefined) this.bar.value = progress;
        else if (answer) over(resolve, answer);
        else over(reject, Object.assign(new Error(errors ? t('The proof is wrong: {why}. Please report this deal.', { why: errors[0].detail }) : failed), { refused: Boolean(errors) }));
      };
      worker.onerror = () => over(reject, new Error(t('the checker in this browser has stopped.')));
      worker.postMessage({ id: 1, call: 'check', request: bytes, memory: 1 });
    });
  }
}
