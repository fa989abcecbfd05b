/**
 * The managers of a `scale` are those of one field of its parent: this converts the entries in both directions.
 */
import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/schema";
import { fieldSet } from "@kubewright/schema";
import type { Entries } from "./entries.ts";
import { entriesOf, identityOf, managersOf } from "./entries.ts";

/** The path of the replicas in a version of the parent: `undefined` for an unknown version, empty for one without a scale. */
export type ReplicasAt = (apiVersion: string) => readonly string[] | undefined;

const scaleVersion = "autoscaling/v1";
const replicasOfScale: FieldPath = pathOf(["spec", "replicas"]);

/** Returns the entries of the scale of a parent with these entries. */
export function entriesOfScale(parent: Entries | undefined, replicasAt: ReplicasAt): ManagedFieldsEntry[] | undefined {
  const scale = managersOf(parent).flatMap((manager) => {
    const path = replicasAt(manager.apiVersion);
    if (path === undefined || path.length === 0 || !manager.set.has(pathOf(path))) return [];
    return [{ ...manager, apiVersion: scaleVersion, set: fieldSet(replicasOfScale) }];
  });
  return entriesOf(scale);
}

/**
 * Returns the entries of a parent after a write of its scale. Updaters that keep the replicas become new managers without a time, as in
 * kube-apiserver, which treats an update of the scale as one in another version.
 */
export function entriesOfParent(
  parent: Entries | undefined,
  scale: Entries | undefined,
  { apiVersion, replicasAt }: { readonly apiVersion: string; readonly replicasAt: ReplicasAt },
): ManagedFieldsEntry[] | undefined {
  const inScale = new Map(managersOf(scale).map((manager) => [identityOf(manager), manager]));
  const before = managersOf(parent);
  const left = before.flatMap((manager) => {
    const path = replicasAt(manager.apiVersion);
    if (path === undefined) return [];
    if (path.length === 0 || !manager.set.has(pathOf(path)) || inScale.delete(identityOf(manager))) return [manager];
    const set = manager.set.difference(fieldSet(pathOf(path)));
    return set.isEmpty ? [] : [{ ...manager, set }];
  });
  const times = new Map(before.map((manager) => [identityOf(manager), manager.time]));
  const owned = fieldSet(pathOf(replicasAt(apiVersion) ?? []));
  const added = [...inScale].flatMap(([identity, { time: _, ...manager }]) => {
    if (!manager.set.has(replicasOfScale)) return [];
    const time = times.get(identity);
    return [{ ...manager, apiVersion, set: owned, ...(time === undefined ? {} : { time }) }];
  });
  return entriesOf([...left, ...added]);
}

function pathOf(fields: readonly string[]): FieldPath {
  return fields.map((field) => ({ field }));
}
