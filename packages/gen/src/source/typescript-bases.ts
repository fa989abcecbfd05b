/** The types whose fields a type has as a whole: found in the source, since the compiler has joined them all into one. */
import { isInterfaceDeclaration, isIntersectionTypeNode } from "typescript/unstable/ast";

import type { Base } from "./shape.ts";
import { memberHints } from "./typescript-names.ts";
import type { NamedHint, NameResolver, Resolved } from "./typescript-names.ts";

/**
 * The bases of a type that was reached like that: parents before grandparents, the last parent first. `baseOf` says what a name on the way is; behind
 * one of a library nothing is looked for, since that is known as a whole.
 */
export function basesOf(reached: Resolved, names: NameResolver, baseOf: (named: NamedHint) => Base): readonly Base[] {
  return directBases(reached, names)
    .toReversed()
    .flatMap((parent) => {
      const found = parent.names.map(baseOf);
      const library = found.findIndex((base) => "library" in base);
      return library < 0 ? [...found, ...basesOf(parent, names, baseOf)] : found.slice(0, library + 1);
    });
}

function directBases({ names: passed, end }: Resolved, names: NameResolver): readonly Resolved[] {
  const last = passed.at(-1)?.declaration;
  if (last !== undefined && isInterfaceDeclaration(last)) return names.parentsOf(last);
  if (end === undefined || !isIntersectionTypeNode(end.node)) return [];
  return memberHints(end).map((member) => names.resolve(member));
}
