/** Rewrites the relative paths of imports and URLs in a source file when it moves, or when a file that it refers to moves. */
import { posix } from "node:path";

import type { Moves } from "./moves.ts";

/** @param file The path of the file before the moves. */
export function rewriteImports(text: string, file: string, moves: Moves): string {
  const before = posix.dirname(file);
  const after = posix.dirname(moves.get(file) ?? file);
  const rewritten = (specifier: string): string => {
    const target = posix.join(before, specifier);
    const relative = posix.relative(after, moves.get(target) ?? target);
    const end = specifier.endsWith("/") && relative !== "" ? "/" : "";
    const path = relative === "" ? "./" : `${relative}${end}`;
    return path.startsWith(".") ? path : `./${path}`;
  };
  return text.replaceAll(reference, (all: string, start: string, specifier: string, end: string) => {
    const normal = posix.normalize(specifier);
    const path = rewritten(specifier);
    return posix.normalize(path) === normal ? all : `${start}${path}${end}`;
  });
}

/** `from "../a.ts"`, `import("../a.ts")` and `new URL("../a.yaml", import.meta.url)`; also the start of a template: new URL(`../../${path}`, …). */
const reference = /(\b(?:from|import)\s+["']|\bimport\(\s*["']|\bnew URL\(\s*["'`])(\.{1,2}\/[^"'`$]*)(["'`]|\$\{)/gu;
