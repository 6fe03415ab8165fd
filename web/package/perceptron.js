// The engine in WebAssembly as objects. `load` gives an Engine; what it makes is freed with `free`, in any order.
// A module has one thread and no files, no clock and no network: what it needs is handed in.

const text = new TextDecoder();
const bytesOf = new TextEncoder();

/** What the engine refuses: a sentence, and where. */
export class PerceptronError extends Error {
  constructor(told) {
    const place = told.line ? `${told.file || "rows"}:${told.line}${told.column ? ":" + told.column : ""}: ` : "";
    super(place + told.message);
    this.name = "PerceptronError";
    Object.assign(this, {code: told.code, detail: told.detail, file: told.file, line: told.line, column: told.column,
                         sentence: told.message});
  }
}

/** The module's bytes: beside this file, unless a source is given. */
async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = source instanceof URL ? source : new URL(source ?? "perceptron.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const {readFile} = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`cannot load ${url}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export async function load(source) {
  const module = await moduleOf(source);
  return new Engine(module, await WebAssembly.instantiate(module, {}));
}

class Engine {
  #module; #c; #tables; #age = 0;

  constructor(module, instance) {
    this.#module = module;
    this.#begin(instance);
  }

  #begin(instance) {
    this.#c = instance.exports;
    this.#age++;
    this.#c._initialize();
    this.#tables ??= this._json("tables");
  }

  get module() { return this.#module; }
  get _age() { return this.#age; }
  get version() { return this.#tables.version; }
  get options() { return this.#tables.options; }
  get algorithms() { return this.#tables.algorithms; }
  get generators() { return this.#tables.generators; }

  // ---- calls: texts, bytes and options go in as addresses, and are taken back ----

  _put(value) {
    const bytes = typeof value === "string" ? bytesOf.encode(value + "\0")
      : ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);
    const at = this.#c.take(bytes.length);
    if (at === 0) throw new PerceptronError({code: "out of memory", message: "no memory is left"});
    new Uint8Array(this.#c.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  _options(values) {
    this._call("options_new");
    const options = this.#c.answer_made();
    try {
      for (const [name, value] of Object.entries(values ?? {}))
        this._call("options_set", options, name, String(value));
    } catch (error) {
      this.#c.options_free(options);
      throw error;
    }
    return options;
  }

  /** Calls a function of the module; texts are copied in for the call. A trap leaves a module of no use: a new one. */
  _call(name, ...values) {
    const taken = [];
    try {
      const words = values.map(value => {
        if (typeof value !== "string") return value;
        taken.push(this._put(value));
        return taken.at(-1);
      });
      this.#c.tick(performance.now() / 1000);
      const code = this.#c[name](...words);
      if (code !== 0) throw new PerceptronError(JSON.parse(this._text()));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#begin(new WebAssembly.Instance(this.#module, {}));
      taken.length = 0;
      throw new PerceptronError({code: "out of memory", message: "memory ran out; the engine has begun anew, and what it "
        + "had made before is gone"});
    } finally {
      for (const at of taken) this.#c.give(at);
    }
  }

  _ask(name, ...values) { return this.#c[name](...values); }
  _bytes() { return new Uint8Array(this.#c.memory.buffer, this.#c.answer_at(), this.#c.answer_length()).slice(); }
  _text() { return text.decode(this._bytes()); }
  _json(name, ...values) { this._call(name, ...values); return JSON.parse(this._text()); }
  _made(name, ...values) { this._call(name, ...values); return this.#c.answer_made(); }

  /** Does something with options and bytes in the module's memory, which go when it is done. */
  _with(options, bytes, work) {
    const given = this._options(options);
    let at = 0;
    try {
      at = bytes === null ? 0 : this._put(bytes);
      return work(given, at);
    } finally {
      if (at) this.#c.give(at);
      this.#c.options_free(given);
    }
  }

  // ---- what it makes ----

  dataset(source, {name = "rows.csv", options = {}, model = null} = {}) {
    const bytes = typeof source === "string" ? bytesOf.encode(source) : source;
    return this._with(options, bytes, (given, at) => new Dataset(this, this._made(
      "rows_read", at, bytes.byteLength, name, given, model?._handle ?? 0)));
  }

  arrays({values, labels = null, features, classes = [], names = null, options = {}, model = null}) {
    const numbers = values instanceof Float64Array ? values : Float64Array.from(values);
    if (!(features > 0) || numbers.length % features !== 0)
      throw new RangeError(`the length of the values is ${numbers.length}, wanted a multiple of features: ${features}`);
    if (labels !== null && labels.length !== numbers.length / features)
      throw new RangeError(`the length of the labels is ${labels.length}, wanted one for each row: ${numbers.length / features}`);
    const at = this._put(numbers), marks = labels === null ? 0 : this._put(Uint32Array.from(labels));
    const words = [...classes, ...(names ?? [])].map(word => word + "\0").join("");
    try {
      return this._with(options, null, given => new Dataset(this, this._made(
        "rows_borrow", at, marks, numbers.length / features, features, classes.length, words, names ? 1 : 0, given,
        model?._handle ?? 0), at));
    } catch (error) {
      this.#c.give(at);
      throw error;
    } finally {
      if (marks) this.#c.give(marks);
    }
  }

  trainer(set, options = {}, {pictures = true, byRow = true} = {}) {
    return this._with(options, null, given => new Trainer(this, this._made(
      "play_new", given, set._handle, pictures ? 1 : 0, byRow ? 1 : 0)));
  }

  model(bytes) {
    return this._with({}, bytes, (_, at) => new Model(this, this._made("model_read", at, bytes.byteLength)));
  }

  /** Every step as `perceptron trace` prints it: its JSON, or with `text` its table. */
  trace(source, options = {}, {name = "rows.csv", exact = false, steps = 200, text: asText = false} = {}) {
    const bytes = typeof source === "string" ? bytesOf.encode(source) : source;
    return this._with({order: "given", ...options}, bytes, (given, at) => {
      this._call("trace", name, at, bytes.byteLength, given, steps, (exact ? 1 : 0) + (asText ? 2 : 0));
      return asText ? this._text() : JSON.parse(this._text());
    });
  }

  /** A proof in exact arithmetic that the class can be told from all others by a hyperplane, or that it cannot. */
  certify(set, {positive = 1, options = {}} = {}) {
    return this._with(options, null, given => this._json("certify", set._handle, positive, given, "json"));
  }

  /** The same as a certificate, which `perceptron verify` checks; or a picture of it, such as "contradiction". */
  certificate(set, {positive = 1, options = {}, picture = "certificate"} = {}) {
    return this._with(options, null, given => {
      this._call("certify", set._handle, positive, given, picture);
      return this._text();
    });
  }

  generate(kind, options = {}) {
    return this._with(options, null, given => { this._call("generate", kind, given); return this._text(); });
  }
}

class Handle {
  #handle; #age;
  constructor(engine, handle) { this._engine = engine; this.#handle = handle; this.#age = engine._age; }
  /** Where memory ran out, what was made before is gone with it. */
  get _handle() {
    if (this.#age !== this._engine._age) throw new PerceptronError({code: "out of memory", message: "it is gone: memory had run out"});
    return this.#handle;
  }
  _free(name, beside = 0) {
    if (this.#handle && this.#age === this._engine._age) {
      this._engine._ask(name, this.#handle);
      if (beside) this._engine._ask("give", beside);
    }
    this.#handle = 0;
  }
}

class Dataset extends Handle {
  #values;
  constructor(engine, handle, values = 0) { super(engine, handle); this.#values = values; }

  get facts() { return this._engine._json("rows_facts", this._handle); }

  /** Rows as {label: class or -1, values}, as the learner sees them. */
  rows(from = 0, to = 0xffffffff) {
    const width = this.facts.features + 1;
    this._engine._call("rows_values", this._handle, from, to);
    const numbers = new Float64Array(this._engine._bytes().buffer), rows = [];
    for (let i = 0; i < numbers.length; i += width)
      rows.push({label: numbers[i], values: numbers.slice(i + 1, i + width)});
    return rows;
  }

  free() {
    this._free("rows_free", this.#values);
    this.#values = 0;
  }
}

const reasons = ["running", "separated", "not separable", "margin reached", "step below eps", "risk change below eps",
  "epochs", "updates", "time", "hold-out", "asked", "end of stream", "nothing moves", "duality gap closed"];

class Trainer extends Handle {
  /** Until so many rows were looked at since the start, or a stop reason. */
  to(rows) { this._engine._call("play_to", this._handle, rows); return this; }
  epoch() { this._engine._call("play_epoch", this._handle); return this; }
  /** About so many rows more, or to the end of the epoch; of a trainer that is not `byRow`. */
  some(rows) { this._engine._call("play_some", this._handle, rows); return this; }
  /** {epoch, epochs (0: no limit), row, rows} as of the last `some`. */
  get progress() { return this._engine._json("play_progress", this._handle); }
  run() { return this.to(Infinity); }
  get seen() { return this._engine._ask("play_seen", this._handle); }
  get reason() { return reasons[this._engine._ask("play_reason", this._handle)]; }
  get running() { return ["running", "asked"].includes(this.reason); }
  get result() { return this._engine._json("play_result", this._handle); }
  model() { return new Model(this._engine, this._engine._made("play_model", this._handle)); }

  /** [vectors][features] and behind them the biases, or null where there are no such weights. */
  get weights() {
    try {
      this._engine._call("play_weights", this._handle);
      return new Float64Array(this._engine._bytes().buffer);
    } catch (error) {
      if (error instanceof PerceptronError) return null;
      throw error;
    }
  }

  say(name, sentence) { this._engine._call("play_say", this._handle, name, sentence); return this; }

  /** A picture of what was learned so far, as SVG, or "" where there is none of that name. Training may go on. */
  picture(name, axes = "") {
    this._engine._call("play_finish", this._handle, axes);
    this._engine._call("play_picture", this._handle, name);
    return this._engine._text();
  }

  /** Contours are drawn of so many scores a side, 2 to 80: fewer are drawn sooner. */
  grain(side) { this._engine._ask("play_grain", this._handle, Math.min(Math.max(2, Math.round(side)), 80)); return this; }

  /** What the run's page says below a picture that `picture` gave: HTML. */
  caption(name) {
    this._engine._call("play_caption", this._handle, name);
    return this._engine._text();
  }

  /** What the axes of the picture "plane" span, and where in it that lies; null where there is no plane. */
  box(axes = "") {
    this._engine._call("play_finish", this._handle, axes);
    this._engine._call("play_box", this._handle);
    const numbers = new Float64Array(this._engine._bytes().buffer);
    if (numbers.length === 0) return null;
    const [x0, x1, y0, y1, left, right, top, bottom] = numbers;
    return {x0, x1, y0, y1, left, right, top, bottom};
  }

  page(axes = "") {
    this._engine._call("play_finish", this._handle, axes);
    this._engine._call("play_page", this._handle);
    return this._engine._text();
  }

  free() { this._free("play_free"); }
}

class Model extends Handle {
  get facts() { return this._engine._json("model_facts", this._handle); }
  bytes() { this._engine._call("model_write", this._handle); return this._engine._bytes(); }

  predict(set, options = {}) {
    const {scores: width} = this.facts;
    return this._engine._with(options, null, given => {
      this._engine._call("model_predict", this._handle, set._handle, given);
      const numbers = new Float64Array(this._engine._bytes().buffer), rows = numbers.length / (width + 1);
      return {scores: numbers.slice(0, rows * width), classes: Uint32Array.from(numbers.subarray(rows * width))};
    });
  }

  free() { this._free("model_free"); }
}
