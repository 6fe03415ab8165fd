// The worker, and what it is asked.
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
