// An object has a handful of writers; one that has many forgets who the oldest of them were.
import type { Owner } from "./entries.ts";
import { compareTexts, identityOf, secondsOf } from "./entries.ts";

/** How many owners by update are told apart. */
const updatersMax = 10;

/** Who owns what the oldest updaters owned. */
const ancient = "ancient-changes";

/** The owners, with as many of the oldest updaters joined, those of a version with each other, as there are too many. */
export function capped(owners: readonly Owner[]): readonly Owner[] {
  const updaters = owners.filter(({ operation }) => operation === "Update");
  let excess = updaters.length - updatersMax;
  if (excess <= 0) return owners;

  const byIdentity = new Map(owners.map((owner) => [identityOf(owner), owner]));
  const firstOfVersion = new Map<string, Owner>();
  for (const owner of updaters.toSorted(byAge)) {
    if (excess === 0) break;
    const first = firstOfVersion.get(owner.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owner.apiVersion, owner);
      continue;
    }
    const bucket: Omit<Owner, "set"> = {
      manager: ancient,
      operation: "Update",
      apiVersion: owner.apiVersion,
      subresource: "",
    };
    const identity = identityOf(bucket);
    let joined = byIdentity.get(identity);
    if (joined === undefined) {
      joined = first;
      byIdentity.delete(identityOf(first));
    }
    const { time } = owner; // The later of the two.
    byIdentity.delete(identityOf(owner));
    byIdentity.set(identity, { ...bucket, set: joined.set.union(owner.set), ...(time === undefined ? {} : { time }) });
    excess--;
  }
  return [...byIdentity.values()];
}

function byAge(a: Owner, b: Owner): number {
  return secondsOf(a) - secondsOf(b) || compareTexts(identityOf(a), identityOf(b));
}
