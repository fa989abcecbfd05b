// Bundles the command line into a few files: with hundreds of small files, finding them would take more time than starting a
// server. Other packages are published unbundled.
import { fileURLToPath } from "node:url";
import { lazyLibraries, lazyRequires } from "./lazy-requires.ts";
import { licences } from "./licences.ts";
import type { OutputOptions, RolldownOptions } from "rolldown";

const cli = fileURLToPath(new URL("../../packages/cli/", import.meta.url));

/** Packages that a command loads only if they are installed beside it. */
export const optionalPackages: readonly string[] = [
  "@kubewright/alpha-update",
  "@kubewright/external-plugins",
  "@kubewright/helm",
];

const config: RolldownOptions & { readonly output: OutputOptions } = {
  input: { main: `${cli}src/main.ts`, ...lazyLibraries },
  platform: "node",
  plugins: [lazyRequires(), licences()],
  // The compiler is large, has parts in machine code, and often is a dependency of the user's project.
  external: [/^typescript(?:\/|$)/, ...optionalPackages],
  resolve: { conditionNames: ["source", "import", "node", "default"] },
  output: {
    dir: `${cli}dist/bundle`,
    format: "esm",
    // No source maps: they would be most of the installed size. Functions of modules and methods keep their names in stacks.
    minify: { compress: true, mangle: { toplevel: false }, codegen: { removeWhitespace: true } },
    // V8 keeps a source with one character beyond Latin-1 in two bytes per character.
    charset: "ascii",
    comments: { jsdoc: false, legal: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    cleanDir: true,
  },
};

export default config;
