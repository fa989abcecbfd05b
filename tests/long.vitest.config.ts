// The long lane: the suites in tests/long, the random tests of `make test` with another seed, and all single faults. Each run draws a seed and
// prints it; SEED repeats a run.
import { createHash, randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import embedded, { setupFiles } from "../vitest.config.ts";

const { KUBEBUILDER_ASSETS: assets, RUNS: runs, UPDATE: recording = "" } = process.env;
const {
  SEED: seed = String(randomInt(2 ** 31)),
  SEQUENCES: sequences = 10_000,
  FROM: from = 0,
  KILLS: kills = 60,
  REQUESTS: requests = 1_000_000,
} = process.env;

/** Tests that try a sample in `make test`, and everything here. */
const sampledTests: readonly string[] = [
  "tests/faults/**/*.test.ts",
  "packages/controlplane/**/faults.test.ts",
  "tests/differential/differential.test.ts",
  "tests/reliability/{contended-lease,two-leaders}.test.ts",
];

process.stderr.write(`SEED=${seed} repeats the random tests of this run\n`);

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/long/**/*.test.ts", ...sampledTests, ...randomTests()],
    setupFiles,
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
      },
    },
    pool: "forks",
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
});

/** The test files of `make test` that draw values with fast-check. */
function randomTests(): readonly string[] {
  const root = fileURLToPath(new URL("..", import.meta.url));
  return globSync("{packages,examples,tests,tools}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules", "tests/{real,node,long}"],
  }).filter((file) => /from "fast-check"/u.test(readFileSync(`${root}/${file}`, "utf8")));
}

/** The seed as the integer that fast-check needs: a text such as `mine` is hashed. */
function numberOf(text: string): number {
  return /^\d{1,9}$/u.test(text) ? Number(text) : createHash("sha256").update(text).digest().readUInt32BE() >>> 1;
}
