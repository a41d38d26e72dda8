// Perft: how many positions there are after so many moves, move by move, so that it can be told how far it is.

import { say } from "./language.js";

const $ = (id) => document.getElementById(id);

/** Lets the form count; `place()` says where the game is, as the engine is told it. */
export function counting(engine, place) {
  let running = null;
  const form = $("go").form;
  const end = () => {
    running = null;
    $("go").disabled = false;
    $("stop").disabled = true;
  };
  $("stop").onclick = () => {
    if (!running) return;
    end();
    $("total").textContent += ` (${say("stopped")})`;
    // A count that is under way ends with its worker.
    engine.restart();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const run = {};
    running = run;
    $("go").disabled = true;
    $("stop").disabled = false;
    $("divide").replaceChildren();
    const depth = Number($("depth").value) || 1;
    const began = performance.now();
    let total = 0;
    try {
      await engine.ask("position", place());
      for (let nth = 0; running === run; nth += 1) {
        const { move, count } = await engine.ask("count", { depth, nth });
        if (running !== run || move === undefined) break;
        total += count;
        $("divide").append(Object.assign(document.createElement("li"), { textContent: `${move}: ${count}` }));
        $("total").textContent = say("nodes", total, Math.round(performance.now() - began));
      }
      if (running === run) $("total").textContent = say("nodes", total, Math.round(performance.now() - began));
    } catch (error) {
      if (!error.stopped) $("total").textContent = error.message;
    }
    if (running === run) end();
  };
  /** Forgets what was counted: the position is another one. */
  return () => {
    if (running) return;
    $("total").textContent = "";
    $("divide").replaceChildren();
  };
}
