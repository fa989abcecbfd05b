// Bundles the command line into a few files: with hundreds of small files, finding them would take more time than starting a
// server. Other packages are published unbundled.
import { fileURLToPath } from "node:url";
import type { OutputOptions, RolldownOptions } from "rolldown";

const cli = fileURLToPath(new URL("../../packages/cli/", import.meta.url));

const config: RolldownOptions & { readonly output: OutputOptions } = {
  input: `${cli}src/main.ts`,
  platform: "node",
  // The compiler is large, has parts in machine code, and is the user's own as often as not.
  external: [/^typescript(?:\/|$)/],
  resolve: { conditionNames: ["source", "import", "node", "default"] },
  output: {
    dir: `${cli}dist/bundle`,
    format: "esm",
    sourcemap: true,
    // V8 keeps a source with one character beyond Latin-1 in two bytes per character.
    charset: "ascii",
    comments: { jsdoc: false },
    entryFileNames: "main.js",
    chunkFileNames: "[name].js",
    cleanDir: true,
  },
};

export default config;
