// The long lane: the suites in tests/long. They print their seeds, and a run is repeated with one of them.
import { defineConfig } from "vitest/config";
import embedded from "../vitest.config.ts";

const assets = process.env["KUBEBUILDER_ASSETS"];

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/long/**/*.test.ts"],
    provide: assets === undefined ? {} : { assets },
    pool: "forks",
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
  },
});
