/**
 * An operator with two finalizers over an external store, and a user who deletes the object at a chosen point of the operator's requests. The store
 * outlives the operator, like a bucket.
 */
import { ConfigMap } from "@kubewright/api/core/v1";
import { isTerminating } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { controllerManagedBy, createFinalizers, createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import type { Subject } from "./subject.ts";

/** The user deletes the object before or after the server has handled the n-th request of the operator that is not a watch. */
export interface DeletionPoint {
  readonly request: number;
  readonly when: "before" | "after";
}

export interface FinalizedSubject extends Subject {
  /** The number of requests of the latest run, without watches. */
  readonly requests: () => number;
}

const name = "bucket";

export function finalizedSubject(point: DeletionPoint): FinalizedSubject {
  const store = new Set<string>();
  let requests = 0;
  let deletes: (() => Promise<void>) | undefined;
  const deleteAt = async (request: number, when: DeletionPoint["when"]): Promise<void> => {
    if (request === point.request && when === point.when) await deletes?.();
  };
  const observed = (transport: Transport): Transport => ({
    ...transport,
    async request(request) {
      if (request.method === "GET" && request.path.includes("watch=")) return await transport.request(request);
      const count = (requests += 1);
      await deleteAt(count, "before");
      const response = await transport.request(request);
      await deleteAt(count, "after");
      return response;
    },
  });
  return {
    name: `finalizers, deleted ${point.when} request ${point.request}`,
    crds: [],
    controllers: [],
    kinds: [ConfigMap],
    requests: () => requests,
    async operate({ transport, clock, random }, signal) {
      const manager = createManager({
        transport: observed(transport),
        clock,
        random,
        cache: { defaultNamespaces: ["fixture"] },
      });
      setup(manager, store);
      await manager.start({ signal });
    },
    async workload({ client, clock, namespace, rests }) {
      store.clear();
      requests = 0;
      deletes = () => deleteObject(client, namespace);
      await client.create(ConfigMap, { metadata: { namespace, name } });
      await clock.advance(45_000); // The state differs by the fault: some points are not reached before the deletion below.
      await deleteObject(client, namespace);
      await rests("all is gone");
      if (store.size > 0) throw new Error(`The store still has ${[...store].join(", ")}`);
    },
  };
}

function setup(manager: Manager, store: Set<string>): void {
  const finalizers = createFinalizers<ConfigMap>();
  for (const part of ["index", "data"]) {
    finalizers.register(`example.dev/${part}`, async (object, { client, signal }) => {
      await client.get(ConfigMap, object.metadata, { consistency: "latest", signal }); // A point for faults during the clean-up.
      store.delete(`${part} of ${object.metadata.uid}`);
    });
  }
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async (context) => {
      const found = await context.client.get(ConfigMap, context.key);
      if (!found) return;
      const { object } = await finalizers.finalize(found, context);
      if (!object || isTerminating(object)) return;
      for (const part of ["index", "data"]) store.add(`${part} of ${object.metadata.uid}`);
      if (!object.data) await context.client.patch(object, { type: "merge", body: { data: { ready: "yes" } } });
    });
}

async function deleteObject(client: Client, namespace: string): Promise<void> {
  await client.delete(ConfigMap, { namespace, name });
}
