// Runs a wasm32-wasi program over a folder: node wasi.mjs PROGRAM FOLDER
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, folder] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["score", "/models"], preopens: { "/models": folder }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
