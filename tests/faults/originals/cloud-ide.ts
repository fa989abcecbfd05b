/** The workspace service with the defects of the program in the article: C1 to C6. The tests expect it to fail. */
import { Pod } from "@kubewright/api/core/v1";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { setup as setupOurs } from "../../../examples/cloud-ide/internal/setup.ts";

/** A requested workspace. */
export interface Wanted {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
}

/** The common function of both programs: resolves once the workspace runs. */
export type CreateSpace = (wanted: Wanted, signal: AbortSignal) => Promise<void>;

export const image = "code-server-go1.19:v1";

/** The workspace service of the example, behind the same function. */
export function setupCloudIde(manager: Manager): CreateSpace {
  const { service } = setupOurs(manager, { policy: { namespace: "cloud-ide", allowedImages: ["code-server-go1.19"] } });
  return async (wanted, signal) => {
    const info = { ...wanted, port: 9999, resourceLimit: null };
    await service.createSpaceAndWaitForRunning(info, { signal, caller: "test" });
  };
}

export function setupOriginal(manager: Manager): CreateSpace {
  const { client } = manager;
  const informer = createOriginalInformer();
  controllerManagedBy(manager)
    .for(Pod)
    .complete(async ({ key: request, signal }) => {
      const pod = await client.get(Pod, request, { signal });
      if (pod?.metadata.labels?.["kind"] !== "cloud-ide") return {};
      if (pod.status?.phase === "Running") await informer.sync(request.name); // C2: no other result is reported.
      return {};
    });

  // C2: cancellation and deadline of the caller are ignored.
  return async ({ name, namespace, image: wantedImage }) => {
    // C6: any caller, any namespace, any image. C5: a Pod that an earlier call left blocks later calls forever.
    await client.create(Pod, {
      metadata: { name, namespace, labels: { kind: "cloud-ide" } },
      spec: {
        containers: [{ name, image: wantedImage, imagePullPolicy: "IfNotPresent", ports: [{ containerPort: 9999 }] }],
      },
    });
    const running = await informer.add(name); // C1: by now the Pod may run already.
    await running();
    await informer.delete(name);
  };
}

/** C4: matches by name only. C3: the sender waits for space in the channel while it holds the lock that the reader needs to leave. */
export function createOriginalInformer(): {
  add(name: string): Promise<() => Promise<void>>;
  delete(name: string): Promise<void>;
  sync(name: string): Promise<void>;
} {
  const channels = new Map<string, { full: boolean; readonly room: (() => void)[]; readonly news: (() => void)[] }>();
  let lock: Promise<void> = Promise.resolve();
  const locked = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const before = lock;
    const { promise, resolve } = Promise.withResolvers<void>();
    lock = promise;
    await before;
    try {
      return await work();
    } finally {
      resolve();
    }
  };
  return {
    add: (name) =>
      locked(() => {
        const channel = { full: false, room: [] as (() => void)[], news: [] as (() => void)[] };
        channels.set(name, channel);
        return async () => {
          if (!channel.full) await new Promise<void>((resolve) => channel.news.push(resolve));
          channel.full = false;
          channel.room.shift()?.();
        };
      }),
    delete: (name) => locked(() => void channels.delete(name)),
    sync: (name) =>
      locked(async () => {
        const channel = channels.get(name);
        if (!channel) return;
        if (channel.full) await new Promise<void>((resolve) => channel.room.push(resolve));
        channel.full = true;
        channel.news.shift()?.();
      }),
  };
}
