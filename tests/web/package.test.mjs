// The JavaScript package against the command: the same bytes, the same numbers, the same sentences.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import test from "node:test";
import {brotliCompressSync} from "node:zlib";
import {load, PerceptronError} from "../../build/npm/perceptron.js";

const engine = await load(), folder = mkdtempSync(join(tmpdir(), "perceptron-web-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
const example = name => readFileSync(new URL(`../../examples/data/${name}`, import.meta.url), "utf8");
const sets = {"xor.csv": example("xor.csv"), "worked.csv": example("worked.csv"), "eighty-five.csv": example("eighty-five.csv"),
              "iris.csv": example("iris.csv")};
for (const [name, text] of Object.entries(sets)) writeFileSync(join(folder, name), text);
const wordsOf = options => Object.entries(options).flatMap(([name, value]) =>
  value === "yes" ? [`--${name}`] : value === "no" ? [`--no-${name}`] : [`--${name}`, String(value)]);
const command = (...words) => spawnSync(process.env.PERCEPTRON, words, {cwd: folder, encoding: "utf8", maxBuffer: 1 << 28});
// A BLAS may round the last bits otherwise: of layers of more than 64 weights, and of kept rows of more than 8 numbers.
const small = algorithm => algorithm === "mlp" ? {hidden: 8} : {};

function train(name, options, more) {
  const set = engine.dataset(sets[name], {name, options}), trainer = engine.trainer(set, options, {pictures: false, ...more});
  set.free();
  return trainer;
}

test("the module imports nothing and is at most 300 KB compressed", () => {
  const bytes = readFileSync(new URL("../../build/npm/perceptron.wasm", import.meta.url));
  assert.deepEqual(WebAssembly.Module.imports(engine.module), []);
  assert.ok(brotliCompressSync(bytes).length <= 300000, `${brotliCompressSync(bytes).length} bytes`);
});

test("a model learned here has the bytes of one that the command learned, for every learner where no BLAS is at work", () => {
  const other = [];
  for (const {name: algorithm} of engine.algorithms)
    for (const name of ["eighty-five.csv", "iris.csv"]) {
      const mean = {"pa-1": {average: "yes"}, "pa-2": {average: "yes"}, kernel: {keeper: "average"}};   // as train chooses
      const options = {algorithm, epochs: 5, ...mean[algorithm], ...small(algorithm)};
      const told = command("train", name, ...wordsOf(options), "-q", "-o", "a.model");
      if (told.status !== 0) {
        assert.throws(() => train(name, options).run(), PerceptronError, `${algorithm} on ${name}`);
        continue;
      }
      const trainer = train(name, options).run(), model = trainer.model();
      if (!readFileSync(join(folder, "a.model")).equals(model.bytes())) other.push(`${algorithm} on ${name}`);
      model.free();
      trainer.free();
    }
  assert.deepEqual(other, []);
});

test("a model of the command predicts here with the same scores, and the other way round", () => {
  for (const options of [{algorithm: "averaged", scale: "standard"}, {algorithm: "voted", epochs: 3, positive: "virginica"}]) {
    command("train", "iris.csv", ...wordsOf(options), "-q", "-o", "b.model");
    const model = engine.model(readFileSync(join(folder, "b.model"))), set = engine.dataset(sets["iris.csv"], {model, name: "iris.csv"});
    const {scores, classes} = model.predict(set), width = model.facts.scores;
    writeFileSync(join(folder, "c.model"), model.bytes());
    const lines = command("predict", "c.model", "iris.csv", "--json").stdout.trim().split("\n").map(line => JSON.parse(line));
    assert.equal(lines.length, classes.length);
    lines.forEach((line, i) => {
      assert.equal(line.label ?? line.answer ?? line.class, model.facts.classes[classes[i]]);
      const told = Array.isArray(line.scores) ? line.scores : typeof line.scores === "object" ? Object.values(line.scores) : [line.score];
      assert.deepEqual(told.slice(0, width), Array.from(scores.slice(i * width, (i + 1) * width)));
    });
    model.free();
    set.free();
  }
});

test("the numbers of a run are those of train --json to the last bit", () => {
  for (const [name, options] of [["xor.csv", {algorithm: "perceptron", order: "given"}], ["eighty-five.csv", {algorithm: "perceptron"}],
    ["iris.csv", {algorithm: "pa-1", epochs: 7, average: "no"}]]) {
    const told = JSON.parse(command("train", name, ...wordsOf(options), "--json", "--no-diagnose").stdout);
    const {why, rows_seen, row, seconds, ...result} = train(name, options).run().result;
    assert.ok(why.startsWith("Stopped: "));
    for (const [key, value] of Object.entries(result)) assert.deepEqual(value, (told.training ?? told)[key], `${name}: ${key}`);
  }
});

test("steps are told as perceptron trace prints them, exact", () => {
  for (const [name, options] of [["xor.csv", {}], ["worked.csv", {}], ["eighty-five.csv", {rate: 0.3}], ["eighty-five.csv", {schedule: "inverse", epochs: 2}]])
    for (const exact of [true, false])
      assert.equal(engine.trace(sets[name], options, {name, exact, text: true}),
        command("trace", name, ...wordsOf(options), ...(exact ? ["--exact"] : [])).stdout, `${name} ${exact}`);
});

test("a proof says what certify says, and its certificate passes verify", () => {
  for (const [name, options] of [["xor.csv", {}], ["eighty-five.csv", {}], ["iris.csv", {positive: "versicolor"}], ["iris.csv", {positive: "setosa"}]]) {
    const told = JSON.parse(command("certify", name, ...wordsOf(options), "--json").stdout);
    const set = engine.dataset(sets[name], {name, options: {...options, digits: "yes"}}), {sentence, seconds, ...proof} = engine.certify(set);
    assert.match(sentence, /eparable: /);
    for (const key of Object.keys(told).filter(word => !["seconds", "certificate"].includes(word)))
      assert.deepEqual(proof[key], told[key], `${name}: ${key}`);
    writeFileSync(join(folder, "x.cert"), engine.certificate(set));
    assert.equal(command("verify", "x.cert", name, ...wordsOf(options)).status, 0);
    set.free();
  }
});

test("row by row, or in one go: the same model, and every row is seen", () => {
  const whole = train("eighty-five.csv", {}).run(), steps = train("eighty-five.csv", {});
  for (let k = 1; steps.running && k < 100000; k++) assert.equal(steps.to(k).seen, Math.min(k, whole.seen));
  assert.equal(steps.seen, whole.seen);
  assert.deepEqual(steps.model().bytes(), whole.model().bytes());
});

test("a trainer whose pictures are looked at goes on as one from the first row", () => {
  const moons = engine.generate("moons", {rows: 60, dimensions: 2, spread: 0.3, seed: 3}), other = [];
  const names = ["plane", "cone", "feature-space", "network", "proof", "bracket", "angle", "epochs", "weights"];
  for (const {name: algorithm, kernels} of engine.algorithms) {
    const options = {algorithm, order: "given", epochs: 4, ...small(algorithm), ...(kernels ? {kernel: "rbf", gamma: 2} : {})};
    const set = engine.dataset(moons), on = engine.trainer(set, options);
    for (const rows of [1, 2, 37, 60, 61, 119, 1000]) {
      const fresh = engine.trainer(set, options).to(rows), seen = trainer => names.map(name => {
        const svg = trainer.picture(name);
        return svg && svg + trainer.caption(name);
      });
      on.to(rows).grain(20).picture("plane");
      if (JSON.stringify(seen(on.grain(80))) !== JSON.stringify(seen(fresh)) || on.page() !== fresh.page()) other.push(`${algorithm}, ${rows}`);
      fresh.free();
    }
    on.free();
    set.free();
  }
  assert.deepEqual(other, []);
});

test("rows in arrays learn as those of a file do", () => {
  const rows = engine.dataset(sets["eighty-five.csv"]), list = rows.rows(), names = rows.facts.classes.map(c => c.name);
  const set = engine.arrays({values: list.flatMap(row => [...row.values]), labels: list.map(row => row.label), features: 2, classes: names,
                             names: ["x1", "x2"]});
  const a = engine.trainer(set, {order: "given"}).run(), b = engine.trainer(rows, {order: "given"}).run();
  assert.deepEqual(a.weights, b.weights);
  set.free();
  rows.free();
});

test("pictures and pages are the engine's", () => {
  const told = command("train", "xor.csv", "--algorithm", "perceptron", "--order", "given", "-q", "--record", "run.json");
  assert.equal(told.status, 0, told.stderr);
  execFileSync(process.env.PERCEPTRON, ["report", "run.json", "--pictures", "."], {cwd: folder});
  const trainer = train("xor.csv", {order: "given"}, {pictures: true}).run();
  for (const name of ["plane", "cone", "bracket"])
    assert.equal(trainer.picture(name), readFileSync(join(folder, `${name}.svg`), "utf8"), name);
  assert.ok(trainer.page().includes(`<figcaption>${trainer.caption("bracket")}</figcaption>`));
  assert.match(trainer.page(), /^<!DOCTYPE html>/i);
  assert.equal(trainer.picture("no such picture"), "");
});

test("what is wrong gets a sentence with a place, and the engine goes on", () => {
  const fails = (work, wanted) => assert.throws(work, error => error instanceof PerceptronError && wanted.test(error.message));
  fails(() => engine.dataset("x,y,class\n1,2,a\n1,oops\n3,4,b\n"), /rows\.csv:3.*/);
  fails(() => engine.dataset(Uint8Array.of(0x1f, 0x8b, 8, 0)), /packed by gzip/);
  fails(() => engine.dataset(""), /./);
  fails(() => engine.trainer(engine.dataset(sets["xor.csv"]), {algoritm: "pegasos"}), /did you mean 'algorithm'/);
  fails(() => engine.model(Uint8Array.of(1, 2, 3)), /./);
  fails(() => engine.arrays({values: [1, NaN], labels: [0, 1], features: 1, classes: ["a", "b"]}), /./);
  assert.throws(() => engine.arrays({values: [1, 2, 3], features: 2}), RangeError);
  assert.equal(train("xor.csv", {}).run().reason, "not separable");
});

const archive = new URL("../../build/perceptron-wasm-0.1.0.tgz", import.meta.url);
test("the archive has the module, the types and the licence", {skip: !existsSync(archive) && "no npm"}, () => {
  const list = execFileSync("tar", ["tzf", archive.pathname], {encoding: "utf8"});
  for (const name of ["perceptron.js", "perceptron.d.ts", "perceptron.wasm", "LICENSE", "README.md"]) assert.ok(list.includes(`package/${name}`), name);
});
