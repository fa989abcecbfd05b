// The program in a few files for the image: Node compiles what the program needs, and loads the rest on first use.
export default {
  // The second program is the thread of --leader-elect-worker.
  input: { main: "cmd/main.ts", "lease-worker": "@kubewright/runtime/lease-worker" },
  platform: "node",
  output: {
    dir: "dist",
    format: "esm",
    sourcemap: true,
    // One character beyond Latin-1 would double the memory of a file's source.
    charset: "ascii",
    comments: { jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // main.js awaits the operator, so files that are loaded on first use must not import main.js.
    codeSplitting: {
      groups: [
        { name: "operator", tags: ["$initial"], entriesAware: true, test: (id) => !/[\\/]cmd[\\/]main\.ts$/.test(id) },
      ],
    },
  },
  checks: { ineffectiveDynamicImport: false },
};
