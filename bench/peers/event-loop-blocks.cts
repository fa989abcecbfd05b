// Preloaded into an operator: writes the longest block of its event loop to the file that the variable EVENTS names, in ms.
// It counts the processor time of the main thread between two turns of a timer, so that other processes do not change the figure.
const { appendFileSync } = process.getBuiltinModule("node:fs");

let longest = 0;
let before = threadMs();
setInterval(() => {
  const now = threadMs();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();
process.on("exit", () => appendFileSync(process.env["EVENTS"] ?? "/dev/null", `block ${longest.toFixed(1)}\n`));

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
