// The website, built by `make site` and opened in headless Chromium.
import { defineConfig } from "vitest/config";
import embedded, { env, expect, setupFiles } from "../vitest.config.ts";

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/site/**/*.test.ts"],
    setupFiles,
    env,
    expect,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
