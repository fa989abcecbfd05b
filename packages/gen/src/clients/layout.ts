/** What generated clients, listers and informers call things, and where they import the kinds from. */
import { literal } from "../artifacts/code.ts";
import { scopeOf } from "../crd/resource-markers.ts";
import { descriptorPath } from "../descriptor/descriptor.ts";
import { importPath } from "../files/import-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { has } from "../markers/read-markers.ts";
import type { ProblemLog } from "../problem.ts";
import { createClientNames } from "./names.ts";

/** One kind, as the generated code has it; its names are those of `ClientNames`. */
export interface ClientKind {
  readonly alias: string;
  readonly kind: string;
  readonly method: string;
  readonly isNamespaced: boolean;
  /** Its status is written apart. */
  readonly hasStatus: boolean;
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
  const names = createClientNames(kinds, log);
  return [...Map.groupBy(kinds, names.group)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([method, own]) => ({
      method,
      kinds: own
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
        .map((declared) => ({
          alias: names.alias(declared),
          kind: declared.kind,
          method: names.resource(declared),
          isNamespaced: scopeOf(declared, log) === "Namespaced",
          hasStatus: has(declared.markers, "kubebuilder:subresource:status"),
          file: descriptorPath(declared.file),
        })),
    }));
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
