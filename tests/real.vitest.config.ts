// The real lane: the suites that also run on the embedded server (tests/contract, those of the examples and one of the command), and tests/real,
// on the etcd and kube-apiserver in KUBEBUILDER_ASSETS (`make test-real` builds them). One file after the other: a control
// plane uses all the cores that a small machine has. The suites in tests share one; an example starts its own, as its users do.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import embedded, { expect, setupFiles } from "../vitest.config.ts";

const assets = process.env["KUBEBUILDER_ASSETS"];

export default defineConfig({
  ...embedded,
  // globalSetup has a separate environment, and must resolve the sources, too.
  environments: { __vitest__: { resolve: { conditions: ["source"] } } },
  test: {
    include: [
      "tests/{contract,real}/**/*.test.ts",
      "examples/**/*-controller.test.ts",
      "packages/cli/src/dev/routed-objects.test.ts",
    ],
    setupFiles,
    expect,
    env: { KUBEWRIGHT_TEST_SERVER: "real" },
    provide: {
      recording: process.env["UPDATE"] ?? "",
      searchPath: process.env["PATH"] ?? "",
      ...(assets === undefined ? {} : { assets }),
    },
    globalSetup: [fileURLToPath(new URL("./real/control-plane.ts", import.meta.url))],
    pool: "forks",
    fileParallelism: false,
    // A kube-apiserver processes some writes a moment after its response (watch caches, conditions of definitions, freed addresses). A test that fails in
    // such a moment runs once more; the report shows it.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
