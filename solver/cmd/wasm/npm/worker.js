// A worker that runs the engines. It answers {id, call, request} with {id, answer}, or {id, errors}
// for a request with mistakes. The first request may have the size of the tables, memory, in MiB.
// If the engines can't start or end, it answers with {id, failed}.
import { EngineError, load } from './engine.js';

let engine;

onmessage = async ({ data: { id, call, request, memory } }) => {
  try {
    engine ??= load({ memory });
    postMessage({ id, answer: (await engine)[call](request) });
  } catch (error) {
    postMessage(error instanceof EngineError ? { id, errors: error.errors } : { id, failed: error.message });
  }
};
