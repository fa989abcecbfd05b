// Limits the number of managers: the oldest updaters of an object with many are joined into one entry.
import type { StoredManager } from "./entries.ts";
import { compareTexts, identityOf, secondsOf } from "./entries.ts";

/** The maximum number of updaters. */
const updatersMax = 10;

/** The manager of the fields of the joined updaters. */
const ancient = "ancient-changes";

/** Joins the oldest updaters of each version until the number is within the limit. */
export function capped(managers: readonly StoredManager[]): readonly StoredManager[] {
  const updaters = managers.filter(({ operation }) => operation === "Update");
  let excess = updaters.length - updatersMax;
  if (excess <= 0) return managers;

  const byIdentity = new Map(managers.map((manager) => [identityOf(manager), manager]));
  const firstOfVersion = new Map<string, StoredManager>();
  for (const manager of updaters.toSorted(byAge)) {
    if (excess === 0) break;
    const first = firstOfVersion.get(manager.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(manager.apiVersion, manager);
      continue;
    }
    const bucket: Omit<StoredManager, "set"> = {
      manager: ancient,
      operation: "Update",
      apiVersion: manager.apiVersion,
      subresource: "",
    };
    const identity = identityOf(bucket);
    let joined = byIdentity.get(identity);
    if (joined === undefined) {
      joined = first;
      byIdentity.delete(identityOf(first));
    }
    const { time } = manager; // The later of the two.
    byIdentity.delete(identityOf(manager));
    byIdentity.set(identity, {
      ...bucket,
      set: joined.set.union(manager.set),
      ...(time === undefined ? {} : { time }),
    });
    excess--;
  }
  return [...byIdentity.values()];
}

function byAge(a: StoredManager, b: StoredManager): number {
  return secondsOf(a) - secondsOf(b) || compareTexts(identityOf(a), identityOf(b));
}
