/** Metadata-only informers for all kinds that the garbage collector follows. The set of kinds follows discovery. */
import type { ResourceType } from "@kubewright/apimachinery";
import { abortable, onAbort } from "@kubewright/async";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource, Discovery } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { InformerCache, InformerEvent, Registration, SharedInformer } from "@kubewright/informer";
import type { Manager, Runnable } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";
import type { WorkQueue } from "@kubewright/workqueue";

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
export function followKinds(options: FollowKindsOptions): FollowedKinds {
  return new KindInformers(options);
}

class KindInformers implements FollowedKinds {
  readonly #options: FollowKindsOptions;
  readonly #cache: InformerCache;
  readonly #discovery: Discovery;
  readonly #followed = new Map<string, FollowedKind>();
  readonly #refreshes: WorkQueue<"kinds">;
  readonly #firstRefresh = Promise.withResolvers<void>();

  constructor(options: FollowKindsOptions) {
    const { client, clock, random, observer } = options.manager;
    this.#options = options;
    this.#cache = createInformerCache({ verbs: client.raw, clock, random, observer: observer.informer });
    this.#discovery = createDiscovery(client.raw);
    this.#refreshes = createWorkQueue({ clock });
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    using _end = onAbort(signal, () => this.#refreshes.shutDown({ mode: "abort" }));
    this.#refreshes.add("kinds");
    await Promise.all([this.#cache.start({ signal }), this.#refreshUntilStopped(signal)]);
  }

  async waitForSync({ signal }: { readonly signal?: AbortSignal | undefined }): Promise<void> {
    await abortable(this.#firstRefresh.promise, signal);
    await this.#cache.waitForSync({ signal });
  }

  async #refreshUntilStopped(signal: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await this.#refreshes.take();
      if (!lease) return;
      try {
        await this.#refresh(signal);
        this.#firstRefresh.resolve();
        this.#refreshes.forget(lease.key);
        this.#refreshes.add(lease.key, { afterMs: refreshMs });
      } catch (error) {
        if (signal.aborted) return;
        this.#options.log.warn("Cannot discover the served kinds, retrying", { error });
        this.#refreshes.add(lease.key, { rateLimited: true });
      }
    }
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const { resources, incomplete } = await this.#discovery.resources({ signal });
    const wanted = new Map(resources.filter(isCollectable).map((resource) => [nameOf(resource), resource]));
    for (const [name, { type, shared, registration }] of this.#followed) {
      const next = wanted.get(name);
      if (next?.version === type.version) continue;
      if (!next && incomplete.length > 0) continue; // Discovery is incomplete, so the kind may still be served.
      this.#followed.delete(name);
      registration[Symbol.dispose]();
      await shared[Symbol.asyncDispose]();
      if (!next) this.#options.onGone(type);
    }
    for (const [name, type] of wanted) if (!this.#followed.has(name)) this.#follow(name, type);
  }

  #follow(name: string, type: ResourceType): void {
    const receive = (event: InformerEvent): void => {
      if (kindSources.has(name)) this.#refreshes.add("kinds");
      this.#options.onEvent(type, event);
    };
    const shared = this.#cache.acquire(type, { metadataOnly: true });
    const registration = shared.informer.addHandler(receive, { name: "garbage collector" });
    this.#followed.set(name, { type, shared, registration });
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
