// The engine's pictures on the page.
let styled = false;
/** The engine's picture without its style, which stands once in the page. */
function plain(svg) {
  const from = svg.indexOf("<style"), to = svg.indexOf("</style>");
  if (from < 0 || to < from) return svg.slice(svg.indexOf("<svg"));
  if (!styled) document.getElementById("palette").textContent = svg.slice(svg.indexOf(">", from) + 1, to).replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  styled = true;
  return svg.slice(svg.indexOf("<svg"), from) + svg.slice(to + 8);
}

const stand = new WeakMap();   // what stands where: the same again costs nothing

export function put(place, svg) {
  if (stand.get(place) === svg && (svg === "") === (place.firstChild === null)) return;
  stand.set(place, svg);
  place.innerHTML = svg === "" ? "" : plain(svg);
}

export const sizeOf = svg => { const [, w, h] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [0, 480, 480]; return {width: Number(w), height: Number(h)}; };
export const BLANK = {x0: -1, x1: 5, y0: -1, y1: 5, left: 40, right: 470, top: 30, bottom: 450, width: 480, height: 490};

export function blankBox(points) {
  if (!points?.length) return BLANK;
  const xs = points.map(p => p.x), ys = points.map(p => p.y);
  const box = {...BLANK, x0: Math.min(-1, ...xs), x1: Math.max(5, ...xs), y0: Math.min(-1, ...ys), y1: Math.max(5, ...ys)};
  return Number.isFinite(box.x1 - box.x0) && Number.isFinite(box.y1 - box.y0) ? box : BLANK;
}
