/** Compares two states of the CRDs of a project. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Definition } from "../definitions/definition.ts";
import type { CrdChange, Place } from "./change.ts";
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
  const compareField = (rule: CrdChange["rule"], path: string, was: string, is: string): void => {
    if (was !== is) place.report({ rule, path, before: was, after: is });
  };
  compareField("group-changed", "spec.group", before.group, after.group);
  compareField("scope-changed", "spec.scope", before.scope, after.scope);
  compareField("plural-changed", "spec.names.plural", before.names.plural, after.names.plural);
  compareField("kind-changed", "spec.names.kind", before.names.kind, after.names.kind);
  compareField("list-kind-changed", "spec.names.listKind", before.names.listKind, after.names.listKind);
  compareField("singular-changed", "spec.names.singular", before.names.singular, after.names.singular);
  compareNames("short-name", "spec.names.shortNames", before.names.shortNames, after.names.shortNames, place);
  compareNames("category", "spec.names.categories", before.names.categories, after.names.categories, place);
  if (before.conversion !== after.conversion && before.versions.length > 1) {
    const rule = after.conversion === "None" ? "conversion-withdrawn" : "conversion-introduced";
    place.report({ rule, path: "spec.conversion.strategy", before: before.conversion, after: after.conversion });
  }
  compareVersions(before, after, place, placeOf);
}

function compareNames(
  what: "short-name" | "category",
  path: string,
  before: readonly string[],
  after: readonly string[],
  place: Place,
): void {
  for (const name of before) if (!after.includes(name)) place.report({ rule: `${what}-removed`, path, before: name });
  for (const name of after) if (!before.includes(name)) place.report({ rule: `${what}-added`, path, after: name });
}

/** A place that adds its changes to `changes`; `fixed` names the CRD and the version. */
function createPlace(changes: CrdChange[], fixed: Pick<CrdChange, "definition" | "version">, path: string): Place {
  return {
    path,
    report({ rule, path: reported = path, before, after }) {
      changes.push({
        rule,
        severity: compatibilityRules[rule].severity,
        ...fixed,
        path: reported,
        // Parts of CRDs are JSON.
        ...(before !== undefined && { before: before as JsonValue }),
        ...(after !== undefined && { after: after as JsonValue }),
      });
    },
    within: (step) => createPlace(changes, fixed, `${path}${step}`.replace(/^\./, "")),
  };
}

function byName(a: Definition, b: Definition): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
