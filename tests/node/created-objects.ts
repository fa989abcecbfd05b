/** Counts the objects that operators create, to find objects that were created twice. */
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

const owners: ReadonlySet<string> = new Set(["Application", "Balancer", "MyJob"]);

export interface CreatedObjects extends AsyncDisposable {
  /** The number of creates by kind and name: `{ "Pod a": 1 }`. */
  counts(): Readonly<Record<string, number>>;
}

/** Records what the operators create in the namespace from now on. */
export function recordCreated(client: Client, namespace: string): CreatedObjects {
  const end = new AbortController();
  const uids = new Map<string, Set<string>>();
  const watch = async <T extends KubernetesObject>(type: ResourceType<T>): Promise<void> => {
    for await (const { object } of client.watch(type, { namespace, signal: end.signal })) {
      const [owner] = object.metadata.ownerReferences ?? [];
      if (!owners.has(owner?.kind ?? "")) continue;
      const name = `${type.kind} ${object.metadata.name}`;
      uids.set(name, (uids.get(name) ?? new Set()).add(object.metadata.uid));
    }
  };
  const watches = [watch(Pod), watch(Deployment), watch(Service)].map((each) => each.catch((error: unknown) => error));
  return {
    counts: () => Object.fromEntries(Array.from(uids, ([name, found]) => [name, found.size])),
    async [Symbol.asyncDispose]() {
      end.abort(new Error("the test is over"));
      await Promise.all(watches);
    },
  };
}
