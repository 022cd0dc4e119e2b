import { page } from './storage.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, Unreachable } from '../table/service.js';

test('The sign that the page is offline goes when the service answers again', async () => {
  const shown = new Set();
  /** @type {() => Promise<Response>} */ let answer = () => Promise.reject(new TypeError('Failed to fetch'));
  Object.assign(globalThis, {
    navigator: {},
    fetch: () => answer(),
    document: { documentElement: { classList: { toggle: (/** @type {string} */ name, /** @type {boolean} */ is) => (is ? shown.add(name) : shown.delete(name)) } } },
  });
  // online says that there is a network, and waits until the page has asked the service.
  const online = async () => {
    page.dispatchEvent(new Event('online'));
    await new Promise((over) => { setTimeout(over, 0); });
  };
  await assert.rejects(ask('/v1/solve', {}), Unreachable);
  assert.ok(shown.has('is-away'));
  await online();
  assert.ok(shown.has('is-away'), 'the service still does not answer');
  answer = () => Promise.resolve(new Response('', { status: 503 }));
  await online();
  assert.ok(shown.has('is-away'), 'something else answers');
  answer = () => Promise.resolve(new Response('ok'));
  await online();
  assert.ok(!shown.has('is-away'));
});
