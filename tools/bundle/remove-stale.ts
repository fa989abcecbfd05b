// Removes compiled files whose source was renamed or removed, so that they are not packed. `npm run build` begins with it.
import { existsSync, globSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../source/workspace.ts";

/** Removes compiled files without a source below `folder`, a checkout. Returns their paths. */
export function removeStale(folder: string): readonly string[] {
  const stale = globSync("packages/*/dist/**/*.{js,js.map,d.ts,d.ts.map}", { cwd: folder }).filter((file) => {
    if (file.includes(`${path.sep}dist${path.sep}bundle${path.sep}`)) return false; // The bundler empties its folder.
    const source = file.replace(/([/\\])dist([/\\])/u, "$1src$2").replace(/\.(?:d\.ts|js)(?:\.map)?$/u, "");
    return !["ts", "tsx", "mts"].some((ending) => existsSync(path.join(folder, `${source}.${ending}`)));
  });
  for (const file of stale) rmSync(path.join(folder, file));
  return stale;
}

if (import.meta.main) removeStale(root);
