/** The difference between a cache and a list of metadata, as writes to wait for. */
import { compareResourceVersions, isResourceVersion, keyOf } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Informer, VersionWanted } from "@kubewright/informer";

export interface ListedMetadata {
  readonly resourceVersion: string;
  readonly objects: readonly Stored[];
}

/** A write that a cache lacks. */
export interface LackingWrite {
  readonly key: ObjectKey;
  readonly wanted: VersionWanted;
}

/** The writes that lead from the cache to the listed objects. Objects in the cache that are newer than the list are left out. */
export async function writesLackingIn(
  informer: Informer,
  namespace: string | undefined,
  { resourceVersion: listVersion, objects }: ListedMetadata,
): Promise<readonly LackingWrite[]> {
  const writes = objects
    .map((object) => ({ key: keyOf(object), wanted: versionOf(object) }))
    .filter(({ key, wanted }) => !informer.hasVersion(key, wanted));
  const listedUids = new Set<string>(objects.map(({ metadata: { uid } }) => uid));
  for await (const { key, uid, resourceVersion } of informer.entries(namespace === undefined ? {} : { namespace })) {
    const wanted: VersionWanted = { uid, resourceVersion, deleted: true };
    const isListed = listedUids.has(uid) || isNewer(wanted, { resourceVersion: listVersion });
    if (!isListed && !informer.hasVersion(key, wanted)) writes.push({ key, wanted });
  }
  return writes;
}

function versionOf({ metadata: { uid, resourceVersion } }: Stored): VersionWanted {
  return { uid, resourceVersion };
}

/** Whether `a` is a later write than `b`. A deletion is recorded with the version before it, and is later than any write of that object. */
export function isNewer(a: VersionWanted, b: VersionWanted): boolean {
  if (b.deleted || !isResourceVersion(a.resourceVersion) || !isResourceVersion(b.resourceVersion)) return false;
  return compareResourceVersions(a.resourceVersion, b.resourceVersion) > 0;
}
