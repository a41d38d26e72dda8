// The engine as the page sees it: questions to the worker, answered in order; after a crash or a stop, a new worker that
// knows what the old one knew.

// Compiled once: a new worker then begins at once.
const compiled = WebAssembly.compileStreaming(fetch(new URL("engine.wasm", document.baseURI)));

export class Engine {
  #worker;
  #waiting = new Map();
  #next = 0;
  #checked = null;
  #game = null;
  #place = null;

  constructor() {
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    compiled.then((module) => worker.postMessage({ module }), (error) => worker.postMessage({ missing: String(error) }));
    this.#worker = worker;
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.restart(event.message || "worker");
  }

  #hear({ id, ok, error, crashed }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (crashed !== undefined) {
      waiting.reject(Object.assign(new Error(crashed), { crashed: true }));
      this.restart(crashed);
    } else if (error !== undefined) {
      waiting.reject(new Error(error));
    } else {
      waiting.resolve(ok);
    }
  }

  /** Ends whatever is going on; what was asked and is not answered fails. */
  restart(why = "stopped") {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(Object.assign(new Error(why), { stopped: true }));
    this.#waiting.clear();
    this.#start();
    const again = this.#game ? [this.#game, { do: "game" }, this.#place] : [];
    for (const request of again) if (request) this.#send(request).catch(() => {});
  }

  #send(request) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, request });
    });
  }

  /** Asks for something to be done; see `web/engine` for what there is. */
  async ask(what, given = {}) {
    const request = { do: what, ...given };
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
