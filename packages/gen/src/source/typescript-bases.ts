/** The bases of a type, found in the source, because the compiler has merged their fields into one type. */
import { isInterfaceDeclaration, isIntersectionTypeNode } from "typescript/unstable/ast";

import type { Base } from "./shape.ts";
import { memberHints } from "./typescript-names.ts";
import type { NamedHint, NameResolver, Resolved } from "./typescript-names.ts";

/**
 * The bases of a resolved type: parents before grandparents, the last parent first. `baseOf` converts the name of a base. The bases of a
 * library type are not searched, because its schema is complete.
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
