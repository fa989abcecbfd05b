// `make demo`: a cluster in this process, the operators of the examples, their samples, and a table of the objects.
//
//   npm run demo             keeps running for kubectl until Ctrl-C
//   npm run demo -- --once   ends when each example is complete: exit code 0, or 1 if one fails

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { stopOnSignals } from "@kubewright/runtime";
import { createLogger } from "@kubewright/telemetry";
import { runDemo } from "./run-demo.ts";
import { scenarios } from "./scenarios/index.ts";
import { createScreen } from "./screen.ts";

const names = scenarios.map(({ name }) => name);

const usage = `Usage: npm run demo -- [--once] [--log] [--example NAME]

Starts a cluster and the examples' operators in this process, applies their samples and shows what happens.

  --once           end when each example has reached its end: code 0 only then
  --example NAME   only this one of ${names.join(", ")}
  --log            also print the operators' logs
  --help           show this text
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      once: { type: "boolean" },
      log: { type: "boolean" },
      example: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const chosen = scenarios.filter(({ name }) => values.example === undefined || name === values.example);
  if (chosen.length === 0) {
    throw new Error(`Unknown example "${values.example}": must be one of ${names.join(", ")}`);
  }
  const startedAt = 0; // The origin of `performance.now()`, so the time includes the loading of modules.
  const clock = createSystemClock();
  const colors = process.stdout.isTTY && !process.env["NO_COLOR"];
  using stop = stopOnSignals(process);
  await using folder = await privateFolder();
  using screen = createScreen(process.stdout, { colors });
  const log = createLogger({
    clock,
    format: "text",
    colors,
    level: values.log ? "info" : "error",
    write: (line) => screen.say(line.trimEnd()),
  });

  const outcome = await runDemo({
    scenarios: chosen,
    clock,
    random: createSystemRandom(),
    log,
    screen,
    once: values.once ?? false,
    signal: stop.signal,
    startedAt,
    writeKubeconfig: async (text) => {
      const file = path.join(folder.path, "kubeconfig");
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
  });
  screen.say(outcome.text);
  return outcome.exitCode;
}

/** Readable by this user only, and removed when the demo ends. */
async function privateFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const created = await mkdtemp(path.join(tmpdir(), "kubewright-demo-"));
  return { path: created, [Symbol.asyncDispose]: () => rm(created, { recursive: true, force: true }) };
}

try {
  process.exitCode = await main();
} catch (error) {
  const help = error instanceof TypeError && "code" in error ? ": make demo ARGS=--help shows the flags" : "";
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${help}\n`);
  process.exitCode = 1;
}
