// Sets to begin with. `csv` is the text, or `make` has the engine make it up; `options` go with it.
const rows = list => "x1,x2,class\n" + list.map(row => row.join(",")).join("\n") + "\n";

export const presets = [
  {id: "eighty-five", name: "85 points", about: "Two clouds that a line separates, barely.", csv: null, kind: "eighty-five"},
  {id: "and", name: "AND", about: "Yes only where both are 1. A line can do that.",
   csv: rows([[0, 0, "no"], [0, 1, "no"], [1, 0, "no"], [1, 1, "yes"]])},
  {id: "or", name: "OR", about: "Yes where one of them is 1. A line can do that, too.",
   csv: rows([[0, 0, "no"], [0, 1, "yes"], [1, 0, "yes"], [1, 1, "yes"]])},
  {id: "xor", name: "XOR", about: "Yes where just one is 1. No line can: the weights come back, for ever.",
   csv: rows([[0, 0, "+1"], [1, 1, "+1"], [0, 1, "-1"], [1, 0, "-1"]])},
  {id: "worked", name: "Worked set", about: "A textbook's four points, said to converge. They cannot: both pairs have the same sum.",
   csv: rows([[1, 1, "+1"], [2, 2, "+1"], [1, 2, "-1"], [2, 1, "-1"]])},
  {id: "order", name: "Bad order", about: "All of one class, then all of the other: some two updates an epoch, and three times the epochs that it takes shuffled (order: each).",
   csv: rows([["near", 1], ["far", 2.1]].flatMap(([name, left]) => Array.from({length: 24}, (_, i) =>
     [Number((left + 0.2 * (i % 4)).toFixed(1)), 1 + 0.25 * Math.floor(i / 4), name])))},
  {id: "tiny", name: "Tiny margin", about: "Two rows lie almost on each other: the proof's bound grows like one over the margin squared.",
   csv: rows([[-1, 0.5, "a"], [-0.5, -0.5, "a"], [-0.05, 0, "a"], [0.05, 0, "b"], [0.5, 0.5, "b"], [1, -0.5, "b"]])},
  {id: "outlier", name: "Outlier", about: "One long row sets R, and with it the bound: it pulls the line each time it is met.",
   csv: rows([[1, 1, "a"], [1.5, 2, "a"], [2, 1, "a"], [3, 3, "b"], [3.5, 2.5, "b"], [4, 3.5, "b"], [1, 12, "a"]])},
  {id: "moons", name: "Moons", about: "Two half circles. A line fails; a kernel or a network does not.", kind: "moons",
   make: {rows: 120, dimensions: 2, spread: 0.12, seed: 3}, options: {algorithm: "kernel", kernel: "rbf", gamma: 2}},
  {id: "circles", name: "Circles", about: "A circle within a circle, and a network with filled contours.", kind: "circles",
   make: {rows: 120, dimensions: 2, spread: 0.08, seed: 3},
   options: {algorithm: "mlp", hidden: "8", activation: "relu", "batch-size": 8, epochs: 300}},
  {id: "clash", name: "One row, two labels", about: "The same point with both labels: a contradiction of two rows.",
   csv: rows([[1, 1, "small"], [3, 3, "large"], [2, 2, "small"], [2, 2, "large"], [1, 2, "small"], [3, 2, "large"]])},
  {id: "unit", name: "Signed unit vectors", about: "Each row at a right angle to all others: it makes exactly as many updates as the bound allows, 100 % of it.",
   csv: "x1,x2,x3,x4,x5,class\n1,0,0,0,0,+1\n0,1,0,0,0,-1\n0,0,1,0,0,+1\n0,0,0,1,0,-1\n0,0,0,0,1,+1\n",
   options: {bias: "no"}},
  {id: "three", name: "Three classes", about: "Three clouds, one weight vector each.", kind: "blobs",
   make: {rows: 60, dimensions: 2, centres: 3, spread: 0.12, seed: 4}, options: {algorithm: "averaged", epochs: 20}},
];

export function textOf(preset, engine) {
  preset.csv ??= engine.generate(preset.kind, preset.make ?? {});
  return preset.csv;
}
