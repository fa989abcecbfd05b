// The unit and embedded lanes: everything that needs no more than Node. The real lane is tests/real.vitest.config.ts, that of
// a real node tests/node.vitest.config.ts, the website tests/site.vitest.config.ts, the long one tests/long.vitest.config.ts. Tests of types (*.types.test.ts) are the compiler's: they hold nothing to run.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Every lane runs these before each test file. */
export const setupFiles = [fileURLToPath(new URL("tests/seed-random-tests.ts", import.meta.url))];

/** Programs that tests start keep their compiled modules here, so that the next one loads them in a third of the time. */
export const env = { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) };

/** `expect.poll` has a limit for what hangs, too. */
export const expect = { poll: { timeout: 30_000 } };

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    include: ["{packages,examples,tests,tools,bench}/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      "**/testdata/**",
      "**/*.types.test.ts",
      "**/zz_generated.*.test.ts", // Of node:test, as in the projects of users; the examples run them.
      "examples/*/test/**", // Of node:test, as `kubewright init` writes them: they need a cluster.
      "tests/{real,node,long,site}/**",
    ],
    setupFiles,
    env,
    expect,
    pool: "threads",
    isolate: false,
    maxWorkers: "100%", // The default leaves a core idle.
    // A limit for what hangs, not for what is slow: a busy machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
