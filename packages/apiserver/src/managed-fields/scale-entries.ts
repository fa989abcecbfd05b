/**
 * A `scale` has owners of its own kind of object, which are those of one field of its parent: here they come from there and go back.
 */
import type { ManagedFieldsEntry } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/schema";
import { fieldSet } from "@kubewright/schema";
import type { Entries } from "./entries.ts";
import { entriesOf, identityOf, ownersOf } from "./entries.ts";

/** Where versions of the parent have their replicas: `undefined` for a version that is not known, an empty path for one without a scale. */
export type ReplicasAt = (apiVersion: string) => readonly string[] | undefined;

const scaleVersion = "autoscaling/v1";
const replicasOfScale: FieldPath = pathOf(["spec", "replicas"]);

/** The entries of the scale of a parent with these. */
export function entriesOfScale(parent: Entries | undefined, replicasAt: ReplicasAt): ManagedFieldsEntry[] | undefined {
  const scale = ownersOf(parent).flatMap((owner) => {
    const path = replicasAt(owner.apiVersion);
    if (path === undefined || path.length === 0 || !owner.set.has(pathOf(path))) return [];
    return [{ ...owner, apiVersion: scaleVersion, set: fieldSet(replicasOfScale) }];
  });
  return entriesOf(scale);
}

/**
 * The entries of a parent after its scale has got these. Owners by update that kept the replicas are new ones afterwards and have no time, as in a
 * kube-apiserver: to it, an update of the scale is one in another version.
 */
export function entriesOfParent(
  parent: Entries | undefined,
  scale: Entries | undefined,
  { apiVersion, replicasAt }: { readonly apiVersion: string; readonly replicasAt: ReplicasAt },
): ManagedFieldsEntry[] | undefined {
  const inScale = new Map(ownersOf(scale).map((owner) => [identityOf(owner), owner]));
  const before = ownersOf(parent);
  const left = before.flatMap((owner) => {
    const path = replicasAt(owner.apiVersion);
    if (path === undefined) return [];
    if (path.length === 0 || !owner.set.has(pathOf(path)) || inScale.delete(identityOf(owner))) return [owner];
    const set = owner.set.difference(fieldSet(pathOf(path)));
    return set.isEmpty ? [] : [{ ...owner, set }];
  });
  const times = new Map(before.map((owner) => [identityOf(owner), owner.time]));
  const owned = fieldSet(pathOf(replicasAt(apiVersion) ?? []));
  const added = [...inScale].flatMap(([identity, { time: _, ...owner }]) => {
    if (!owner.set.has(replicasOfScale)) return [];
    const time = times.get(identity);
    return [{ ...owner, apiVersion, set: owned, ...(time === undefined ? {} : { time }) }];
  });
  return entriesOf([...left, ...added]);
}

function pathOf(fields: readonly string[]): FieldPath {
  return fields.map((field) => ({ field }));
}
