// The layer over the engine's picture of the plane: where points are added, dragged and taken away, by mouse, finger or
// keys. It draws no data; only the cross, the point in hand, and, where the engine has no picture yet, the points.
const NS = "http://www.w3.org/2000/svg";
const REACH = 12;
export const shapes = [
  '<circle class="m0" cx="9" cy="9" r="6"/>', '<rect class="m1" x="3.5" y="3.5" width="11" height="11"/>',
  '<path class="m2" d="M9 2.5 15.5 14H2.5Z"/>', '<path class="mx" d="M4 4 14 14M14 4 4 14" stroke-width="2"/>',
];

function make(name, attributes) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export class Editor {
  #svg; #on; #box = null; #points = []; #cross = [0, 0]; #selected = -1; #drag = null; #editable = true;

  /** `on`: add(x, y), move(i, x, y, done), remove(i), say(sentence). */
  constructor(svg, on) {
    this.#svg = svg;
    this.#on = on;
    svg.addEventListener("pointerdown", event => this.#down(event));
    svg.addEventListener("pointermove", event => this.#moved(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, event => this.#up(event));
    svg.addEventListener("keydown", event => this.#key(event));
  }

  /** `box`: of the engine's picture, with its size; `alone`: there is no picture, the points are shown here. */
  show(points, box, {alone = false, editable = true} = {}) {
    if (this.#drag === null || this.#box === null) this.#box = box;
    this.#points = points;
    this.#editable = editable;
    this.#selected = Math.min(this.#selected, points.length - 1);
    this.#svg.style.display = editable ? "" : "none";
    this.#svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    this.#svg.classList.toggle("alone", alone);
    this.#draw(alone);
  }

  #draw(alone) {
    const parts = [];
    const inside = ({x, y}) => this.#at(x, y).every(Number.isFinite);
    if (alone) parts.push(...this.#points.filter(inside).map(point => {
      const [x, y] = this.#at(point.x, point.y), group = make("g", {transform: `translate(${x - 9} ${y - 9})`});
      group.innerHTML = shapes[point.label];
      return group;
    }));
    if (this.#points[this.#selected]) {
      const {x, y} = this.#points[this.#selected], [cx, cy] = this.#at(x, y);
      parts.push(make("circle", {class: "sel", cx, cy, r: 10}));
    }
    const [x, y] = this.#cross;
    parts.push(make("path", {class: "cross", d: `M${x - 8} ${y}H${x + 8}M${x} ${y - 8}V${y + 8}`}));
    this.#svg.replaceChildren(...parts);
  }

  #at(x, y) {
    const b = this.#box;
    return [b.left + (x - b.x0) / (b.x1 - b.x0) * (b.right - b.left), b.bottom - (y - b.y0) / (b.y1 - b.y0) * (b.bottom - b.top)];
  }

  /** The place of a pixel of the picture, within the frame, with as many digits as its grain has. */
  #place(px, py) {
    const b = this.#box, clamp = (v, a, z) => Math.min(Math.max(v, a), z);
    const digits = span => clamp(2 - Math.floor(Math.log10(span)), 0, 12);
    const x = b.x0 + (clamp(px, b.left, b.right) - b.left) / (b.right - b.left) * (b.x1 - b.x0);
    const y = b.y0 + (b.bottom - clamp(py, b.top, b.bottom)) / (b.bottom - b.top) * (b.y1 - b.y0);
    return [Number(x.toFixed(digits(b.x1 - b.x0))), Number(y.toFixed(digits(b.y1 - b.y0)))];
  }

  #pixel(event) {
    const frame = this.#svg.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width * this.#box.width, (event.clientY - frame.top) / frame.height * this.#box.height];
  }

  #nearest(px, py, reach) {
    let best = -1, least = reach;
    this.#points.forEach((point, i) => {
      const [x, y] = this.#at(point.x, point.y), distance = Math.hypot(x - px, y - py);
      if (distance <= least) [best, least] = [i, distance];
    });
    return best;
  }

  #down(event) {
    if (!this.#box || event.button > 0) return;
    const [px, py] = this.#pixel(event), i = this.#nearest(px, py, event.pointerType === "touch" ? 2 * REACH : REACH);
    if (i < 0 && (px < this.#box.left - 4 || px > this.#box.right + 4 || py < this.#box.top - 4 || py > this.#box.bottom + 4)) return;
    this.#svg.setPointerCapture(event.pointerId);
    this.#cross = [px, py];
    if (i < 0) return this.#on.add(...this.#place(px, py));
    this.#selected = i;
    if (this.#on.erases()) { this.#selected = -1; return this.#on.remove(i); }
    this.#drag = {i, moved: false};
    this.#draw(this.#svg.classList.contains("alone"));
  }

  #moved(event) {
    if (this.#drag === null) return;
    this.#drag.moved = true;
    this.#on.move(this.#drag.i, ...this.#place(...this.#pixel(event)), false);
  }

  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) this.#on.move(drag.i, ...this.#place(...this.#pixel(event)), true);
  }

  #key(event) {
    if (!this.#box || event.ctrlKey || event.metaKey) return;
    const step = {ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, -8], ArrowDown: [0, 8]}[event.key];
    const work = step ? () => this.#walk(step, event.shiftKey)
      : {Enter: () => this.#on.add(...this.#place(...this.#cross)), Delete: () => this.#take(), Backspace: () => this.#take(),
         n: () => this.#select(1), p: () => this.#select(-1)}[event.key];
    if (!work) return;
    event.preventDefault();
    event.stopPropagation();
    work();
  }

  #walk([dx, dy], drags) {
    const b = this.#box, point = this.#points[this.#selected];
    if (drags && point) {
      const [x, y] = this.#at(point.x, point.y);
      return this.#on.move(this.#selected, ...this.#place(x + dx, y + dy), true);
    }
    if (this.#cross[0] === 0) this.#cross = [(b.left + b.right) / 2, (b.top + b.bottom) / 2];
    this.#cross = [Math.min(Math.max(this.#cross[0] + dx, b.left), b.right), Math.min(Math.max(this.#cross[1] + dy, b.top), b.bottom)];
    this.#draw(this.#svg.classList.contains("alone"));
    this.#on.say(`cross at ${this.#place(...this.#cross).join(", ")}`);
  }

  #take() {
    const i = this.#points[this.#selected] ? this.#selected : this.#nearest(...this.#cross, 1e9);
    this.#selected = -1;
    if (i >= 0) this.#on.remove(i);
  }

  #select(by) {
    const n = this.#points.length;
    if (n === 0) return;
    this.#selected = (this.#selected + by + n) % n;
    const {x, y, name} = this.#points[this.#selected];
    this.#cross = this.#at(x, y);
    this.#draw(this.#svg.classList.contains("alone"));
    this.#on.say(`point ${this.#selected + 1} of ${n}: ${x}, ${y}, ${name}`);
  }
}
