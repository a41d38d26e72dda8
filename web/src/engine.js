// The engine as the page sees it: questions to the worker, answered in order; after a crash or a stop, a new worker that
// knows what the old one knew.

import { say } from "./language.js";

const file = (name) => fetch(new URL(name, document.baseURI));
const script = async () => {
  const response = await file("worker.js");
  if (!response.ok) throw new Error(`worker.js: ${response.status}`);
  return URL.createObjectURL(await response.blob());
};
// Loaded once: a new worker then begins at once, and does so when the server is out of reach too.
const loaded = Promise.all([script(), WebAssembly.compileStreaming(file("engine.wasm"))]);

export class Engine {
  /** Promised when something is asked; `null` before that, and after a stop. */
  #worker = null;
  #waiting = new Map();
  #next = 0;
  #checked = null;
  #game = null;
  #place = null;

  #start() {
    this.#worker = loaded.then(([address, module]) => {
      const worker = new Worker(address, { type: "module" });
      worker.onmessage = ({ data }) => this.#hear(data);
      worker.onerror = (event) => this.#end(new Error(say("noEngine") + (event.message || "worker.js")));
      worker.postMessage({ module });
      return worker;
    });
    this.#worker.catch((error) => this.#end(new Error(say("noEngine") + error.message)));
    const again = this.#game ? [this.#game, { do: "game" }, this.#place] : [];
    for (const request of again) if (request) this.#send(request).catch(() => {});
  }

  #hear({ id, ok, error, crashed }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (crashed !== undefined) {
      const why = Object.assign(new Error(crashed), { crashed: true });
      waiting.reject(why);
      this.#end(why);
    } else if (error !== undefined) {
      waiting.reject(new Error(error));
    } else {
      waiting.resolve(ok);
    }
  }

  /** Ends whatever is going on; what was asked and is not answered fails. The next question begins anew. */
  restart() {
    this.#end(Object.assign(new Error("stopped"), { stopped: true }));
  }

  #end(why) {
    this.#worker?.then((worker) => worker.terminate(), () => {});
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }

  #send(request) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.then((worker) => worker.postMessage({ id, request }), () => {});
    });
  }

  /** Asks for something to be done; see `web/engine` for what there is. */
  async ask(what, given = {}) {
    const request = { do: what, ...given };
    if (!this.#worker) this.#start();
    const answer = await this.#send(request);
    if (what === "check") this.#checked = request;
    if (what === "game") {
      this.#game = this.#checked;
      this.#place = null;
    }
    if (what === "position") this.#place = request;
    return answer;
  }
}
