/**
 * Follows the kinds that quotas count, each for as long as a quota counts it, and reports the quotas whose usage a change may have lowered. Kinds that are
 * counted by objects are followed by their metadata.
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
  /** Follows exactly these kinds for the quota. Resolves once their informers have synced, so that later changes are reported. */
  follow(quota: Request, kinds: readonly CountedKind[], options: { readonly signal: AbortSignal }): Promise<void>;
}

/** The quotas that count a kind, by their keys, and the informer of the kind. */
interface FollowedKind {
  readonly shared: SharedInformer;
  readonly registration: Registration;
  readonly quotas: Map<string, { readonly request: Request; readonly count: QuotaCount }>;
}

export function createCountedKinds(cache: InformerCache, report: (quota: Request) => void): CountedKinds {
  const followed = new Map<string, FollowedKind>();

  return {
    async follow(request, kinds, { signal }) {
      const key = formatRequest(request);
      const wanted = new Map(kinds.map((kind) => [nameOf(kind), kind]));
      const started = Array.from(wanted, ([name, { type, count }]) => {
        const kind = followed.get(name) ?? start(name, type, count.metadataOnly);
        kind.quotas.set(key, { request, count });
        return kind;
      });
      const unwanted = [...followed].filter(([name]) => !wanted.has(name));
      await Promise.all(unwanted.map(([name, kind]) => leave(name, kind, key)));
      await Promise.all(started.map(({ shared }) => shared.informer.waitForSync({ signal })));
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
    const kind = { shared, registration, quotas };
    followed.set(name, kind);
    return kind;
  }

  async function leave(name: string, { shared, registration, quotas }: FollowedKind, quota: string): Promise<void> {
    if (!quotas.delete(quota) || quotas.size > 0) return;
    followed.delete(name);
    registration[Symbol.dispose]();
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
