/**
 * Watches the kinds that quotas count, each while a quota counts it, and reports the quotas whose usage a change may have lowered. Only the metadata of
 * kinds that are counted by objects is watched.
 */
import type { QuotaCount } from "@kubewright/apiserver";
import { isDeepEqual } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import type { InformerCache, InformerEvent, Registration, SharedInformer } from "@kubewright/informer";
import { formatRequest } from "@kubewright/runtime";
import type { Request } from "@kubewright/runtime";

/** A kind that a quota counts. */
export interface CountedKind {
  readonly type: ResourceType;
  readonly count: QuotaCount;
}

export interface CountedKinds {
  /**
   * Follows exactly these kinds for the quota. It does not wait for their informers: once an informer has synced, its quotas are reported, so a change
   * between a list and the first event is counted.
   */
  follow(quota: Request, kinds: readonly CountedKind[]): Promise<void>;
}

/** The quotas that count a kind, by their keys, and the informer of the kind. */
interface FollowedKind {
  readonly shared: SharedInformer;
  readonly registration: Registration;
  readonly quotas: Map<string, { readonly request: Request; readonly count: QuotaCount }>;
  /** Resolves once the informer has synced and its quotas have been reported, and when the kind is no longer followed. */
  readonly synced: Promise<void>;
}

export function createCountedKinds(cache: InformerCache, report: (quota: Request) => void): CountedKinds {
  const followed = new Map<string, FollowedKind>();

  return {
    async follow(request, kinds) {
      const key = formatRequest(request);
      const wanted = new Map(kinds.map((kind) => [nameOf(kind), kind]));
      for (const [name, { type, count }] of wanted) {
        const kind = followed.get(name) ?? start(name, type, count.metadataOnly);
        kind.quotas.set(key, { request, count });
      }
      const unwanted = [...followed].filter(([name]) => !wanted.has(name));
      await Promise.all(unwanted.map(([name, kind]) => leave(name, kind, key)));
    },
  };

  function start(name: string, type: ResourceType, metadataOnly: boolean): FollowedKind {
    const quotas: FollowedKind["quotas"] = new Map();
    const receive = (event: InformerEvent): void => {
      for (const { request, count } of quotas.values()) {
        if (request.namespace === event.object.key.namespace && mayLower(event, count)) report(request);
      }
    };
    const shared = cache.acquire(type, { metadataOnly });
    const registration = shared.informer.addHandler(receive, { name: "quota controller" });
    const reportAll = (): void => quotas.forEach(({ request }) => report(request));
    const synced = registration.waitForSync().then(reportAll, () => undefined); // Rejects when the registration or the cache has ended.
    const kind = { shared, registration, quotas, synced };
    followed.set(name, kind);
    return kind;
  }

  async function leave(
    name: string,
    { shared, registration, quotas, synced }: FollowedKind,
    quota: string,
  ): Promise<void> {
    if (!quotas.delete(quota) || quotas.size > 0) return;
    followed.delete(name);
    registration[Symbol.dispose]();
    await synced;
    await shared[Symbol.asyncDispose]();
  }
}

/** Admission charges creates, so only deletes and updates can leave a usage that is too high. */
function mayLower(event: InformerEvent, { metadataOnly, usageOf }: QuotaCount): boolean {
  if (event.kind === "deleted") return true;
  if (event.kind !== "updated" || metadataOnly) return false;
  return !isDeepEqual(usageOf([event.old.read()]), usageOf([event.object.read()]));
}

function nameOf({ type: { group, version, plural }, count }: CountedKind): string {
  return [group, version, plural, count.metadataOnly].join("/");
}
