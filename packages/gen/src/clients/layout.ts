/** What generated clients, listers and informers call things, and where they import the kinds from. */
import { generatedPath, literal } from "../artifacts/code.ts";
import { importPath } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { applyEffects } from "../markers/apply-effects.ts";
import { clientVerbs } from "../markers/client-markers.ts";
import type { ProblemLog } from "../problem.ts";
import { createClientNames } from "./names.ts";

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
          isNamespaced: declared.namespaced,
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

/** The methods that the client of a kind has, in one order. None: it has no client. */
function verbsOf({ kind, namespaced, facts, markers }: KindDeclaration, log: ProblemLog): readonly string[] {
  const verbs = clientVerbs.filter((verb) => verb !== "updateStatus" || facts.status);
  return applyEffects("client", { kind, isNamespaced: namespaced, verbs }, markers, log).verbs;
}

/** The type of a client that can do this, of objects of the type `alias`. */
export function clientType(alias: string, verbs: readonly string[]): string {
  const missing = clientVerbs.filter((verb) => !verbs.includes(verb));
  if (missing.length === 0) return `ResourceClient<${alias}>`;
  return `Omit<ResourceClient<${alias}>, ${missing.map((verb) => `"${verb}"`).join(" | ")}>`;
}
