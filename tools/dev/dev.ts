// `npm run dev`: on each save, checks the types of everything and runs the tests that the saved files affect.
// One round at a time: files saved during a round wait for the next, so a report covers one set of files.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { root } from "../source/workspace.ts";
import { affectsRound, roundTitle } from "./round.ts";

// Editors write a file in several steps; a round begins after no change for this time.
const settleMs = 80;

const inTerminal = Boolean(process.stdout.isTTY);
let saved = new Set<string>();
let running = false;
let timer: NodeJS.Timeout | undefined;

for (const folder of ["packages", "examples", "tests", "tools", "bench"]) {
  watch(`${root}/${folder}`, { recursive: true }, (_event, name) => {
    const path = `${folder}/${name ?? ""}`;
    if (!affectsRound(path)) return;
    saved.add(path);
    clearTimeout(timer);
    timer = setTimeout(startRound, settleMs);
  });
}
console.log("Watching. Save a file to check types and run the tests it affects; Ctrl-C ends");

function startRound(): void {
  if (running || saved.size === 0) return;
  const paths = Array.from(saved).sort();
  saved = new Set();
  running = true;
  round(paths)
    .catch((error: unknown) => {
      console.error(error);
    })
    .finally(() => {
      running = false;
      startRound();
    });
}

async function round(paths: readonly string[]): Promise<void> {
  console.log(`\n${roundTitle(paths)}`);
  const started = performance.now();
  const types = await run("tsc", ["-p", "tsconfig.json", "--pretty", String(inTerminal)]);
  console.log(`  types ${types.ok ? "ok" : "broken"} (${secondsSince(started)})`);
  if (!types.ok) console.log(types.output);

  const sources = paths.filter((path) => path.endsWith(".ts"));
  if (sources.length === 0) return;
  const testsStarted = performance.now();
  const tests = await run("vitest", ["related", "--run", "--passWithNoTests", "--reporter=dot", ...sources]);
  const summary = /Tests\s+(.*)/u.exec(plain(tests.output))?.[1] ?? "none affected";
  console.log(`  tests ${tests.ok ? "ok" : "broken"}: ${summary} (${secondsSince(testsStarted)})`);
  if (!tests.ok) console.log(tests.output);
}

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

async function run(program: string, args: readonly string[]): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const env = { ...process.env, ...(inTerminal ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
  const child = spawn(`${root}/node_modules/.bin/${program}`, args, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  child.on("error", outcome.reject);
  child.on("close", (code) => {
    outcome.resolve({ ok: code === 0, output });
  });
  return outcome.promise;
}

function plain(text: string): string {
  // Terminal colours are escape sequences; the summary is found in the text between them.
  return text.replaceAll(/\u001b\[[0-9;]*m/gu, "");
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
