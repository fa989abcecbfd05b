// The kinds that kube-apiserver serves by default, from its discovery.

import type { GroupVersion } from "@kubewright/apimachinery";
import { kinds } from "./data/kinds.ts";
import { lazy } from "./lazy.ts";
import type { ServedKind } from "./served-kind.ts";

// One line per kind, written by our own generator from values of exactly this type.
const table = lazy(() =>
  kinds
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ServedKind),
);

const byKind = lazy(() => new Map(table().map((kind) => [keyOf(kind, kind.kind), kind])));
const byPlural = lazy(() => new Map(table().map((kind) => [keyOf(kind, kind.plural), kind])));

/** All kinds, in the order of discovery: preferred groups first, in a group the preferred version first. */
export function servedKinds(): readonly ServedKind[] {
  return table();
}

/** A kind by its name or by the name of its resource; undefined when a kube-apiserver does not serve it by default. */
export function findKind(
  wanted: GroupVersion & ({ readonly kind: string } | { readonly plural: string }),
): ServedKind | undefined {
  return "kind" in wanted ? byKind().get(keyOf(wanted, wanted.kind)) : byPlural().get(keyOf(wanted, wanted.plural));
}

function keyOf({ group, version }: GroupVersion, name: string): string {
  return `${group}/${version}/${name}`;
}
