'use strict';

// The worker that runs the program. It posts {ready} with the games when it has started,
// and then answers {request, memory} with {answer}. It posts {failed} if it can't start.

importScripts('wasm_exec.js');

let resolve;
const program = new Promise((ready) => { resolve = ready; });
globalThis.thoughtfulReady = (functions) => resolve(functions);

const started = performance.now();

async function start() {
  const go = new Go();
  const reply = await fetch('thoughtful.wasm');
  if (!reply.ok) throw new Error('thoughtful.wasm: ' + reply.status);
  // Streaming compilation needs the right media type, which not every host sends.
  const typed = (reply.headers.get('Content-Type') || '').startsWith('application/wasm');
  const { instance } = typed
    ? await WebAssembly.instantiateStreaming(reply, go.importObject)
    : await WebAssembly.instantiate(await reply.arrayBuffer(), go.importObject);
  go.run(instance).then(() => { throw new Error('the program ended, possibly for lack of memory'); });
  const functions = await program;
  postMessage({ ready: JSON.parse(functions.games()), startedMS: performance.now() - started });
  onmessage = ({ data }) => postMessage({ answer: JSON.parse(functions.solve(data.request, data.memory)) });
}

start().catch((error) => postMessage({ failed: error.message }));
