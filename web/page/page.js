// The playground: a state (rows, options, step), and the page drawn from it by the engine.
import {load, PerceptronError} from "./perceptron.js";
import {showOptions, optionsOf} from "./controls.js";
import {Editor, shapes} from "./editor.js";
import {BLANK, blankBox, put, sizeOf} from "./pictures.js";
import {MOST_POINTS, number, pointsOf, textOfPoints} from "./points.js";
import {presets, textOf} from "./presets.js";
import {commandOf, fromHash, toHash} from "./state.js";
import {counted, numbersOf, showTable, sumOf, tellStep} from "./steps.js";
import {ask, showProgress} from "./work.js";

const $ = id => document.getElementById(id);
const PATIENCE = 2000, MOST_WEIGHTS = 100000, MOST_PLAYED = 200000, MOST_BYTES = 1000000, TABLE_STEPS = 2000, MOST_WHOLE = 600, NAMES = ["a", "b", "c"];
const SPEEDS = [1, 3, 8, 20, 60, 200, 1000];
const state = {preset: "eighty-five", csv: "", options: {}, step: 0};
const shown = {set: null, total: 0, end: null, trace: {steps: []}, points: null, classes: [], seen: 0, running: false, big: false, grain: 80, live: null};
const past = {undo: [], redo: []};
let heard = 0, engine, editor, tool = 0, queued = false, proofTimer = 0;

// ---- what is said ----

const say = sentence => { $("alert").textContent = sentence; $("alert").hidden = sentence === ""; };
/** The same words again cost nothing. */
const write = (id, words) => { if ($(id).textContent !== words) $(id).textContent = words; };
/** For those who hear the page: what was done. */
const tell = sentence => { $("said").textContent = sentence; };
const attempt = work => { try { return work(); } catch (error) { complain(error); return undefined; } };
function complain(error) {
  pause();
  say(error instanceof PerceptronError || error instanceof Error ? error.message : String(error));
}
const algorithm = () => state.options.algorithm ?? "perceptron";
/** Whether the rule learns in a kernel's space, and not in that of the rows. */
const curved = () => { const kernel = optionsOf(engine, algorithm()).find(option => option.name === "kernel");
  return kernel !== undefined && (state.options.kernel ?? kernel.initial) !== "linear"; };
/** As the command would be given it: the rule by its name, and rows in the order of the file unless another is chosen. */
const options = () => ({algorithm: algorithm(), order: "given", ...state.options});

// ---- rows as points ----

function change(csv, {preset = null, keep = true} = {}) {
  if (keep && !shown.big) { past.undo.push({csv: state.csv, preset: state.preset}); past.redo.length = 0; }
  if (past.undo.length > 200) past.undo.shift();
  Object.assign(state, {csv, preset});
  say("");
  refresh();
}

function edit(work) {
  if (!shown.points) return;
  const points = shown.points.map(point => ({...point}));
  work(points);
  const step = state.step;
  change(textOfPoints(points));
  if (step > 0 && shown.total > 0) goTo(Math.min(Math.max(step, 1), shown.total));
}

// ---- from rows and options to an end ----

function forget() {
  leave();
  shown.set?.free();
  Object.assign(shown, {job: {}, model: null, numbers: undefined, beside: null, set: null, total: 0, end: null, trace: {steps: []}, seen: 0, big: false, traced: false, whole: {}});
}

/** Contours ask a network thousands of times: one that is too large for that is not begun. */
function checkSize(features) {
  const layers = algorithm() === "mlp" ? [features, ...String(state.options.hidden ?? "").split(",").map(Number), 1] : [];
  const weights = layers.slice(1).reduce((sum, units, i) => sum + units * layers[i], 0);
  if (weights > MOST_WEIGHTS) throw new Error(`A network of ${counted(weights, "weight")} is too large for this page, which takes up to ${MOST_WEIGHTS.toLocaleString("en")}; the command has no such limit.`);
}

/** To the end, or as far as it comes before the page would seem to hang. */
function runOut(trainer) {
  const until = performance.now() + PATIENCE;
  for (let rows = 64; trainer.running && trainer.seen < MOST_PLAYED && performance.now() < until; rows *= 2)
    trainer.to(Math.min(trainer.seen + rows, MOST_PLAYED));
  if (trainer.running) say(`This run is long: its beginning, ${counted(trainer.seen, "row")}, is shown here; the command has no such limit.`);
}

/** Reads, runs once to the end, and traces: all that does not depend on the step. */
function refresh() {
  forget();
  $("preset").selectedIndex = presets.findIndex(preset => preset.id === state.preset);
  write("preset-about", presets.find(preset => preset.id === state.preset)?.about ?? "Rows of your own.");
  shown.points = pointsOf(state.csv);
  $("csv").value = state.csv.length > 200000 ? "" : state.csv;
  try {
    shown.set = engine.dataset(state.csv, {options: options()});
    const facts = shown.set.facts;
    shown.classes = facts.classes.map(c => c.name);
    checkSize(facts.features);
    const trainer = engine.trainer(shown.set, options(), {pictures: facts.rows <= MOST_WHOLE});
    try {
      runOut(trainer);
      shown.total = trainer.seen;
      shown.end = trainer.result;
      // The proof is about the end: before it there is no direction to hold w against, so the whole run's is shown.
      if (facts.rows <= MOST_WHOLE && shown.end.stop.reason === "separated")
        for (const name of ["proof", "angle"]) {
          const [svg, says] = drawn(trainer, name);
          shown.whole[name] = [svg, says && says + " Shown is the whole run."];
        }
      shown.straight = trainer.weights !== null;
    } finally {
      trainer.free();
    }
    follow();
  } catch (error) {
    complainAbout(error);
  }
  if (shown.points) number(shown.points, shown.classes.length ? shown.classes : [...new Set(shown.points.map(p => p.name))]);
  state.step = Math.min(state.step, shown.total);
  showTools();
  draw();
  prove();
}

function complainAbout(error) {
  const few = new Set((shown.points ?? []).map(p => p.name)).size < 2;
  if (shown.points && few) { shown.classes = []; say(""); return; }   // still being drawn
  complain(error);
}

/** The table of steps, from the worker. */
function follow() {
  const csv = state.csv, asked = options();
  ask("trace", {csv, options: asked, steps: TABLE_STEPS}).then(trace => {
    if (csv !== state.csv || JSON.stringify(asked) !== JSON.stringify(options())) return;
    shown.trace = trace;
    shown.traced = true;
    drawWords();
  }).catch(complain);
}

// ---- what depends on the step ----

/** With no classes to learn yet: the points alone. */
function drawBlank() {
  put($("plane"), "");
  $("plane").innerHTML = `<svg viewBox="0 0 480 490" role="img" aria-label="An empty plane"><rect class="back" x="40" y="30" width="430" height="420"/></svg>`;
  editor.show(shown.points ?? [], blankBox(shown.points), {alone: true, editable: shown.points !== null});
  put($("cone"), "");
  for (const figure of document.querySelectorAll("[data-picture]")) put(figure, "");
}

/** What stands beside the plane: the first of these that there is. */
const BESIDE = [["cone", "Weight space"], ["network", "The network"], ["feature-space", "Feature space"],
  ["weights", "Weights"], ["epochs", "Mistakes"]];

/** A picture, and what the engine says of it. */
function drawn(trainer, name) {
  const svg = trainer.picture(name);
  return [svg, svg === "" ? "" : trainer.caption(name)];
}

/** While it runs, what is out of sight is left as it is. */
const inSight = new Set();
const rests = place => shown.running && !inSight.has(place) && place.firstChild !== null;
const sight = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) isIntersecting ? inSight.add(target) : inSight.delete(target);
  if (shown.running && entries.some(entry => entry.isIntersecting)) later();
}, {rootMargin: "100px"});

function drawPlane(trainer) {
  const [plane, says] = drawn(trainer, "plane"), box = plane === "" ? null : trainer.box();
  put($("plane"), plane, says);
  if (plane !== "" && box) editor.show(shown.points ?? [], {...box, ...sizeOf(plane)}, {editable: shown.points !== null});
  else editor.show([], BLANK, {editable: false});
  $("plane-none").hidden = plane !== "";
  $("plane-none").textContent = "No plane can be drawn of these rows.";
}

function drawBeside(trainer) {
  let beside = BESIDE[0], [cone, says] = ["", ""];
  for (const one of BESIDE) if (([cone, says] = drawn(trainer, one[0]))[0] !== "") { beside = one; break; }
  put($("cone"), cone, says);
  if (shown.beside !== beside) $("cone-title").innerHTML = `<b>${beside[1]}</b>`;
  shown.beside = beside;
  $("cone-none").hidden = cone !== "";
  $("cone-none").textContent = state.step === 0 ? "It is drawn once a row was looked at."
    : "It is drawn of one weight vector that adds up rows; this rule, or these rows, have none that a plane shows.";
}

/** Of now, or of the whole run where there is none before its end; none of what stands beside the plane. */
function pictureOf(trainer, name) {
  if (name === shown.beside?.[0]) return [""];
  const now = drawn(trainer, name);
  return now[0] !== "" ? now : shown.whole[name] ?? [""];
}

function drawPictures(trainer) {
  if (!rests($("plane"))) drawPlane(trainer);
  if (!rests($("cone"))) drawBeside(trainer);
  if (!rests($("update"))) put($("update"), trainer.picture("update"));
  for (const figure of document.querySelectorAll("[data-picture]"))
    if (!rests(figure)) put(figure, ...pictureOf(trainer, figure.dataset.picture));
}

/** The trainer of the pictures: forward it goes on from where it is, back it learns from the first row again. */
function trainerAt(step) {
  if (shown.live?.seen > step) leave();
  shown.live ??= engine.trainer(shown.set, options());
  return shown.live.to(step);
}

function leave() {
  shown.live?.free();
  shown.live = null;
}

/** While it runs contours are as fine as leaves time for 30 pictures a second; where it rests they are the finest. */
const FINEST = 80, COARSEST = 12;
function chooseGrain(took) {
  const times = took > 26 ? 0.8 : took < 13 ? 1.25 : 1;
  shown.grain = Math.min(Math.max(COARSEST, Math.round(shown.grain * times)), FINEST);
}

function draw() {
  queued = false;
  if (shown.big) return;
  const began = performance.now();
  if (!shown.set || shown.total === 0) drawBlank();
  else attempt(() => {
    try {
      drawPictures(trainerAt(state.step).grain(shown.running ? shown.grain : FINEST));
    } catch (error) {
      leave();   // what fails is not gone on with
      throw error;
    }
  });
  drawWords();
  if (shown.running) chooseGrain(performance.now() - began);
}

function drawWords() {
  const at = Math.min(state.step, shown.total), step = shown.trace.steps?.[at - 1], rows = shown.set?.facts.rows ?? 0;
  $("at").max = String(Math.max(1, shown.total));
  $("at").value = String(at);
  $("at").setAttribute("aria-valuetext", `row ${at} of ${shown.total}`);
  write("where", shown.total === 0 ? "Click to add points of two classes." :
    `${at.toLocaleString("en")} of ${counted(shown.total, "row")} looked at` +
    (rows ? `, epoch ${Math.max(1, Math.ceil(at / rows))}` : "") + (step?.updates !== undefined ? `, ${counted(step.updates, "update")}` : ""));
  if (shown.traced || at === 0) $("now").replaceChildren(...tellStep(shown.trace, at, "init" in state.options).map(paragraph));
  write("table-about", shown.total === 0 ? "" : shown.trace.refused ? `No table: ${shown.trace.refused}.`
    : shown.trace.exact ? "As perceptron trace --exact prints it: exact whole numbers, fractions and roots."
    : "As perceptron trace prints it, in doubles.");
  const ended = at >= shown.total;
  write("why", shown.end ? (ended ? "" : "When it runs to its end: ") + shown.end.why.trim() : "");
  showNumbers(shown.end);
  for (const id of ["step", "epoch", "run"]) $(id).disabled = shown.total === 0 || (id !== "run" && ended);
  for (const id of ["back", "reset"]) $(id).disabled = at === 0;
  $("undo").disabled = past.undo.length === 0;
  $("redo").disabled = past.redo.length === 0;
  write("command", commandOf(options()));
  if (!rests($("steps"))) showTable($("steps"), shown.trace, at);
  if (!shown.running) keepLinkSoon();
  if (!shown.running && at !== heard) tell($("where").textContent + ". " + (shown.traced ? $("now").textContent : "") + (ended && at > 0 ? " " + shown.end.why.trim() : ""));
  if (!shown.running) heard = at;
}

const paragraph = text => { const p = document.createElement("p"); p.textContent = text; return p; };

function showNumbers(result) {
  if (result === shown.numbers) return;
  shown.numbers = result;
  $("numbers").replaceChildren(...(result ? numbersOf(result, state.options.bias !== "no", curved()) : []).map(([name, value]) => {
    const group = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = name;
    dd.textContent = value;
    group.append(dt, dd);
    return group;
  }));
}

function keepLink() {
  const hash = toHash(state), fits = hash.length < 100000;
  if (fits) history.replaceState(null, "", hash);
  return fits;
}

/** Browsers take a new address some times a second and no more. */
let linkKept = 0, linkTimer = 0;
function keepLinkSoon() {
  clearTimeout(linkTimer);
  const wait = linkKept + 300 - performance.now();
  if (wait > 0) linkTimer = setTimeout(keepLinkSoon, wait);
  else {
    linkKept = performance.now();
    if (!shown.running) keepLink();
  }
}

const later = () => { if (!queued) { queued = true; requestAnimationFrame(draw); } };
function goTo(step) {
  state.step = Math.min(Math.max(0, step), shown.total);
  later();
}

// ---- proofs, in the worker ----

function prove() {
  clearTimeout(proofTimer);
  put($("contradiction"), "");
  for (const id of ["sum", "other"]) $(id).textContent = "";
  if (!shown.set || shown.set.facts.rows > 1000) { $("verdict").textContent = shown.set ? "Proofs are made here of up to 1,000 rows; perceptron certify has no such limit." : ""; return; }
  $("verdict").textContent = "\u2026";
  const csv = state.csv, bias = state.options.bias;
  proofTimer = setTimeout(() => ask("certify", {csv, options: bias ? {bias} : {}})
    .then(proofs => { if (csv === state.csv) showProofs(proofs); })
    .catch(error => { if (csv === state.csv) $("verdict").textContent = error.message; }), 250);
}

function showProofs(proofs) {
  const no = proofs.find(proof => proof.verdict === "not separable");
  $("verdict").textContent = proofs.map(proof => (proofs.length > 1 ? `${proof.label} against the rest: ` : "")
    + proof.sentence.replaceAll("\n", " ").trim()).join(" ") + " Proved in exact arithmetic.";
  $("sum").textContent = no ? sumOf(no) : "";
  $("other").textContent = !shown.straight ? "This is about one hyperplane among the rows as they are; this rule's boundary need not be one."
    : proofs.length > 1 ? "One hyperplane for each label; a weight vector for each label, of which the highest score wins, can do more." : "";
  put($("contradiction"), no?.picture ?? "");
}

// ---- running ----

let last = 0, owed = 0;
function frame(now) {
  if (!shown.running) return;
  if (now - last >= 15) {
    owed += Math.min(now - last, 200) / 1000 * SPEEDS[Number($("speed").value)];
    last = now;
    const whole = Math.floor(owed);
    owed -= whole;
    if (whole > 0) { state.step = Math.min(state.step + whole, shown.total); draw(); }
    if (state.step >= shown.total) return pause();
  }
  requestAnimationFrame(frame);
}

function pause() {
  if (!shown.running) return;
  shown.running = false;
  $("run").textContent = "Run";
  draw();
}

function run() {
  if (shown.running) return pause();
  if (shown.total === 0) return;
  if (state.step >= shown.total) state.step = 0;
  Object.assign(shown, {running: true});
  [last, owed] = [performance.now(), 0];
  $("run").textContent = "Pause";
  requestAnimationFrame(frame);
}

function epoch() {
  const rows = shown.set?.facts.rows ?? 1;
  goTo((Math.floor(state.step / rows) + 1) * rows);
}

// ---- sets that are too large to play with ----

/** What a set of one's own steps would stand in, emptied. */
function clearFor(name) {
  shown.points = null;
  shown.big = true;
  Object.assign(state, {csv: "", preset: null, step: 0});
  editor.show([], BLANK, {editable: false});
  for (const place of document.querySelectorAll("#plane, #cone, #update, #contradiction, [data-picture]")) put(place, "");
  for (const id of ["now", "steps", "numbers", "cone-title"]) $(id).replaceChildren();
  for (const id of ["why", "sum", "other", "plane-none", "cone-none"]) $(id).textContent = "";
  for (const id of ["step", "epoch", "run", "back", "reset", "undo", "redo"]) $(id).disabled = true;
  $("tools").hidden = true;
  $("preset").selectedIndex = -1;
  $("preset-about").textContent = name;
  write("now", "So many rows are trained as a whole, without single steps.");
  write("table-about", "No table of so many rows.");
  write("verdict", "Proofs are made here of up to 1,000 rows; perceptron certify has no such limit.");
}

async function trainBig(bytes, name) {
  pause();
  forget();
  clearFor(name);
  const asked = {algorithm: algorithm(), ...state.options}, job = shown.job;   // rows in the order that the command takes by itself
  write("command", commandOf(asked));
  $("plane").innerHTML = '<progress aria-label="Training"></progress>';
  const bar = $("plane").firstChild;
  say("");
  try {
    const done = await ask("train", {bytes, name, options: asked}, [bytes], progress => { if (job === shown.job) showProgress(progress, name, $("where"), bar); });
    if (job !== shown.job) return;   // other rows have come meanwhile
    $("where").textContent = `${counted(done.facts.rows, "row")}, trained in ${done.seconds.toFixed(2)} s`;
    $("where").dataset.seconds = String(done.seconds);
    $("plane").replaceChildren();
    put($("plane"), ...done.pictures.plane);
    put($("cone"), ...done.pictures.weights);
    $("cone-title").innerHTML = done.pictures.weights[0] && "<b>Weights</b>";
    put(document.querySelector("[data-picture=epochs]"), ...done.pictures.epochs);
    $("why").textContent = done.result.why.trim();
    showNumbers(done.result);
    shown.end = done.result;
    shown.model = done.model;
  } catch (error) {
    if (job !== shown.job) return;
    $("plane").replaceChildren();
    complain(error);
  }
}

async function takeFile(file) {
  if (file.size > 1.5e9) return say(`${file.name} has ${(file.size / 1e9).toFixed(1)} GB; this page takes up to 1.5.`);
  if (file.size > MOST_BYTES) return trainBig(await file.arrayBuffer(), file.name);
  takeText(await file.text());
}

function takeText(text) {
  pause();
  state.step = 0;
  if (text.length > MOST_BYTES) trainBig(new TextEncoder().encode(text).buffer, "rows.csv").catch(complain);
  else change(text);
}

/** Rows that are pasted where no text is written. */
function onPaste(event) {
  if (event.target.closest?.(TEXTS)) return;
  const file = event.clipboardData.files[0], text = event.clipboardData.getData("text/plain");
  if (file) takeFile(file).catch(complain);
  else if (text.trim() !== "") attempt(() => takeText(text));
}

// ---- the page ----

function showTools() {
  const names = [...new Set([...shown.classes, ...(shown.points ?? []).map(p => p.name)])];
  const there = names.length;
  for (const name of NAMES) if (names.length < 3 && !names.includes(name)) names.push(name);
  shown.names = names.slice(0, 3);
  $("tools").hidden = shown.points === null;
  write("bring", shown.points ? "Click the plane to add, drag to move; or bring your own: paste or drop a CSV file anywhere."
    : "These are no points of a plane: change them as CSV below; or bring your own: drop a CSV file anywhere.");
  const chips = [...shown.names, "take away"].map((name, i) => {
    const label = document.createElement("label"), input = document.createElement("input"), mark = document.createElement("span");
    Object.assign(input, {type: "radio", name: "tool", value: String(i), checked: i === tool});
    input.addEventListener("change", () => { tool = i; });
    mark.innerHTML = `<svg viewBox="0 0 18 18" aria-hidden="true">${shapes[i]}</svg>`;
    label.append(input, mark.firstChild, document.createTextNode(i < 3 && i >= there && there > 0 ? `new: ${name}` : name));
    return label;
  });
  $("tool-list").replaceChildren(...chips);
}

function showAlgorithm() {
  const info = engine.algorithms.find(a => a.name === algorithm());
  $("algorithm").value = algorithm();
  $("formula").textContent = info.update;
  $("guarantee").textContent = info.guarantee;
  showOptions(engine, {algorithm: algorithm(), options: options()}, $("options"), $("other-options"), (name, value) => {
    if (value === null && name !== "order") delete state.options[name];
    else state.options[name] = value ?? "each";
    state.step = 0;
    pause();
    say("");
    showAlgorithm();
    refresh();
  });
}

function choose(name) {
  state.options = Object.fromEntries(Object.entries({...state.options, algorithm: name})
    .filter(([word]) => word === "algorithm" || optionsOf(engine, name).some(option => option.name === word)));
  if (name === "perceptron") delete state.options.algorithm;
  state.step = 0;
  pause();
  say("");
  showAlgorithm();
  refresh();
}

function usePreset(id, more = {}) {
  const preset = presets.find(p => p.id === id);
  pause();
  state.options = {...(more.options ?? preset.options ?? {})};
  state.step = more.step ?? 0;
  showAlgorithm();
  change(textOf(preset, engine), {preset: id, keep: more.keep ?? true});
}

function travel(from, to) {
  const entry = from.pop();
  if (!entry) return;
  to.push({csv: state.csv, preset: state.preset});
  change(entry.csv, {preset: entry.preset, keep: false});
  tell(`${from === past.undo ? "Undone" : "Done again"}: ${shown.points ? counted(shown.points.length, "point") : "rows changed"}.`);
}

function save(name, parts, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function withTrainer(work) {
  if (!shown.set) return say(shown.big ? "Of so many rows the model can be saved; perceptron train --report makes the page." : "There is nothing to save yet.");
  attempt(() => {
    const trainer = engine.trainer(shown.set, options());
    try {
      trainer.to(state.step > 0 ? state.step : MOST_PLAYED);
      work(trainer);
    } finally {
      trainer.free();
    }
  });
}

function saveModel() {
  if (shown.big && shown.model) return save("rows.model", [shown.model], "application/octet-stream");
  withTrainer(trainer => {
    const model = trainer.model();
    save("rows.model", [model.bytes()], "application/octet-stream");
    model.free();
  });
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = `${what} is on the clipboard.`;
  } catch {
    $("copied").textContent = text;
  }
}

const TEXTS = "textarea, input[type=text], input[type=number]";

function onKey(event) {
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && ["z", "y"].includes(key) && !event.target.closest(TEXTS)) {
    event.preventDefault();
    return event.shiftKey || key === "y" ? travel(past.redo, past.undo) : travel(past.undo, past.redo);
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, summary, #editor, [contenteditable]")) return;
  const work = {" ": event.target.tagName === "BUTTON" ? null : run, ArrowRight: () => goTo(state.step + 1), ArrowLeft: () => goTo(state.step - 1),
                Home: () => goTo(0), End: () => goTo(shown.total), e: epoch}[event.key];
  if (!work) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  work();
}

const clicks = {
  run, epoch: () => { pause(); epoch(); }, step: () => { pause(); goTo(state.step + 1); },
  back: () => { pause(); goTo(state.step - 1); }, reset: () => { pause(); goTo(0); },
  undo: () => travel(past.undo, past.redo), redo: () => travel(past.redo, past.undo),
  clear: () => { pause(); state.step = 0; change("x1,x2,class\n"); },
  "use-csv": () => takeText($("csv").value),
  "save-csv": () => shown.big ? say("These rows are in your file already.") : save("rows.csv", [state.csv], "text/csv"), "save-model": saveModel,
  "save-page": () => withTrainer(trainer => {
    trainer.say("command", commandOf(options())).say("why", trainer.result.why.trim());
    save("page.html", [trainer.page()], "text/html");
  }),
  "copy-command": () => copy($("command").textContent, "The command"),
  "copy-link": () => {
    if (shown.big || !keepLink()) return say("So many rows do not go into a link; send the file and the command.");
    copy(location.href, "The link");
  },
};

function wire() {
  for (const [id, work] of Object.entries(clicks)) $(id).addEventListener("click", () => attempt(work));
  for (const preset of presets) $("preset").add(new Option(preset.name, preset.id));
  for (const info of engine.algorithms) $("algorithm").add(new Option(info.name, info.name));
  $("preset").addEventListener("change", event => usePreset(event.target.value));
  $("algorithm").addEventListener("change", event => choose(event.target.value));
  $("at").addEventListener("input", event => { pause(); goTo(Number(event.target.value)); });
  const pace = () => { $("pace").textContent = `${counted(SPEEDS[Number($("speed").value)], "row")} a second`; };
  $("speed").addEventListener("input", pace);
  pace();
  $("file").addEventListener("change", event => { if (event.target.files[0]) takeFile(event.target.files[0]).catch(complain); });
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", event => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) takeFile(event.dataTransfer.files[0]).catch(complain);
  });
  addEventListener("paste", onPaste);
  addEventListener("keydown", onKey);
  for (const place of document.querySelectorAll("#plane, #cone, #update, #steps, [data-picture]")) sight.observe(place);
  addEventListener("hashchange", () => open(location.hash));
  $("about").textContent = `perceptron ${engine.version}, compiled to WebAssembly. Nothing leaves this page.`;
}

/** A link's state; false: there is none. */
function open(hash) {
  try {
    const found = fromHash(hash, new Set(engine.options.map(option => option.name)), presets);
    if (found === null) return false;
    for (const [name, value] of Object.entries(found.options)) engine._with({[name]: value}, null, () => {});
    if (found.options.algorithm && !engine.algorithms.some(a => a.name === found.options.algorithm))
      throw new Error(`The link's algorithm '${found.options.algorithm.slice(0, 40)}' is none of these.`);
    if (found.preset !== null) {
      const own = presets.find(p => p.id === found.preset).options ?? {};
      usePreset(found.preset, {keep: false, step: found.step, options: Object.keys(found.options).length ? found.options : own});
    } else {
      Object.assign(state, {options: found.options, step: found.step});
      showAlgorithm();
      change(found.csv, {keep: false});
    }
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

const on = {
  add: (x, y) => edit(points => {
    if (tool === 3) return;
    if (points.length >= MOST_POINTS) throw new Error(`${MOST_POINTS} points are as many as can be drawn by hand; paste or drop a file with more.`);
    points.push({x, y, name: shown.names[tool], label: tool});
    tell(`Point ${points.length} added at ${x}, ${y}: ${shown.names[tool]}.`);
  }),
  move: (i, x, y, done) => {
    if (done) tell(`Point ${i + 1} moved to ${x}, ${y}.`);
    if (done && past.moving) { past.moving = false; return; }
    if (!past.moving && !done) { past.undo.push({csv: state.csv, preset: state.preset}); past.redo.length = 0; past.moving = true; }
    const points = shown.points.map(point => ({...point}));
    Object.assign(points[i], {x, y});
    change(textOfPoints(points), {keep: done});
  },
  remove: i => edit(points => { points.splice(i, 1); tell(`Point ${i + 1} taken away; ${points.length} ${points.length === 1 ? "is" : "are"} left.`); }),
  erases: () => tool === 3,
  say: tell,
};

async function begin() {
  engine = await load(new URL("perceptron.wasm", import.meta.url));
  editor = new Editor($("editor"), Object.fromEntries(Object.entries(on).map(([name, work]) => [name, (...words) => attempt(() => work(...words))])));
  wire();
  if (!open(location.hash)) {
    const sentence = $("alert").textContent;
    usePreset("eighty-five", {keep: false});
    if (sentence) say(sentence);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) run();
  }
  navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => {});   // it works without
  document.documentElement.dataset.ready = "yes";
  globalThis.playground = {state, shown, engine, draw};   // for tests and the curious
}

begin().catch(complain);
