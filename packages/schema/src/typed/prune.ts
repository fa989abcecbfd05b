// What an applier does not send any more goes: it was in its last set, is not in its new one, and nobody else owns it.

import type { FieldSet } from "./field-set.ts";
import { emptyFieldSet } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import { withDeclaredFields } from "./follow-schema.ts";
import { typeOf } from "../model/type.ts";
import type { Manager } from "./manager.ts";
import { removeFields } from "./remove.ts";
import type { VersionConverter, VersionedObject } from "./version-converter.ts";
import { convertTo } from "./version-converter.ts";

/** Who owns what while an applier applies. */
export interface Appliers {
  /** The applier's entry before; undefined when it applies for the first time. */
  readonly earlier: Manager | undefined;
  /** The applier's entry now. */
  readonly own: Manager;
  readonly others: readonly Manager[];
}

/** The merged object without what its applier does not send any more. In the version of the applier's new entry. */
export function prune(
  converter: VersionConverter,
  merged: VersionedObject,
  { earlier, own, others }: Appliers,
): VersionedObject {
  if (earlier === undefined || earlier.set.isEmpty) return merged;
  // Fields are taken away in the version in which the applier last named them.
  const inLast = convertTo(converter, merged, earlier.apiVersion);
  if (inLast === undefined) return merged;

  const last = declared(earlier.set, inLast);
  const withoutLast = without(inLast, last);
  const withOwned = addOwned(converter, inLast, withoutLast, [...others, own]);
  const pruned = keepForeign(converter, inLast, withOwned, last);
  return convertTo(converter, pruned, own.apiVersion) ?? pruned;
}

/** Gives back what somebody owns, version by version; the version at hand first, so that the rest can be converted. */
function addOwned(
  converter: VersionConverter,
  merged: VersionedObject,
  pruned: VersionedObject,
  managers: readonly Manager[],
): VersionedObject {
  const atHand = ({ apiVersion }: Manager): boolean => apiVersion === merged.apiVersion;
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, set } of [...managers.filter(atHand), ...managers.filter((manager) => !atHand(manager))]) {
    owned.set(apiVersion, (owned.get(apiVersion) ?? emptyFieldSet).union(set));
  }
  let kept = pruned;
  for (const [apiVersion, set] of owned) {
    const [all, some] = [convertTo(converter, merged, apiVersion), convertTo(converter, kept, apiVersion)];
    if (all !== undefined && some !== undefined) kept = without(all, gone(all, some).difference(declared(set, all)));
  }
  return kept;
}

/** Gives back what was no part of the applier's last set: nobody's fields, or items that hold what others own. */
function keepForeign(
  converter: VersionConverter,
  merged: VersionedObject,
  pruned: VersionedObject,
  last: FieldSet,
): VersionedObject {
  const some = convertTo(converter, pruned, merged.apiVersion);
  return some === undefined ? merged : without(merged, gone(merged, some).intersection(last));
}

/** What one object has and another lacks. */
function gone(all: VersionedObject, some: VersionedObject): FieldSet {
  return fieldsOf(all).difference(fieldsOf(some));
}

function fieldsOf(versioned: VersionedObject): FieldSet {
  return declared(fieldSetOf(versioned.object, versioned.schema), versioned);
}

function declared(set: FieldSet, { schema }: VersionedObject): FieldSet {
  return withDeclaredFields(set, typeOf(schema).atom);
}

function without(versioned: VersionedObject, set: FieldSet): VersionedObject {
  return { ...versioned, object: removeFields(versioned.object, set, versioned.schema) };
}
