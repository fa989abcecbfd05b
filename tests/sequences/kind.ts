/**
 * A kind for random sequences: a valid object, and valid and invalid changes of it. Values are drawn from small
 * sets, so that writes of different clients collide in fields and values.
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

export interface SequenceKind {
  /** `/api/v1`, `/apis/apps/v1`. */
  readonly root: string;
  readonly plural: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** A valid object, without type and name. */
  readonly base: JsonObject;
  readonly changes: readonly Change[];
  /** The changes of `/status`. Empty: the kind has no status subresource. */
  readonly statusChanges: readonly Change[];
  readonly hasScale: boolean;
  /** Whether strategic merge patches are supported. Custom resources do not support them. */
  readonly custom: boolean;
  /** The names of other served versions, in which the same objects are read and written. */
  readonly otherVersions?: readonly string[];
  /** The valid object and the changes of another version. Default: the same as in the first version. */
  readonly fieldsIn?: (version: string) => Pick<SequenceKind, "base" | "changes">;
  /** The CustomResourceDefinition of a custom kind. */
  readonly definition?: object;
}

/** A field and its possible values; `undefined` removes it. */
export interface Change {
  readonly path: readonly string[];
  readonly values: readonly (JsonValue | undefined)[];
  /** Not in patches, whose errors about objects of another kind differ by patch type. */
  readonly neverPatched?: boolean;
}

/** `change("metadata.labels.app", "x", "y")`; a tilde is a dot within a key. */
export function change(path: string, ...values: readonly (JsonValue | undefined)[]): Change {
  return { path: path.split(".").map((key) => key.replaceAll("~", ".")), values };
}

export function neverPatched(path: string, ...values: readonly (JsonValue | undefined)[]): Change {
  return { ...change(path, ...values), neverPatched: true };
}

/** The kind in one of its versions: the first, or another served one. */
export function inVersion(kind: SequenceKind, index: number): SequenceKind {
  const { otherVersions = [] } = kind;
  const version = otherVersions[(index % (otherVersions.length + 1)) - 1];
  if (version === undefined) return kind;
  const groupOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
  return {
    ...kind,
    ...kind.fieldsIn?.(version),
    root: `${groupOf(kind.root)}/${version}`,
    apiVersion: `${groupOf(kind.apiVersion)}/${version}`,
  };
}

/** Changes that apply to every object. */
export const metadataChanges: readonly Change[] = [
  change("metadata.labels.app", "x", "y", undefined),
  change("metadata.labels.app", "x", "y", "z"),
  change("metadata.labels", {}, { app: "x", tier: "front" }, undefined),
  change("metadata.labels", "x", []),
  change("metadata.labels.app", "not a label", ""),
  change("metadata.labels.app", 5),
  change("metadata.annotations.note", "one", "two", undefined),
  change("metadata.annotations", {}, { "a b": "c" }, undefined),
  change("metadata.finalizers", ["example.com/a"], ["example.com/a", "example.com/b"], [], undefined),
  change("metadata.finalizers", ["example.com/b"], ["hold"], [""]),
  change("metadata.finalizers", "x"),
  change("metadata.ownerReferences", [owner()], [owner(), owner()], [owner({ uid: "" })], [], undefined),
  change("metadata.ownerReferences", [owner({ controller: true }), owner({ uid: "u-2", controller: true })]),
  change("metadata.uid", "another", undefined),
  change("metadata.generation", 7),
  change("metadata.creationTimestamp", null, "2020-01-01T00:00:00Z"),
  change("metadata.deletionTimestamp", "2020-01-01T00:00:00Z"),
  change("metadata.deletionGracePeriodSeconds", 5),
  change("metadata.namespace", "kube-public"),
  change("metadata.name", "other", "Not A Name"),
  change("metadata.generateName", "gen-"),
  change("metadata.bogus", 1),
  change("bogus", 1),
  neverPatched("apiVersion", "v9", undefined),
  neverPatched("kind", "Gadget", undefined),
  change("status.bogus", 1),
];

function owner(more: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "u-1", ...more };
}

/** A kind that every server has. */
export function builtin(
  kind: Omit<SequenceKind, "custom" | "statusChanges" | "hasScale"> & Partial<SequenceKind>,
): SequenceKind {
  const { changes } = kind;
  const statusChanges = [...(kind.statusChanges ?? []), ...wrongTypes(kind.statusChanges ?? [])];
  return {
    custom: false,
    hasScale: false,
    ...kind,
    statusChanges,
    changes: [...metadataChanges, ...changes, ...wrongTypes(changes)],
  };
}

/** Values of wrong types for every third field. */
function wrongTypes(changes: readonly Change[]): readonly Change[] {
  return changes
    .filter((_, index) => index % 3 === 0)
    .map(({ path, values }) => {
      const type = typeOf(values[0]);
      return { path, values: wrongValues.filter((value) => typeOf(value) !== type) };
    });
}

const wrongValues: readonly JsonValue[] = ["x", 5, true, ["x"], { x: "y" }];

function typeOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? "array" : typeof value;
}
