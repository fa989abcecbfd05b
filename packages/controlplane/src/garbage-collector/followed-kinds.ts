/** Metadata-only informers on every kind that garbage can be of, kept in step with what the server serves. */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ResourceType } from "@kubewright/apimachinery";
import { abortable, spawn } from "@kubewright/async";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource } from "@kubewright/client";
import { createInformerCache } from "@kubewright/informer";
import type { InformerEvent } from "@kubewright/informer";
import type { Manager } from "@kubewright/runtime";
import { createWorkQueue } from "@kubewright/workqueue";

export interface FollowKindsOptions {
  readonly manager: Manager;
  readonly onEvent: (type: ResourceType, event: InformerEvent) => void;
  readonly signal: AbortSignal;
}

/** Kinds that own nothing and are owned by nothing worth collecting, and come in masses. */
const ignoredResources = new Set(["events", "events.events.k8s.io"]);

/**
 * Follows every kind that can be listed, watched and deleted, in its preferred version; when a CRD changes, asks the server anew. Resolves
 * once all kinds of the start have synced. Disposing it stops the informers and waits for their end.
 */
export async function followKinds({ manager, onEvent, signal }: FollowKindsOptions): Promise<AsyncDisposable> {
  const { apiReader, clock, random } = manager;
  const cache = createInformerCache({ verbs: apiReader.raw, clock, random, observer: manager.metrics.informer });
  const discovery = createDiscovery(apiReader.raw);
  const followed = new Map<string, ResourceType>();
  const changes = createWorkQueue<"kinds">({ clock });

  await using begun = new AsyncDisposableStack();
  const onError = (error: unknown): void =>
    manager.log.error("The garbage collector no longer follows the kinds", { error });
  begun.use(spawn((own) => cache.start({ signal: own }), { name: "follow kinds", onError, signal }));
  await refresh();
  await cache.waitForSync({ signal });
  begun.use(manager.cache.informer(CustomResourceDefinition).addHandler(() => changes.add("kinds")));
  begun.use(changes);
  begun.use(spawn(refreshOnChange, { name: "refresh kinds", onError, signal }));
  return begun.move();

  async function refreshOnChange(own: AbortSignal): Promise<void> {
    for (;;) {
      using lease = await abortable(changes.take(), own);
      if (!lease) return;
      try {
        await refresh();
        changes.forget(lease.key);
      } catch (error) {
        if (own.aborted) return;
        manager.log.warn("Cannot ask which kinds there are, trying again", { error });
        changes.add(lease.key, { rateLimited: true });
      }
    }
  }

  async function refresh(): Promise<void> {
    const { resources, incomplete } = await discovery.resources({ signal });
    const wanted = new Map(resources.filter(isCollectable).map((resource) => [nameOf(resource), resource]));
    for (const [name, type] of wanted) if (!followed.has(name)) follow(name, type);
    if (incomplete.length > 0) return; // Part of the answer is missing: a kind that is not in it may well be served.
    for (const [name, type] of followed) {
      if (wanted.has(name)) continue;
      followed.delete(name);
      await cache.remove(type, { metadataOnly: true });
    }
  }

  function follow(name: string, type: ResourceType): void {
    followed.set(name, type);
    cache
      .informer(type, { metadataOnly: true })
      .addHandler((event) => onEvent(type, event), { name: "garbage collector" });
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
