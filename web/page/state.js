// The whole state as a link: #preset=xor&algorithm=averaged&step=5, or &data=... with the rows themselves.
const MOST_LINK = 200000;

export function toHash(state) {
  const words = new URLSearchParams();
  if (state.preset) words.set("preset", state.preset);
  else words.set("data", state.csv);
  for (const [name, value] of Object.entries(state.options)) words.set(name, value);
  words.set("step", String(state.step));
  return "#" + words.toString();
}

/** What a link says, or null; `known` are the names of options. What it cannot be is told by an error. */
export function fromHash(hash, known, presets) {
  if (hash.length < 2) return null;
  if (hash.length > MOST_LINK) throw new Error("The link is too long to be one of ours; it was left alone.");
  const words = new URLSearchParams(hash.slice(1)), state = {preset: null, csv: null, options: {}, step: 0, given: false};
  for (const [name, value] of words) {
    if (name === "preset") state.preset = value;
    else if (name === "data") state.csv = value;
    else if (name === "step") { state.step = Math.floor(Number(value)); state.given = true; }
    else if (known.has(name)) state.options[name] = value;
    else throw new Error(`The link has '${name.slice(0, 40)}', which is no option; it was left alone.`);
  }
  if (!(state.step >= 0 && state.step <= 1e9)) throw new Error("The link's step is no number of rows; it was left alone.");
  if (state.preset !== null && !presets.some(preset => preset.id === state.preset))
    throw new Error(`The link's preset '${state.preset.slice(0, 40)}' is none of these; it was left alone.`);
  if (state.preset === null && state.csv === null) throw new Error("The link has no rows; it was left alone.");
  return state;
}

/** For a shell: as it is, or in quotes. */
const quoted = word => /^[\w.,:+=-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";

/** What `train` would choose by itself and the page does not: it is named, so that the command learns what is seen. */
const UNCHOSEN = {averaged: {epochs: 100}, "pa-1": {average: "no", epochs: 100}, "pa-2": {average: "no", epochs: 100},
  kernel: {keeper: "last"}, svm: {epochs: 100}, "hard-margin": {epochs: 100}};

export function commandOf(options, verb = "train") {
  const words = ["perceptron", verb, "rows.csv"];
  const named = {algorithm: "perceptron", ...options};
  for (const [name, value] of Object.entries(verb === "train" ? {...named, ...UNCHOSEN[named.algorithm], ...options} : options))
    words.push(value === "yes" ? `--${name}` : value === "no" ? `--no-${name}` : `--${name} ${quoted(String(value))}`);
  return words.join(" ");
}
