/** Compares two states of the CRDs of a project. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Definition } from "../definitions/definition.ts";
import { Place } from "./change.ts";
import type { CrdChange } from "./change.ts";
import { compareVersions } from "./compare-versions.ts";
import { compatibilityRules } from "./rules.ts";

/**
 * All changes, CRD by CRD in the order of their names, and in the order of the fields within a CRD.
 *
 * CRDs are identified by name. If a CRD was removed and a new one has the same kind in the same group, or the same kind and plural, the
 * CRD was renamed. Differences that no rule covers (labels, annotations, the address of the webhook) are not changes.
 */
export function compareDefinitions(before: readonly Definition[], after: readonly Definition[]): readonly CrdChange[] {
  const changes: CrdChange[] = [];
  const isNew = (definition: Definition): boolean => before.every(({ name }) => name !== definition.name);
  const isGone = (definition: Definition): boolean => after.every(({ name }) => name !== definition.name);
  const renamed = new Set<Definition>();
  for (const old of before.toSorted(byName)) {
    const added =
      after.find((each) => each.name === old.name) ?? after.find((each) => isNew(each) && isRenamed(old, each));
    const place = createPlace(changes, { definition: old.name }, "spec");
    if (added === undefined) {
      if (isGone(old)) place.report({ rule: "definition-removed", path: "metadata.name", before: old.name });
      continue;
    }
    renamed.add(added);
    compareDefinition(old, added, place, (version) => createPlace(changes, { definition: old.name, version }, ""));
  }
  for (const added of after.toSorted(byName)) {
    if (!isNew(added) || renamed.has(added)) continue;
    createPlace(changes, { definition: added.name }, "metadata.name").report({
      rule: "definition-added",
      after: added.name,
    });
  }
  return changes;
}

/** Whether the second CRD is the first one under a new name. */
function isRenamed(old: Definition, added: Definition): boolean {
  const samePlural = added.names.plural === old.names.plural;
  return added.names.kind === old.names.kind && (added.group === old.group || samePlural);
}

function compareDefinition(
  before: Definition,
  after: Definition,
  place: Place,
  placeOf: (version: string) => Place,
): void {
  const [was, is] = [before.names, after.names];
  place.compare("group-changed", before.group, after.group, "spec.group");
  place.compare("scope-changed", before.scope, after.scope, "spec.scope");
  place.compare("plural-changed", was.plural, is.plural, "spec.names.plural");
  place.compare("kind-changed", was.kind, is.kind, "spec.names.kind");
  place.compare("list-kind-changed", was.listKind, is.listKind, "spec.names.listKind");
  place.compare("singular-changed", was.singular, is.singular, "spec.names.singular");
  const shortNames = { removed: "short-name-removed", added: "short-name-added" } as const;
  place.compareSets(shortNames, was.shortNames, is.shortNames, () => "spec.names.shortNames");
  const categories = { removed: "category-removed", added: "category-added" } as const;
  place.compareSets(categories, was.categories, is.categories, () => "spec.names.categories");
  if (before.versions.length > 1) {
    const rule = after.conversion === "None" ? "conversion-withdrawn" : "conversion-introduced";
    place.compare(rule, before.conversion, after.conversion, "spec.conversion.strategy");
  }
  compareVersions(before, after, place, placeOf);
}

/** A place that adds its changes to `changes`; `fixed` names the CRD and the version. */
function createPlace(changes: CrdChange[], fixed: Pick<CrdChange, "definition" | "version">, at: string): Place {
  return new Place(at, ({ rule, path, before, after }) => {
    changes.push({
      rule,
      severity: compatibilityRules[rule].severity,
      ...fixed,
      path,
      // Parts of CRDs are JSON.
      ...(before !== undefined && { before: before as JsonValue }),
      ...(after !== undefined && { after: after as JsonValue }),
    });
  });
}

function byName(a: Definition, b: Definition): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
