// The long lane: the suites in tests/long, and the tests of `make test` that try more here: random tests with another seed, and tests that try a
// sample there. Each run draws a seed and prints it; SEED repeats a run.
import { createHash, randomInt } from "node:crypto";
import { defineConfig } from "vitest/config";
import { filesMatching, readSource } from "../tools/source/workspace.ts";
import embedded, { expect, setupFiles } from "../vitest.config.ts";
import { longLaneTests } from "./long-lane-tests.ts";

const { KUBEBUILDER_ASSETS: assets, RUNS: runs, UPDATE: recording = "" } = process.env;
const {
  SEED: seed = String(randomInt(2 ** 31)),
  SEQUENCES: sequences = 10_000,
  FROM: from = 0,
  KILLS: kills = 60,
  REQUESTS: requests = 1_000_000,
  GROWTH: growth = "",
} = process.env;

const sources = filesMatching("{packages,examples,tests,tools,bench}/**/*.ts").map(readSource);

process.stderr.write(`SEED=${seed} repeats the random tests of this run\n`);

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/long/**/*.test.ts", ...longLaneTests(sources)],
    setupFiles,
    expect,
    provide: {
      recording,
      ...(assets !== undefined && { assets }),
      ...(runs !== undefined && { runs: Number(runs) }),
      seed: numberOf(seed),
      isLongLane: true,
      long: {
        seed,
        sequences: Number(sequences),
        from: Number(from),
        kills: Number(kills),
        requests: Number(requests),
        growth,
      },
    },
    pool: "forks",
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
});

/** The seed as the integer that fast-check needs: a string such as `mine` is hashed. */
function numberOf(text: string): number {
  return /^\d{1,9}$/u.test(text) ? Number(text) : createHash("sha256").update(text).digest().readUInt32BE() >>> 1;
}
