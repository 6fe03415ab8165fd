// The worker, and what it is asked.
import {counted} from "./steps.js";

const worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
let jobs = 0;

export function ask(work, message, transfer = [], progress = () => {}) {
  return new Promise((resolve, reject) => {
    const id = ++jobs;
    const listen = ({data}) => {
      if (data.id !== id) return;
      if (data.progress) return progress(data.progress);
      worker.removeEventListener("message", listen);
      if (data.error !== undefined) reject(new Error(data.error));
      else resolve(data.answer);
    };
    worker.addEventListener("message", listen);
    worker.postMessage({id, work, ...message}, transfer);
  });
}

/** How far a training is, in words and as a bar. */
export function showProgress({phase, rows, features, seconds, epoch, epochs, row}, name, words, bar) {
  words.textContent = phase === "reading" ? `Reading ${name} \u2026` : phase === "read"
    ? `Read ${counted(rows, "row")} of ${counted(features, "feature")} in ${seconds.toFixed(2)} s; training \u2026`
    : `Epoch ${epoch}${epochs ? " of " + epochs : ""}, row ${row.toLocaleString("en")}, ${seconds.toFixed(2)} s`;
  if (phase === "epoch") [bar.max, bar.value] = [(epochs || 1) * rows, (epochs ? epoch - 1 : 0) * rows + row];
}
