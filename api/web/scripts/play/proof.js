// @ts-nocheck
// The proof of a loss: a file from the service, which this browser can check.

import { h } from '../table/page.js';
import { file, Problem } from '../table/service.js';

const number = (n) => n.toLocaleString('en');
const seconds = (ms) => (ms < 10000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)) + ' s';

export class Proof {
  // checks says whether this service has a checker for browsers; aloud is called with text for screen
  // readers; copy copies a command.
  constructor({ checks, aloud, copy }) {
    Object.assign(this, { checks, aloud, copy });
  }

  // command returns the command that checks a file, with a button that copies it.
  command(name) {
    const text = `thoughtful check ${name}`;
    return [h('code', {}, text), ' ', h('button', { type: 'button', class: 'quiet', click: () => this.copy(text) }, 'Copy'), ' ', h('a', { href: '/docs/inside/proofs' }, 'What is a proof?')];
  }

  // section returns the buttons for the proof of the deal with an id. Of says of which deal it is, where
  // that is not the one on the table.
  section(id, of) {
    this.stop();
    this.id = id;
    this.bytes = null;
    this.status = h('p', { class: 'fine', id: 'proof-status' });
    this.bar = h('progress', { max: 1, 'aria-label': 'Checking', hidden: '' });
    this.buttons = [
      h('button', { type: 'button', class: 'quiet', id: 'proof-file', click: () => this.run(() => this.save()) }, 'Download proof'),
      this.checks ? h('button', { type: 'button', class: 'quiet', id: 'proof-check', click: () => this.run(() => this.check()) }, 'Check it here') : null,
    ].filter(Boolean);
    this.status.append(...(of ? [`Of ${of}. `] : []), ...(this.checks
      ? ['This browser can check the proof, without the engines. ', h('a', { href: '/docs/inside/proofs' }, 'What is a proof?')]
      : ['This service has no checker for browsers. Check the proof on your computer, without the engines: ', ...this.command(`${id}.proof`)]));
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
      this.say(error instanceof Problem || error.refused ? error.message : `No proof: ${error.message}`);
    } finally {
      if (this.controller === controller) {
        for (const button of this.buttons) button.disabled = false;
        this.bar.hidden = true;
      }
    }
  }

  say(text, ...more) {
    this.status.replaceChildren(text, ...more);
    this.aloud(text);
  }

  // load gets the file, once.
  async load() {
    this.bytes ??= await file(`/v1/deals/${this.id}/proof`, {
      signal: this.controller.signal,
      waiting: () => this.say('The service is making the proof …'),
    });
    return this.bytes;
  }

  async save() {
    const bytes = await this.load();
    const link = h('a', { href: URL.createObjectURL(new Blob([bytes], { type: 'application/gzip' })), download: this.id + '.proof' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    this.say(`Saved, ${number(bytes.byteLength)} bytes. To check it: `, ...this.command(`${this.id}.proof`));
  }

  async check() {
    const bytes = await this.load();
    this.say('Checking …');
    this.bar.hidden = false;
    this.bar.value = 0;
    const began = performance.now();
    const found = await this.ask(bytes);
    if (found.id !== this.id) throw Object.assign(new Error(`This is the proof of another deal, ${found.id}.`), { refused: true });
    const how = found.claims ? 'by cards that block each other' : `${number(found.states)} ${found.states === 1 ? 'state' : 'states'} that no move leads out of, ${number(found.ways)} moves tried`;
    this.status.dataset.checked = found.states;
    this.say(`Checked in this browser: it can’t be won, ${how}; ${seconds(performance.now() - began)}. `,
      'Trusted: the rules as the checker plays them, and ', h('a', { href: '/docs/inside/proofs' }, 'the lemmas'), '. No engine took part.');
  }

  // ask has a worker check the file.
  ask(bytes) {
    return new Promise((resolve, reject) => {
      const worker = this.worker = new Worker('/web/worker.js', { type: 'module' });
      const over = (then, value) => { worker.terminate(); then(value); };
      worker.onmessage = ({ data: { answer, progress, errors, failed } }) => {
        if (progress !== undefined) this.bar.value = progress;
        else if (answer) over(resolve, answer);
        else over(reject, Object.assign(new Error(errors ? `The proof is wrong: ${errors[0].detail}. Please report this deal.` : failed), { refused: Boolean(errors) }));
      };
      worker.onerror = () => over(reject, new Error('the checker in this browser has stopped.'));
      worker.postMessage({ id: 1, call: 'check', request: bytes, memory: 1 });
    });
  }
}
