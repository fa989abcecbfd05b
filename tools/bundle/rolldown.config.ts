// The command line as a few files: read from hundreds of small ones, the program would spend more time on finding them than on starting a
// server. Nothing else is bundled; packages are published as they are compiled.
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
