// Loads the engines. engine.d.ts describes what they offer.
import './wasm_exec.js';

/** The error of a request with mistakes. */
export class EngineError extends Error {
  constructor(errors) {
    super(errors.map(({ field, detail }) => (field ? `${field}: ${detail}` : detail)).join('; '));
    this.name = 'EngineError';
    this.errors = errors;
  }
}

// bytes reads the module from beside this file.
async function bytes(from) {
  if (from.protocol === 'file:') {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
    return readFile(from);
  }
  const reply = await fetch(from);
  if (!reply.ok) throw new Error(`${from}: ${reply.status}`);
  return reply.arrayBuffer();
}

export async function load({ memory = 128, wasm } = {}) {
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(wasm ?? await bytes(new URL('thoughtful.wasm', import.meta.url)), go.importObject)
    .then((made) => (made instanceof WebAssembly.Instance ? { instance: made } : made)); // a compiled module gives an instance
  // The program calls this function while it starts, before run returns.
  let functions;
  globalThis.thoughtfulReady = (offered) => { functions = offered; };
  go.run(instance);
  delete globalThis.thoughtfulReady;
  const read = (text) => {
    const answer = JSON.parse(text);
    if (answer.errors) throw new EngineError(answer.errors);
    return answer;
  };
  const call = (name) => (request) => read(functions[name](JSON.stringify(request), memory));
  return {
    games: () => JSON.parse(functions.games()),
    check: (file, progress = () => {}) => read(functions.check(new Uint8Array(file), progress)),
    deal: call('deal'), solve: call('solve'), moves: call('moves'), analyse: call('analyse'), replay: call('replay'),
  };
}
