/** The program. Only this file uses the process; all other files receive what they need from it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { run } from "./program.ts";
import { askInTerminal } from "./prompt.ts";

// Warnings about experimental features of Node do not concern the user of a command.
const [printWarning] = process.listeners("warning");
process.removeAllListeners("warning").on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") printWarning?.(warning);
});
// Found through its package, because this file may be bundled in another folder.
const manifest: unknown = JSON.parse(readFileSync(findPackageJSON("..", import.meta.url) ?? "", "utf8"));

// A closed terminal or pipe must not prevent that a command removes what it has created.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await run({
  args: process.argv.slice(2),
  version: (manifest as { readonly version: string }).version, // The package.json of this package.
  signals: process,
  io: {
    cwd: process.cwd(),
    env: process.env,
    isTty: process.stdout.isTTY,
    get input() {
      return process.stdin; // Lazily: reading it keeps the process alive.
    },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { ask: askInTerminal } : {}),
    run: runHere,
    startAgain,
  },
});

/** A process of its own session: the end of this terminal does not end it. */
function startAgain(without: readonly string[], output: number): { readonly isRunning: () => boolean } {
  const [, main = "", ...args] = process.argv;
  const child = spawn(
    process.execPath,
    [...process.execArgv, main, ...args.filter((word) => !without.includes(word))],
    { detached: true, stdio: ["ignore", output, output] },
  );
  child.unref();
  return { isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null };
}

/** Runs a program without a shell, except on Windows, where npm needs one. */
async function runHere(command: string, args: readonly string[], folder: string): Promise<number> {
  const ended = Promise.withResolvers<number>();
  spawn(command, [...args], { cwd: folder, stdio: "inherit", shell: process.platform === "win32" })
    .on("error", ({ message }) => {
      process.stderr.write(`${message}\n`); // Probably not installed.
      ended.resolve(127);
    })
    .on("close", (code) => ended.resolve(code ?? 1));
  return await ended.promise;
}
