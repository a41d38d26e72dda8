// The worker that holds the engine: requests in, answers out, one after the other.

// The page compiles the engine once for all its workers, and sends it first. WebAssembly has no clock of its own.
let give;
const ready = new Promise((given) => { give = given; });
const page = { now: () => performance.now() };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function ask(engine, request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const at = engine.carn_room(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.carn_answer();
  return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.carn_answered(), length)));
}

self.onmessage = async ({ data: { module, id, request } }) => {
  if (module) return give(WebAssembly.instantiate(module, { page }));
  try {
    const { exports } = await ready;
    self.postMessage({ id, ...ask(exports, request) });
  } catch (error) {
    // The state at the stop is lost, so the caller starts a new worker.
    self.postMessage({ id, crashed: String(error?.message ?? error) });
  }
};
