// A rule file and a game in a link: JSON, deflated, in the letters that addresses may hold.

const PREFIX = "#c=";

async function through(bytes, stream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** The fragment of a link that says this. */
export async function written(what) {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return PREFIX + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a fragment says: an object with `text` or `game`, `fen` and `moves`; `null` if it says nothing that can be read. */
export async function read(fragment) {
  if (!fragment || fragment === "#") return null;
  if (!fragment.startsWith(PREFIX)) {
    const found = new URLSearchParams(fragment.slice(1));
    const game = found.get("game");
    return game ? { game, fen: found.get("fen"), moves: found.get("moves")?.split(/[ ,]+/).filter(Boolean) ?? [] } : null;
  }
  try {
    const text = atob(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const said = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
    return typeof said?.text === "string" || typeof said?.game === "string" ? said : null;
  } catch {
    return null;
  }
}
