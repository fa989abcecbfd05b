// An embedded API server with controllers around it, on virtual time.

import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { startControlPlane } from "../control-plane.ts";
import type { ControlPlaneOptions } from "../control-plane.ts";
import { serverOptionsFor } from "../server-options.ts";
import { createSimulatedContainers } from "../node-simulator/simulated-containers.ts";
import type { SimulatedContainersOptions } from "../node-simulator/simulated-containers.ts";
import type { Transport } from "@kubewright/transport";

export interface TestCluster extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: ApiServer;
  readonly client: Client;
  /** Advances the clock until the object meets the condition. */
  until<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined>;
  /** Advances the clock until the object is gone. */
  untilGone(type: ResourceType, key: ObjectKey): Promise<void>;
}

export interface TestClusterOptions extends Partial<ControlPlaneOptions> {
  /** The output of containers. */
  readonly containers?: SimulatedContainersOptions;
  /** Wraps the transport between the control plane and its server. */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

/** Long enough for all retries. */
const limitMs = 120_000;
const stepMs = 50;

export async function startTestCluster(
  controllers: ControlPlaneOptions["controllers"],
  { wrapTransport = (transport) => transport, containers = {}, ...options }: TestClusterOptions = {},
): Promise<TestCluster> {
  const clock = createVirtualClock();
  const random = createSeededRandom("control plane");
  await using resources = new AsyncDisposableStack();
  const nodeProxy = createSimulatedContainers(containers);
  const server = resources.use(
    createApiServer({
      clock,
      random,
      nodeProxy,
      ...serverOptionsFor(controllers ?? "all", { disableAdmissionPlugins: ["ServiceAccount"] }),
    }),
  );
  const transport = server.transport();
  const starting = startControlPlane({
    transport: wrapTransport(transport),
    clock,
    random,
    ...(controllers ? { controllers } : {}),
    ...options,
  });
  resources.use(await clock.runUntilSettled(starting));
  const client = createClient({ transport, clock, random });
  const owned = resources.move();

  return {
    clock,
    server,
    client,
    until,
    async untilGone(type, key) {
      await until(type, key, (object) => object === undefined);
    },
    async [Symbol.asyncDispose]() {
      const ended = owned.disposeAsync();
      await clock.runUntilSettled(ended);
    },
  };

  async function until<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined> {
    const deadline = clock.now() + limitMs;
    for (;;) {
      await clock.settle();
      const object = await client.get(type, key);
      if (condition(object)) return object;
      if (clock.now() >= deadline) {
        throw new Error(`${type.kind} "${key.name}" does not meet the condition after ${limitMs} ms: ${JSON.stringify(object)}`);
      }
      await clock.advance(stepMs);
    }
  }
}
