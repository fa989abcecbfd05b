// The real lane: the suites in tests/real, on the etcd and kube-apiserver in KUBEBUILDER_ASSETS (`make test-real` builds
// them). One file after the other: a control plane uses all the cores that a small machine has.
import { defineConfig } from "vitest/config";
import embedded from "../vitest.config.ts";

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/real/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
