// Removes the fields that an applier no longer sends: fields of its last set that are not in its new one and that no other manager has.

import { eachInSteps, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { FieldSet } from "./field-set.ts";
import { emptyFieldSet } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import { withDeclaredFields } from "./follow-schema.ts";
import { typeOf } from "../model/type.ts";
import type { Manager } from "./manager.ts";
import { removeFields } from "./remove.ts";
import type { VersionConverter, VersionedObject } from "./version-converter.ts";
import { convertTo, prefixed } from "./version-converter.ts";

/** The managers during an apply. */
export interface Appliers {
  /** The entry of the applier before; undefined for its first apply. */
  readonly earlier: Manager | undefined;
  /** The new entry of the applier. */
  readonly own: Manager;
  readonly others: readonly Manager[];
}

/** In steps, the merged object without the fields that its applier no longer sends, in the version of the new entry. */
export function prune(
  converter: VersionConverter,
  merged: VersionedObject,
  { earlier, own, others }: Appliers,
): Work<VersionedObject> {
  if (earlier === undefined || earlier.set.isEmpty) return merged;
  // Fields are removed in the version of the last entry.
  const converting = prefixed("failed to convert merged object to last applied version", () =>
    convertTo(converter, merged, earlier.apiVersion),
  );
  return whenDone(converting, (inLast) => {
    if (inLast === undefined) return merged;
    const last = declared(earlier.set, inLast);
    const owning = prefixed("failed add back owned items", () =>
      addOwned(converter, inLast, without(inLast, last), [...others, own]),
    );
    const keeping = whenDone(owning, (withOwned) =>
      prefixed("failed add back dangling items", () => keepForeign(converter, inLast, withOwned, last)),
    );
    return whenDone(keeping, (pruned) =>
      whenDone(convertTo(converter, pruned, own.apiVersion), (converted) => converted ?? pruned),
    );
  });
}

/** Restores the fields of all managers, version by version, and first the current version, so that the others can be converted. */
function addOwned(
  converter: VersionConverter,
  merged: VersionedObject,
  pruned: VersionedObject,
  managers: readonly Manager[],
): Work<VersionedObject> {
  const atHand = ({ apiVersion }: Manager): boolean => apiVersion === merged.apiVersion;
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, set } of [...managers.filter(atHand), ...managers.filter((manager) => !atHand(manager))]) {
    owned.set(apiVersion, (owned.get(apiVersion) ?? emptyFieldSet).union(set));
  }
  let kept = pruned;
  const restoring = eachInSteps([...owned], ([apiVersion, set]) =>
    whenDone(ownedIn(converter, apiVersion, { merged, kept }, set), (restored) => {
      kept = restored;
    }),
  );
  return whenDone(restoring, () => kept);
}

function ownedIn(
  converter: VersionConverter,
  apiVersion: string,
  { merged, kept }: { readonly merged: VersionedObject; readonly kept: VersionedObject },
  set: FieldSet,
): Work<VersionedObject> {
  const convert = (what: string, versioned: VersionedObject): Work<VersionedObject | undefined> =>
    prefixed(`failed to convert ${what} object at version ${apiVersion}`, () =>
      convertTo(converter, versioned, apiVersion),
    );
  return whenDone(convert("merged", merged), (all) =>
    whenDone(convert("pruned", kept), (some) =>
      all === undefined || some === undefined ? kept : without(all, gone(all, some).difference(declared(set, all))),
    ),
  );
}

/** Restores values outside of the last set: fields without managers, and items with fields of other managers. */
function keepForeign(
  converter: VersionConverter,
  merged: VersionedObject,
  pruned: VersionedObject,
  last: FieldSet,
): Work<VersionedObject> {
  const converting = prefixed("failed to convert pruned object to last applied version", () =>
    convertTo(converter, pruned, merged.apiVersion),
  );
  return whenDone(converting, (some) =>
    some === undefined ? merged : without(merged, gone(merged, some).intersection(last)),
  );
}

/** The fields of one object that the other one lacks. */
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
