// The steps in words and as a table, from the numbers of the engine's trace, exact where it has them exact.
const minus = value => String(value).replaceAll("-", "\u2212");
const vector = list => list === null || list === undefined ? "" : "(" + list.map(minus).join(", ") + ")";

/** y, or with many labels the row's own and its rival. */
const sign = step => step.label !== undefined ? `${step.label} / ${step.rival}` : step.y > 0 ? "+1" : "\u22121";

function cells(step, exact) {
  const bracket = (step.margin_lower ?? null) === null && (step.margin_upper ?? null) === null ? ""
    : `${number(step.margin_lower, exact)} .. ${number(step.margin_upper, exact)}`;
  return [step.epoch, step.row, vector(step.x), sign(step), number(step.product, exact),
    step.mistake ? "mistake" : step.update ? "update" : "right", vector(step.w?.map(w => number(w, exact))), number(step.b, exact),
    (step.alpha ?? null) === null ? "" : number(step.alpha, exact), bracket];
}

function number(value, exact) {
  if (value === null || value === undefined) return "";
  return minus(exact || typeof value === "string" ? value : Number(value.toPrecision(6)));
}

const productOf = step => step.w ? step.b === null ? "y w\u00b7x" : "y(w\u00b7x + b)" : "y f(x)";
const headsOf = step => step?.label === undefined
  ? [...HEADS.slice(0, 4), productOf(step).replaceAll(" + ", "+"), ...HEADS.slice(5)]
  : ["epoch", "row", "x", "label / rival", "lead", "", "w of the label", "b", "", ""];
const HEADS = ["epoch", "row", "x", "y", "", "", "w", "b", "alpha", "bracket of the best margin"];
const TEXT = new Set([2, 5, 6, 9]);
const SHOWN = 80;

function headOf(steps, used) {
  const head = document.createElement("tr");
  headsOf(steps[0]).forEach((text, c) => {
    if (!used[c]) return;
    const th = document.createElement("th");
    th.textContent = text;
    th.scope = "col";
    if (TEXT.has(c)) th.className = "text";
    head.append(th);
  });
  return head;
}

function lineOf(step, line, used) {
  const tr = document.createElement("tr");
  if (step.mistake) tr.classList.add("wrong");
  line.forEach((text, c) => {
    if (!used[c]) return;
    const td = document.createElement("td");
    td.textContent = text;
    td.className = TEXT.has(c) ? (c === 5 ? "text kind" : "text") : "";
    tr.append(td);
  });
  return tr;
}

let standing = {trace: null, from: 0, last: 0, used: []};   // what stands in it

/** The table up to step k; of a long one its last lines. Going on, lines are added and the oldest taken away. */
export function showTable(table, trace, k) {
  const steps = trace.steps ?? [], last = Math.min(k, steps.length), from = Math.max(0, last - SHOWN);
  if (standing.trace === trace && standing.last === last) return;
  if (steps.length === 0) table.replaceChildren();
  else {
    const goes = standing.trace === trace && last > standing.last && from < standing.last && standing.last > 0;
    const first = goes ? standing.last : from, lines = steps.slice(first, last).map(step => cells(step, trace.exact));
    const used = HEADS.map((_, c) => c < 6 || lines.some(line => line[c] !== "") || (goes && standing.used[c]));
    if (goes && used.some((is, c) => is !== standing.used[c])) { standing.trace = null; return showTable(table, trace, k); }
    if (!goes) table.replaceChildren(headOf(steps, used));
    table.querySelector(".now-row")?.classList.remove("now-row");
    table.append(...lines.map((line, i) => lineOf(steps[first + i], line, used)));
    while (goes && table.children.length > last - from + 1) table.children[1].remove();
    if (last > 0) table.lastChild.classList.add("now-row");
    standing = {used};
    table.parentElement.scrollTop = 1e6;
  }
  Object.assign(standing, {trace, from, last});
}

const real = value => typeof value === "string" ? value.split("/").map(Number).reduce((a, b) => a / b) : value;

/** How often y x was added to w, and y to b, or NaN where they moved in another way. */
function timesAdded(step, w, b) {
  const biased = step.b !== null, d = [...step.w.map((v, j) => real(v) - real(w[j])), ...(biased ? [real(step.b) - real(b)] : [])];
  const x = [...step.x, ...(biased ? [1] : [])].map(v => step.y * real(v));
  const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0), times = dot(d, x) / dot(x, x);
  return times > 0 && d.every((v, j) => Math.abs(v - times * x[j]) <= 1e-12 * Math.abs(times) * Math.hypot(...x)) ? times : NaN;
}

function moves(times) {
  const near = Number(times.toPrecision(6)), good = Math.abs(near - times) <= 1e-12 * times;
  return isNaN(times) ? "w moves" : near === 1 && good ? "y x is added to w" : `${good ? "" : "about "}${near} y x is added to w`;
}

/** What happened in step k, as sentences; `begun`: the weights to begin with are given. */
export function tellStep(trace, k, begun) {
  const step = trace.steps?.[k - 1], before = trace.steps?.[k - 2], first = trace.steps?.[0];
  if (k === 0) {
    const zero = !begun && first && first.product !== null && real(first.product) === 0;
    return ["Nothing was looked at yet" + (zero ? ": the weights are zero, and every row is a tie." : "."), "Press Row, or Run."];
  }
  if (!step) return [trace.steps?.length ? "Steps this late are not in the table." : "This rule has no table of steps; the pictures follow it."];
  const many = step.label !== undefined, what = many ? "Its score less that of its rival" : productOf(step);
  const told = [`Epoch ${step.epoch}, row ${step.row}: x = ${vector(step.x)} ` +
    (many ? `of '${step.label}', whose rival is '${step.rival}'. ` : `with y = ${sign(step)}. `) +
    (step.product === null ? "" : `${what} = ${number(step.product, trace.exact)}: ` +
      (step.mistake ? "not above zero, a mistake." : "above zero, on its own side."))];
  if (many) return [...told, step.update ? "The weights of its label move, and its rival's." : "Nothing moves."];
  if (!step.w) {
    if (step.alpha !== null) told.push(Number(step.alpha) === 0 ? "It is not among the rows that are kept."
      : `It is kept, and counts ${number(step.alpha, trace.exact)} time${Number(step.alpha) === 1 ? "" : "s"}.`);
    return told;
  }
  const was = before?.w ?? (begun ? null : step.w.map(() => 0)), w = step.w.map(v => number(v, trace.exact));
  if (!step.update) told.push(`Nothing moves: w stays ${vector(w)}${step.b === null ? "" : `, b stays ${number(step.b, trace.exact)}`}.`);
  else if (was === null) told.push(`w moves, and becomes ${vector(w)}.`);
  else told.push(`${moves(timesAdded(step, was, before?.b ?? 0))}: ${vector(was.map(v => number(v, trace.exact)))} becomes ${vector(w)}` +
    (step.b === null ? "." : `, and b goes from ${before ? number(before.b, trace.exact) : "0"} to ${number(step.b, trace.exact)}.`));
  return told;
}

/** "1 row", "2 rows": the one place of the page that knows number. */
export const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

const figure = value => value === null || value === undefined ? null : Number.isInteger(value) ? value.toLocaleString("en") : minus(Number(value.toPrecision(6)));

/** Six digits, never above (or `up`: below) the value: the ends of a bracket stay true. */
function outwards(value, up) {
  if (value === null || value === undefined) return null;
  let near = Number(value.toPrecision(6));
  if (up ? near < value : near > value) near += (up ? 1 : -1) * 10 ** (Math.floor(Math.log10(Math.abs(value))) - 5);
  return figure(near);
}

const between = (low, high, none) => `between ${outwards(low, false) ?? none[0]} and ${outwards(high, true) ?? none[1]}`;

/** `bias`: rows have the constant 1 of a bias with them; `kernel`: they are those of a kernel's space. */
export function numbersOf(result, bias, kernel) {
  const {margin, bound, distance} = result, wrong = distance < 0;
  return [["rows looked at", figure(result.rows_seen)], ["updates", figure(result.updates)], ["mistakes", figure(result.mistakes)],
    ["errors on these rows", figure(result.train_errors)], [`R, the longest row${kernel ? " in the kernel's space" : ""}${bias ? ", with its constant 1" : ""}`, figure(result.radius)],
    ["best margin", margin.lower === null && margin.upper === null ? null : between(margin.lower, margin.upper, ["?", "?"])],
    [wrong ? "worst row, on the wrong side by" : "distance of the nearest row", figure(wrong ? -distance : distance)],
    [bound?.of ? `bound on ${bound.of}, ${bound.formula}` : "", bound?.of ? between(bound.lower ?? 0, bound.upper, ["0", "\u221e"]) : null],
    ["risk", figure(result.risk)]]
    .filter(([name, value]) => name !== "" && value !== null);
}

/** "1 · (+1) · (0, 0) + ... = 0" of a proof's rows. */
export function sumOf(proof) {
  const parts = proof.rows.slice(0, 6).map(({multiplier}, i) =>
    `${multiplier} \u00b7 (${proof.signs[i] > 0 ? "+1" : "\u22121"}) \u00b7 ${vector([...proof.values_of[i], ...(proof.bias ? [1] : [])])}`);
  const rest = proof.rows.length > 6 ? ` + \u2026 ${proof.rows.length - 6} more` : "";
  return parts.join(" + ") + rest + " = 0" + (proof.bias ? "   (the last number of each row is the constant of the bias)" : "");
}
