/** Metadata-only informers for all kinds that the garbage collector follows. The set of kinds follows discovery. */
import type { ResourceType } from "@kubewright/apimachinery";
import { abortable, onAbort } from "@kubewright/async";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { InformerEvent, Registration, SharedInformer } from "@kubewright/informer";
import type { Manager, Runnable } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";

export interface FollowKindsOptions {
  readonly manager: Manager;
  readonly log: Manager["log"];
  readonly onEvent: (type: ResourceType, event: InformerEvent) => void;
  /** Called when a kind is no longer served. There are no further events of its objects. */
  readonly onGone: (type: ResourceType) => void;
}

export interface FollowedKinds extends Runnable {
  /** Resolves once the informers of all initial kinds have synced. */
  waitForSync(options: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** A kind with its informer and event handler. */
interface FollowedKind {
  readonly type: ResourceType;
  readonly shared: SharedInformer;
  readonly registration: Registration;
}

/** Kinds with many objects that have no owners and no dependents. */
const ignoredResources: ReadonlySet<string> = new Set(["events", "events.events.k8s.io"]);

/** Changes of these kinds change the served kinds, possibly later: there is no event when the server has applied the change. */
const kindSources: ReadonlySet<string> = new Set([
  "customresourcedefinitions.apiextensions.k8s.io",
  "apiservices.apiregistration.k8s.io",
]);

/** As in kube-controller-manager: a server may begin to serve a kind after its definition is established. */
const refreshMs = 30_000;

/**
 * Follows every kind that can be listed, watched and deleted, in its preferred version. Repeats discovery when a definition changes and
 * after errors.
 */
export function followKinds({ manager, log, onEvent, onGone }: FollowKindsOptions): FollowedKinds {
  const { client, clock, random } = manager;
  const cache = createInformerCache({ verbs: client.raw, clock, random, observer: manager.observer.informer });
  const discovery = createDiscovery(client.raw);
  const followed = new Map<string, FollowedKind>();
  const refreshes = createWorkQueue<"kinds">({ clock });
  const firstRefresh = Promise.withResolvers<void>();

  return {
    async start({ signal }) {
      using _end = onAbort(signal, () => refreshes.shutDown({ mode: "abort" }));
      refreshes.add("kinds");
      await Promise.all([cache.start({ signal }), refreshAgainAndAgain(signal)]);
    },
    async waitForSync({ signal }) {
      await abortable(firstRefresh.promise, signal);
      await cache.waitForSync({ signal });
    },
  };

  async function refreshAgainAndAgain(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await refreshes.take();
      if (!lease) return;
      try {
        await refresh(signal);
        firstRefresh.resolve();
        refreshes.forget(lease.key);
        refreshes.add(lease.key, { afterMs: refreshMs });
      } catch (error) {
        if (signal.aborted) return;
        log.warn("Cannot discover the served kinds, retrying", { error });
        refreshes.add(lease.key, { rateLimited: true });
      }
    }
  }

  async function refresh(signal: AbortSignal): Promise<void> {
    const { resources, incomplete } = await discovery.resources({ signal });
    const wanted = new Map(resources.filter(isCollectable).map((resource) => [nameOf(resource), resource]));
    for (const [name, { type, shared, registration }] of followed) {
      const next = wanted.get(name);
      if (next?.version === type.version) continue;
      if (!next && incomplete.length > 0) continue; // Discovery is incomplete, so the kind may still be served.
      followed.delete(name);
      registration[Symbol.dispose]();
      await shared[Symbol.asyncDispose]();
      if (!next) onGone(type);
    }
    for (const [name, type] of wanted) if (!followed.has(name)) follow(name, type);
  }

  function follow(name: string, type: ResourceType): void {
    const receive = (event: InformerEvent): void => {
      if (kindSources.has(name)) refreshes.add("kinds");
      onEvent(type, event);
    };
    const shared = cache.acquire(type, { metadataOnly: true });
    followed.set(name, {
      type,
      shared,
      registration: shared.informer.addHandler(receive, { name: "garbage collector" }),
    });
  }
}

function isCollectable(resource: DiscoveredResource): boolean {
  const needed = ["list", "watch", "delete"];
  return (
    resource.preferred &&
    needed.every((verb) => resource.verbs.includes(verb)) &&
    !ignoredResources.has(nameOf(resource))
  );
}

function nameOf({ group, plural }: ResourceType): string {
  return group === "" ? plural : `${plural}.${group}`;
}
