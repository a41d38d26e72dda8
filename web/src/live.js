// The rule file that `carn serve` follows: its text now, and whenever it changes.

/** Follows the file if this page is served with one: `heard({ name, text, beside })`. Whether it is. */
export async function follow(heard, gone) {
  if (document.documentElement.dataset.live === undefined) return false;
  let first;
  try {
    first = await (await fetch("live/file")).json();
  } catch {
    return false;
  }
  if (!first?.name) return false;
  heard(first);
  const events = new EventSource("live/events");
  events.addEventListener("file", (event) => heard(JSON.parse(event.data)));
  events.onerror = () => gone();
  return true;
}
