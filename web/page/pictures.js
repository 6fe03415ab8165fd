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

/** A picture's head, and its elements as texts: the engine writes each on lines of its own. */
function partsOf(svg) {
  const lines = svg.trimEnd().split("\n"), parts = [];
  let open = 0;
  for (const line of lines.slice(1, -1)) {
    if (open > 0) parts[parts.length - 1] += "\n" + line;
    else parts.push(line);
    open += line.split("<g").length - line.split("</g>").length;
  }
  return {head: lines[0], parts};
}

const scratch = document.createElementNS("http://www.w3.org/2000/svg", "svg");
const stand = new WeakMap();   // what stands where: its text, head, parts and their elements

/** The elements that differ alone are made anew: most of a picture is as it was a step before. False: it cannot be so. */
function patch(old, now) {
  if (!old.elements || old.head !== now.head) return false;
  const {parts, elements} = old, most = Math.min(parts.length, now.parts.length);
  let from = 0, rest = 0;
  while (from < most && parts[from] === now.parts[from]) from++;
  while (rest < most - from && parts.at(-1 - rest) === now.parts.at(-1 - rest)) rest++;
  const changed = now.parts.slice(from, now.parts.length - rest);
  const same = parts.length === now.parts.length ? changed.map((part, i) => part === parts[from + i]) : changed.map(() => false);
  scratch.innerHTML = changed.filter((_, i) => !same[i]).join("");
  const made = [...scratch.children];
  if (made.length !== same.filter(is => !is).length) return false;
  const gone = elements.slice(from, elements.length - rest), after = elements[elements.length - rest] ?? null, parent = elements[0].parentNode;
  const next = changed.map((_, i) => same[i] ? gone[i] : made.shift());
  if (parts.length === now.parts.length) next.forEach((element, i) => { if (!same[i]) gone[i].replaceWith(element); });
  else {
    for (const element of gone) element.remove();
    for (const element of next) parent.insertBefore(element, after);
  }
  now.elements = [...elements.slice(0, from), ...next, ...elements.slice(elements.length - rest)];
  return true;
}

const said = new WeakMap();

/** The picture in its place, and below it in its figure what is said of it, as HTML; the same again costs nothing. */
export function put(place, svg, says = "") {
  const old = stand.get(place), below = place.closest("figure")?.querySelector(".says");
  if (below && (said.get(below) ?? "") !== says) {
    said.set(below, says);
    below.innerHTML = says;
  }
  if (old?.svg === svg && (svg === "") === (place.firstChild === null)) return;
  if (svg === "") {
    stand.delete(place);
    return place.replaceChildren();
  }
  const now = {svg, ...partsOf(plain(svg))};
  if (!old || place.firstChild !== old.elements?.[0].parentNode || !patch(old, now)) {
    place.innerHTML = now.head + now.parts.join("") + "</svg>";
    const elements = [...place.firstChild.children];
    now.elements = elements.length === now.parts.length && elements.length > 0 ? elements : null;
  }
  stand.set(place, now);
}

export const sizeOf = svg => { const [, w, h] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [0, 480, 480]; return {width: Number(w), height: Number(h)}; };
export const BLANK = {x0: -1, x1: 5, y0: -1, y1: 5, left: 40, right: 470, top: 30, bottom: 450, width: 480, height: 490};

export function blankBox(points) {
  if (!points?.length) return BLANK;
  const xs = points.map(p => p.x), ys = points.map(p => p.y);
  const box = {...BLANK, x0: Math.min(-1, ...xs), x1: Math.max(5, ...xs), y0: Math.min(-1, ...ys), y1: Math.max(5, ...ys)};
  return Number.isFinite(box.x1 - box.x0) && Number.isFinite(box.y1 - box.y0) ? box : BLANK;
}
