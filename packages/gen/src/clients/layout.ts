/** What generated clients, listers and informers call things, and where they import the kinds from. */
import { generatedPath, literal } from "../artifacts/code.ts";
import { importPath } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { ProblemLog } from "../problem.ts";
import { createClientNames } from "./names.ts";
import { verbsOf } from "./verbs.ts";

/** One kind, as the generated code has it; its names are those of `ClientNames`. */
export interface ClientKind {
  readonly alias: string;
  readonly kind: string;
  readonly method: string;
  readonly isNamespaced: boolean;
  /** The methods of its client. */
  readonly verbs: readonly string[];
  /** The file of the descriptor, absolute. */
  readonly file: string;
}

/** The kinds of one group and version, which stand together. */
export interface ClientGroup {
  readonly method: string;
  readonly kinds: readonly ClientKind[];
}

/** By group and version, each in the order of their names. */
export function clientGroups(kinds: readonly KindDeclaration[], log: ProblemLog): readonly ClientGroup[] {
  const verbs = new Map(kinds.map((kind) => [kind, verbsOf(kind, log)]));
  const wanted = kinds.filter((kind) => verbs.get(kind)?.length !== 0);
  const names = createClientNames(wanted, log);
  return [...Map.groupBy(wanted, names.group)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([method, own]) => ({
      method,
      kinds: own
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
        .map((declared) => ({
          alias: names.alias(declared),
          kind: declared.kind,
          method: names.resource(declared),
          isNamespaced: declared.isNamespaced,
          verbs: verbs.get(declared) ?? [],
          file: generatedPath(declared.file),
        })),
    }));
}

/** Those whose objects can be listed and watched, as an informer does. */
export function copiedGroups(kinds: readonly KindDeclaration[], log: ProblemLog): readonly ClientGroup[] {
  return clientGroups(kinds, log)
    .map((group) => ({
      ...group,
      kinds: group.kinds.filter(({ verbs }) => verbs.includes("list") && verbs.includes("watch")),
    }))
    .filter(({ kinds }) => kinds.length > 0);
}

/** The lines that import the descriptors, for a file in this folder. */
export function descriptorImports(groups: readonly ClientGroup[], folder: string, isType = false): readonly string[] {
  const byFile = Map.groupBy(
    groups.flatMap(({ kinds }) => kinds),
    ({ file }) => file,
  );
  return [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, kinds]) => {
      const names = kinds.map(({ kind, alias }) => (kind === alias ? kind : `${kind} as ${alias}`)).join(", ");
      return `import ${isType ? "type " : ""}{ ${names} } from ${literal(importPath(folder, file))};`;
    });
}
