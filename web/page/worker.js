// What may take long, off the page's thread: proofs, and sets too large to play with.
import {load} from "./perceptron.js";

const engine = load();

function certify(engine, {csv, options}) {
  const set = engine.dataset(csv, {options});
  try {
    const {classes} = set.facts, last = classes.length === 2 ? [1] : classes.map((_, c) => c);
    return last.map(positive => {
      const asked = {time: 5, ...(options.bias ? {bias: options.bias} : {})};
      const proof = engine.certify(set, {positive, options: asked});
      proof.label = classes[positive].name;
      proof.picture = proof.verdict === "not separable"
        ? engine.certificate(set, {positive, options: asked, picture: "contradiction"}) : "";
      proof.values_of = proof.rows.map(({row}) => Array.from(set.rows(row - 1, row)[0].values));
      proof.signs = proof.rows.map(({row}) => set.rows(row - 1, row)[0].label === positive ? 1 : -1);
      return proof;
    });
  } finally {
    set.free();
  }
}

/** A whole training, some rows at a time, with word of how far it is. */
function train(engine, {bytes, name, options}, tell) {
  const began = performance.now();
  tell({phase: "reading"});
  const shuffled = !options.order || options.order === "each" || options.order === "once";
  const set = engine.dataset(new Uint8Array(bytes), {name, options: {...options, ...(shuffled ? {layout: "shuffled"} : {})}});
  let trainer = null;
  try {
    const read = performance.now(), facts = set.facts;
    tell({phase: "read", rows: facts.rows, features: facts.features, seconds: (read - began) / 1000});
    for (let rows = 50000, at = read; trainer === null || trainer.running;) {   // word some times a second: each costs a little
      trainer ??= engine.trainer(set, options, {pictures: true, byRow: false});
      trainer.some(rows);
      const now = performance.now();
      tell({phase: "epoch", ...trainer.progress, seconds: (now - began) / 1000});
      rows = Math.max(10000, Math.round(rows * Math.min(4, 250 / Math.max(1, now - at))));
      at = now;
    }
    const result = trainer.result, seconds = (performance.now() - began) / 1000, model = trainer.model();
    const bytesOfModel = model.bytes();
    model.free();
    return {facts, result, seconds, model: bytesOfModel,
            pictures: Object.fromEntries(["plane", "epochs", "weights"].map(name => {
              const svg = trainer.picture(name);
              return [name, [svg, svg && trainer.caption(name)]];
            }))};
  } finally {
    trainer?.free();
    set.free();
  }
}

/** Exact where the rule can be followed so, else in doubles, else why not. */
function trace(engine, {csv, options, steps}) {
  for (const exact of [true, false]) {
    try {
      return engine.trace(csv, options, {exact, steps});
    } catch (error) {
      if (!exact) return {steps: [], refused: error.message};
    }
  }
}

const works = {certify, train, trace};

self.onmessage = async ({data}) => {
  const tell = progress => self.postMessage({id: data.id, progress});
  try {
    self.postMessage({id: data.id, answer: works[data.work](await engine, data, tell)});
  } catch (error) {
    self.postMessage({id: data.id, error: String(error.message ?? error)});
  }
};
