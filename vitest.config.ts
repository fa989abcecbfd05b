// The unit and embedded lanes: everything that needs no more than Node. The real lane is tests/real.vitest.config.ts.
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: {
    include: ["{packages,examples,tests,tools}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/testdata/**"],
    pool: "threads",
    isolate: false,
  },
});
