// Pictures that are drawn once they can be seen, one after the other, so that nothing waits for those that nobody looks at.

const drawings = new WeakMap();
let turn = Promise.resolve();

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    turn = turn.then(() => draw(target));
  }
}, { rootMargin: "150px" });

async function draw(image) {
  // A user who scrolls on or closes the list needs it later, if at all.
  if (!image.isConnected || !image.getClientRects().length) return void seen.observe(image);
  try {
    const svg = await drawings.get(image)();
    if (svg) image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    else image.hidden = true;
  } catch {
    image.hidden = true;
  }
}

/** An image whose SVG is asked for when it comes into view. What it shows stands in words beside it. */
export function picture(ask) {
  const image = Object.assign(document.createElement("img"), { alt: "" });
  drawings.set(image, ask);
  seen.observe(image);
  return image;
}
