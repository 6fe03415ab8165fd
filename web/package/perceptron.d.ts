/** Options by the names of the command line, without dashes: {algorithm: "averaged", epochs: 10}. */
export type Options = Record<string, string | number | boolean>;

export interface OptionInfo {
  name: string; group: "data" | "train" | "use" | "prove" | "gen";
  type: "real" | "count" | "choice" | "flag" | "text" | "file" | "list" | "seed";
  initial: string; choices: string; metavar: string; help: string;
}
export interface AlgorithmInfo {
  name: string; update: string; guarantee: string; reference: string;
  many_classes: boolean; one_vs_rest: boolean; theorem: boolean; kernels: boolean; weights: boolean; adds_rows: boolean;
  bound: string | null; takes: string[];
}
export interface GeneratorInfo { name: string; help: string }

export interface Facts {
  format: string; rows: number; features: number; classes: {name: string; rows: number}[]; positive?: string;
  radius: number; names: string[]; [more: string]: unknown;
}
/** The fields of `perceptron train --json` that are about the run, why it stopped in words, and rows seen. */
export interface Result {
  why: string; rows_seen: number; row: number; stop: string; epochs: number; updates: number; mistakes: number;
  [more: string]: unknown;
}
/** What `perceptron certify --json` says, and its verdict in words. */
export interface Proof {
  sentence: string; verdict: "separable" | "not separable" | "undecided"; positive: string;
  rows: {row: number; multiplier: string; file: string | null; line: number | null}[]; [more: string]: unknown;
}

export class PerceptronError extends Error {
  /** The kind of error; what it is about more closely; the sentence without its place. */
  code: string; detail: string; sentence: string;
  /** Line and byte, from 1; 0: not about a line. */
  file: string; line: number; column: number;
}

export interface Dataset {
  readonly facts: Facts;
  rows(from?: number, to?: number): {label: number; values: Float64Array}[];
  free(): void;
}

export interface Trainer {
  /** Until so many rows were looked at since the start, or a stop reason. */
  to(rows: number): this;
  /** One epoch, or what is left of it. */
  epoch(): this;
  /** About so many rows more, or to the end of the epoch; of a trainer made with `byRow: false`. */
  some(rows: number): this;
  /** As of the last `some`; 0 epochs: no limit. */
  readonly progress: {epoch: number; epochs: number; row: number; rows: number};
  run(): this;
  readonly seen: number;
  readonly reason: string;
  readonly running: boolean;
  readonly result: Result;
  /** [vectors][features], behind them the biases; null where there are none. */
  readonly weights: Float64Array | null;
  model(): Model;
  /** A sentence for the page: "command", "why", "data" or "sentence"; before the first picture. */
  say(name: string, sentence: string): this;
  /** SVG of what was learned so far: "plane", "cone", "proof", "bracket", "angle", ...; "": there is none. */
  picture(name: string, axes?: string): string;
  /** Contours from here on are drawn of so many scores a side, 2 to 80 (at first): fewer are drawn sooner. */
  grain(side: number): this;
  /** What the run's page says below a picture that `picture` gave: HTML. */
  caption(name: string): string;
  /** What the axes of "plane" span, and where that lies in the picture. */
  box(axes?: string): {x0: number; x1: number; y0: number; y1: number;
                       left: number; right: number; top: number; bottom: number} | null;
  page(axes?: string): string;
  free(): void;
}

export interface Model {
  readonly facts: {kind: string; structure: string; features: number; scores: number; probabilities: boolean;
                   classes: string[]};
  /** The model file, as `perceptron train -o` writes it. */
  bytes(): Uint8Array;
  predict(set: Dataset, options?: Options): {scores: Float64Array; classes: Uint32Array};
  free(): void;
}

export interface Engine {
  readonly module: WebAssembly.Module;
  readonly version: string;
  readonly options: OptionInfo[];
  readonly algorithms: AlgorithmInfo[];
  readonly generators: GeneratorInfo[];
  dataset(source: string | Uint8Array, more?: {name?: string; options?: Options; model?: Model | null}): Dataset;
  arrays(rows: {values: ArrayLike<number>; features: number; labels?: ArrayLike<number> | null; classes?: string[];
                names?: string[] | null; options?: Options; model?: Model | null}): Dataset;
  trainer(set: Dataset, options?: Options, more?: {pictures?: boolean; byRow?: boolean}): Trainer;
  model(bytes: Uint8Array): Model;
  trace(source: string | Uint8Array, options: Options | undefined,
        more: {name?: string; exact?: boolean; steps?: number; text: true}): string;
  trace(source: string | Uint8Array, options?: Options,
        more?: {name?: string; exact?: boolean; steps?: number; text?: false}): any;
  certify(set: Dataset, more?: {positive?: number; options?: Options}): Proof;
  certificate(set: Dataset, more?: {positive?: number; options?: Options; picture?: string}): string;
  generate(kind: string, options?: Options): string;
}

/** The module beside this file, or the one given by address, bytes or as it is. */
export function load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Engine>;
