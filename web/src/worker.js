// The worker that holds the engine: requests in, answers out, one after the other.

const ready = (async () => {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("engine.wasm", self.location.href)), {});
  return instance.exports;
})();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function ask(engine, request) {
  const bytes = encoder.encode(JSON.stringify(request));
  const at = engine.carn_room(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.carn_answer();
  return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.carn_answered(), length)));
}

self.onmessage = async ({ data: { id, request } }) => {
  try {
    const engine = await ready;
    self.postMessage({ id, ...ask(engine, request) });
  } catch (error) {
    // What it stopped in is lost: whoever started it starts another.
    self.postMessage({ id, crashed: String(error?.message ?? error) });
  }
};
