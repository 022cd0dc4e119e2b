// The search for the verdict on a deal, and its answer or error.

import { ask } from '../table/service.js';

export class Solving extends EventTarget {
  /** @type {any} */ answer = null; // of POST /v1/solve
  /** @type {Error | null} */ error = null;
  /** @type {number | null} */ busy = null; // seconds until the service is asked again
  deadline = 0; // milliseconds
  since = 0;
  /** @type {AbortController | null} */ #controller = null;

  get searching() { return this.#controller !== null; }
  get seconds() { return Math.round((performance.now() - this.since) / 1000); }

  // longer is the time that another search gets.
  get longer() { return Math.min(this.deadline * 6, 600000); }

  // ask searches for the verdict, for deadline milliseconds at most. It returns the answer; null if the search failed, was
  // stopped, or gave way to another one.
  /** @param {any} question */
  async ask(question, deadline = 10000) {
    this.stop();
    const controller = this.#controller = new AbortController();
    Object.assign(this, { deadline, since: performance.now(), busy: null, answer: null, error: null });
    this.#changed();
    const timer = setInterval(() => this.#changed(), 1000);
    try {
      const answer = await ask('/v1/solve', { ...question, deadline_ms: deadline }, {
        signal: controller.signal,
        busy: (seconds) => { this.busy = seconds; this.#changed(); },
      });
      if (this.#controller !== controller) return null;
      this.answer = answer;
    } catch (error) {
      if (this.#controller !== controller) return null;
      this.error = error;
    } finally {
      clearInterval(timer);
    }
    this.#controller = null;
    this.#changed();
    return this.answer;
  }

  // cancel ends a search that has taken too long.
  cancel() { this.#controller?.abort(); }

  // stop ends a search, and forgets its answer.
  stop() {
    const controller = this.#controller;
    this.#controller = null;
    controller?.abort();
    this.answer = this.error = null;
  }

  #changed() { this.dispatchEvent(new Event('change')); }
}
