// A worker that runs the engines. It answers {id, call, request} with {id, answer}, or {id, errors}
// for a request with mistakes; while a proof is checked, also with {id, progress}. The first request may have the size of the tables, memory, in MiB.
// If the engines can't start or end, it answers with {id, failed}.
import { EngineError, load } from './engine.js';

let engine;

onmessage = async ({ data: { id, call, request, memory } }) => {
  try {
    engine ??= load({ memory });
    // Only check says how far it is; other calls have no second argument.
    postMessage({ id, answer: (await engine)[call](request, (progress) => postMessage({ id, progress })) });
  } catch (error) {
    postMessage(error instanceof EngineError ? { id, errors: error.errors } : { id, failed: error.message });
  }
};
