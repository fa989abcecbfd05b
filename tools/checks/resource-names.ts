// The record of a kind has the rules of the kind, so generic code of the API server lists no resources.
import { lineAt, scan } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

const apiserver = "packages/apiserver/src/";

/** Files about kinds: their records, the composition root, the admission plugins that act on certain kinds, and tests. */
const aboutKinds =
  /^(?:kinds|bootstrap|custom-resources|admission\/plugins|testdata)\/|^compose\.ts$|\/testdata\/|\.test\.ts$/u;

/** Lists of `resources` (`pods`, `deployments.apps`) in files that are not about kinds. */
export function resourceListProblems(files: readonly SourceFile[], resources: ReadonlySet<string>): readonly Problem[] {
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith(apiserver) || aboutKinds.test(path.slice(apiserver.length))) return [];
    const { code, strings } = scan(text);
    return Array.from(strings).flatMap(([at, name]) => {
      if (!resources.has(name) || !isListed(code, at)) return [];
      const message = `lists "${name}": put the rule into the record of the kind, in kinds/`;
      return [{ at: `${path}:${lineAt(code, at)}`, message }];
    });
  });
}

/** Whether the string at this offset is an item of an array, or a key of an object. */
function isListed(code: string, at: number): boolean {
  return /^"\s*"\s*:/u.test(code.slice(at)) || openBracket(code.slice(0, at)) === "[";
}

/** The innermost bracket that is open at the end of the code. */
function openBracket(code: string): string | undefined {
  let closed = 0;
  for (const character of code.split("").toReversed()) {
    if (")]}".includes(character)) closed += 1;
    else if ("([{".includes(character) && (closed -= 1) < 0) return character;
  }
  return undefined;
}
