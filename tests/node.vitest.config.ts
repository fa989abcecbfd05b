// The node lane: operators in Pods of a real node, which tests/node/machine/run.sh starts around vitest (`make test-node`).
import { defineConfig } from "vitest/config";
import embedded from "../vitest.config.ts";

const { KUBEBUILDER_ASSETS: assets = "", KUBECONFIG: kubeconfig = "", PATH: searchPath = "" } = process.env;
const { HELM: helm = "", IMAGE_NODE: imageNode = "" } = process.env;

export default defineConfig({
  ...embedded,
  test: {
    include: ["tests/node/**/*.test.ts"],
    provide: { assets, kubeconfig, searchPath, helm, imageNode },
    pool: "forks",
    fileParallelism: false,
    bail: 1, // Each test continues with the state of the previous one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
