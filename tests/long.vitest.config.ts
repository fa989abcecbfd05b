// The long lane: the suites in tests/long. They print their seeds, and a run is repeated with one of them.
import { defineConfig } from "vitest/config";
import embedded from "../vitest.config.ts";

const { KUBEBUILDER_ASSETS: assets, RUNS: runs, SEED: seed, UPDATE: recording = "" } = process.env;
const {
  SEQUENCES: sequences = 10_000,
  FROM: from = 0,
  KILLS: kills = 60,
  REQUESTS: requests = 1_000_000,
} = process.env;

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/long/**/*.test.ts"],
    provide: {
      recording,
      ...(assets !== undefined && { assets }),
      ...(runs !== undefined && { runs: Number(runs) }),
      ...(seed !== undefined && { seed: Number(seed) }),
      long: {
        seed: seed ?? String(Date.now()),
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
