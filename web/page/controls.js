// Controls made of the engine's tables: name, type, range and help of every option that the algorithm takes.
const FIRST = ["order", "seed", "epochs", "rate", "bias", "kernel", "gamma", "degree", "hidden", "activation", "C", "margin",
               "fraction", "regularization", "neighbours"];
const HIDDEN = new Set(["algorithm", "threads", "time", "shards", "mix", "memory", "validation", "resume", "target", "layout",
                        "checkpoint", "state"]);

export function optionsOf(engine, algorithm) {
  const takes = new Set(engine.algorithms.find(a => a.name === algorithm)?.takes ?? []);
  return engine.options.filter(option => takes.has(option.name) && !HIDDEN.has(option.name)
    && (option.type !== "file" || option.choices !== ""));
}

function choose(option, value, change) {
  const select = document.createElement("select");
  for (const word of option.choices.split("|")) select.add(new Option(word, word, word === option.initial, word === value));
  select.addEventListener("change", () => change(select.value));
  return select;
}

function tick(option, value, change) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = value === "yes";
  box.addEventListener("change", () => change(box.checked ? "yes" : "no"));
  return box;
}

function type(option, value, change) {
  const field = document.createElement("input");
  field.type = ["count", "seed", "real"].includes(option.type) ? "number" : "text";
  if (field.type === "number") {
    field.step = option.type === "real" ? "any" : "1";
    field.min = "0";
  }
  field.value = value;
  field.placeholder = option.initial;
  field.addEventListener("change", () => change(field.value.trim()));
  return field;
}

const makerOf = option => option.choices !== "" ? choose : option.type === "flag" ? tick : type;

function control(option, values, set) {
  const label = document.createElement("label"), id = "help-" + option.name;
  const field = makerOf(option)(option, values[option.name] ?? option.initial,
    value => set(option.name, value === "" || value === option.initial ? null : value));
  field.id = "option-" + option.name;
  field.setAttribute("aria-describedby", id);
  const name = document.createElement("span");
  name.textContent = option.name;
  label.title = option.help;
  label.append(...(option.type === "flag" ? [field, name] : [name, field]));
  const help = document.createElement("span");
  help.id = id;
  help.className = "hidden";
  help.textContent = option.help;
  label.append(help);
  return label;
}

/** Fills both lists; `set(name, value or null)` is called when one changes. */
export function showOptions(engine, state, first, other, set) {
  const all = optionsOf(engine, state.algorithm).sort((a, b) => FIRST.indexOf(a.name) - FIRST.indexOf(b.name));
  const isFirst = option => FIRST.slice(0, 5).includes(option.name) || option.name in state.options
    || (FIRST.includes(option.name) && engine.algorithms.filter(a => a.takes.includes(option.name)).length < 6);
  first.replaceChildren(...all.filter(isFirst).map(option => control(option, state.options, set)));
  other.replaceChildren(...all.filter(option => !isFirst(option)).map(option => control(option, state.options, set)));
}
