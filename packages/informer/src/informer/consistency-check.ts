// Compares the cache with the server at a low rate, as kube-apiserver compares its watch cache with etcd. A watch that loses an event does not
// report it: the cached object stays wrong until it changes again.
//
//     list metadata at version 90 ──► objects whose uid or version differs ──► wait until the cache is at 90 ──► compare those again
//
// After the wait, cached objects newer than the list are right. An object that is not cached may have been deleted since the list, so a second list
// must show the same difference.
import type { Clock, Random } from "@kubewright/async";
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { listPages } from "@kubewright/client";
import type { CollectionOptions, Verbs } from "@kubewright/client";
import type { ConsistencyReport } from "../reflector/observer.ts";
import { pageSize } from "../reflector/reflector.ts";
import { bookmarkDeadlineMs } from "../reflector/watch-guard.ts";
import type { CachedObject } from "../store/cached-object.ts";
import { receivedVersion } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** The largest reduction of a period, as a part of it, so that informers and replicas do not list at the same time. */
const periodJitter = 0.1;

/** Other tasks run after this number of compared objects, which take about 2 ms. */
const turnObjects = 1_000;

/** The largest number of objects in a report. */
const reportedObjectsMax = 10;

export interface ConsistencyCheckOptions<T extends KubernetesObject> {
  readonly verbs: Pick<Verbs, "listStream">;
  readonly type: ResourceType<T>;
  readonly collection: Omit<CollectionOptions, "signal" | "retriesMax">;
  readonly store: Pick<Store<T>, "get" | "entries">;
  readonly clock: Clock;
  readonly random: Random;
  readonly periodMs: number;
  /** Whether the cache follows the server. It is not compared during an outage. */
  readonly isFollowing: () => boolean;
  /** Resolves once the cache has reached a version, or after `timeoutMs`. */
  readonly waitForVersion: (
    resourceVersion: string,
    options: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) => Promise<unknown>;
  /** Replaces the content of the cache by a new list. */
  readonly relist: () => void;
  readonly onReport: (report: ConsistencyReport) => void;
}

/** An object that may be wrong in the cache. Versions are of the form `uid resourceVersion`; undefined: there is no object. */
interface Suspect {
  readonly key: ObjectKey;
  readonly listed: string | undefined;
  readonly cached?: string | undefined;
}

type Suspects = ReadonlyMap<string, Suspect>;

/** Compares the cache once per period until `signal` aborts, then resolves. Never rejects. */
export async function runConsistencyChecks<T extends KubernetesObject>(
  options: ConsistencyCheckOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, random, periodMs, isFollowing, relist, onReport } = options;
  while (!signal.aborted) {
    try {
      await clock.sleep(periodMs * (1 - periodJitter * random.next()), { signal });
      if (!isFollowing()) continue;
      const report = await checkConsistency(options, signal);
      onReport(report);
      if (report.result === "failure") relist();
    } catch (error) {
      if (!signal.aborted) onReport({ result: "error", error });
    }
  }
}

async function checkConsistency<T extends KubernetesObject>(
  options: ConsistencyCheckOptions<T>,
  signal: AbortSignal,
): Promise<ConsistencyReport> {
  const first = await differences(options, signal);
  const second = first.size === 0 ? first : await differences(options, signal);
  const confirmed = [...second].flatMap(([id, suspect]) => {
    const before = first.get(id);
    return before?.listed === suspect.listed && before?.cached === suspect.cached ? [suspect] : [];
  });
  if (confirmed.length === 0) return { result: "success" };
  return {
    result: "failure",
    missing: confirmed.filter(({ cached }) => cached === undefined).length,
    outdated: confirmed.filter(({ cached, listed }) => cached !== undefined && listed !== undefined).length,
    extra: confirmed.filter(({ listed }) => listed === undefined).length,
    objects: confirmed.slice(0, reportedObjectsMax).map(({ key }) => formatKey(key)),
  };
}

/** The objects whose cached version is not the one on the server, although the cache has reached the version of the list. */
async function differences<T extends KubernetesObject>(
  options: ConsistencyCheckOptions<T>,
  signal: AbortSignal,
): Promise<Suspects> {
  const { suspects, resourceVersion } = await listSuspects(options, signal);
  const early = stillDiffering(options.store, suspects, resourceVersion);
  if (early.size === 0) return early;
  await options.waitForVersion(resourceVersion, { signal, timeoutMs: bookmarkDeadlineMs });
  return stillDiffering(options.store, early, resourceVersion);
}

/** Lists the metadata of the collection at the latest version, and returns the objects that differ while the cache changes. */
async function listSuspects<T extends KubernetesObject>(
  { verbs, type, collection, store, clock }: ConsistencyCheckOptions<T>,
  signal: AbortSignal,
): Promise<{ readonly suspects: Suspects; readonly resourceVersion: string }> {
  const suspects = new Map<string, Suspect>();
  const listedIds = new Set<string>();
  let resourceVersion = "";
  let compared = 0;
  const compare = async (key: ObjectKey, isDifferent: (id: string) => Suspect | undefined): Promise<void> => {
    const id = formatKey(key);
    const suspect = isDifferent(id);
    if (suspect !== undefined) suspects.set(id, suspect);
    compared += 1;
    if (compared % turnObjects === 0) await clock.nextTurn();
  };

  const request = { ...collection, metadataOnly: true, limit: pageSize, retriesMax: 0, signal };
  for await (const chunk of listPages(verbs, type, request)) {
    if (chunk.kind === "end") {
      resourceVersion = chunk.resourceVersion;
      continue;
    }
    for (const item of chunk.items) {
      const { key, uid, resourceVersion: version } = receivedVersion(item);
      await compare(key, (id) => {
        listedIds.add(id);
        const listed = `${uid} ${version}`;
        return versionOf(store.get(key)) === listed ? undefined : { key, listed };
      });
    }
  }
  for (const { key } of store.entries()) {
    await compare(key, (id) => (listedIds.has(id) ? undefined : { key, listed: undefined }));
  }
  return { suspects, resourceVersion };
}

/** The suspects whose cached version is neither the listed one nor newer than the list. */
function stillDiffering<T extends KubernetesObject>(
  store: Pick<Store<T>, "get">,
  suspects: Suspects,
  resourceVersion: string,
): Suspects {
  const differing = new Map<string, Suspect>();
  for (const [id, { key, listed }] of suspects) {
    const held = store.get(key);
    const cached = versionOf(held);
    if (cached === listed || (held !== undefined && isNewer(held.resourceVersion, resourceVersion))) continue;
    differing.set(id, { key, listed, cached });
  }
  return differing;
}

function versionOf(held: Pick<CachedObject, "uid" | "resourceVersion"> | undefined): string | undefined {
  return held && `${held.uid} ${held.resourceVersion}`;
}

/** Versions that are not numbers have no order: the second list refutes differences that later changes explain. */
function isNewer(version: string, than: string): boolean {
  return isResourceVersion(version) && isResourceVersion(than) && compareResourceVersions(version, than) > 0;
}
