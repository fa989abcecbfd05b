/** A namespace of its own with the operator at work, on whichever server the test run chose. */
import { Namespace } from "@kubewright/api/core/v1";
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { setup } from "../setup.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** The operator's requests that changed something other than Events, in order: `POST /apis/…`. */
  readonly writes: readonly string[];
  /** Starts the operator; disposing what it resolves to stops it. */
  startOperator(options?: Partial<ManagerOptions>): AsyncDisposable;
  createApplication(name: string, spec?: ApplicationSpec): Promise<Stored<Application>>;
  /** Changes fields of the spec. */
  changeApplication(name: string, spec: ApplicationSpec): Promise<Stored<Application>>;
  until<T extends KubernetesObject>(
    type: ResourceType<T>,
    name: string,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined>;
  untilReady(name: string, ready: boolean): Promise<Stored<Application> | undefined>;
  /** The Deployment of the Application once it is there. */
  untilDeployment(name: string): Promise<Stored<Deployment> | undefined>;
  /** What the controllers of a cluster do: says in the Deployment's status how many replicas are ready. */
  setReadyReplicas(name: string, readyReplicas: number): Promise<void>;
  /** Reasons of the Events about an object, in the order in which they came; waits until this one is among them. */
  eventReasons(about: Stored<Application>, until: string): Promise<readonly string[]>;
}

let fixtures = 0;

export async function startFixture(options: EnvironmentOptions = {}): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment({ crds: [crds], ...options }));
  const { client, clock } = env;
  fixtures += 1;
  const namespace = `fixture-${fixtures}`;
  await client.create(Namespace, { metadata: { name: namespace } });
  const writes: string[] = [];
  const owned = resources.move();

  const fixture: Fixture = {
    env,
    namespace,
    writes,
    startOperator(managerOptions = {}) {
      const manager = createManager({
        transport: recordingWrites(env.transport, writes),
        clock,
        random: env.random,
        cache: { defaultNamespaces: [namespace] },
        ...managerOptions,
      });
      setup(manager);
      return spawn((signal) => manager.start({ signal }), {
        name: "operator",
        onError(error) {
          throw error;
        },
      });
    },
    createApplication: (name, spec = { enabled: true, image: "nginx:1.22" }) =>
      client.create(Application, {
        metadata: { namespace, name },
        spec,
      }),
    changeApplication: (name, { enabled, image }) =>
      client.patch(Application, keyOf(name), {
        type: "merge",
        body: { spec: { ...(enabled === undefined ? {} : { enabled }), ...(image === undefined ? {} : { image }) } },
      }),
    until: (type, name, condition) => waitFor(type, keyOf(name), condition, env),
    untilReady: (name, ready) => waitFor(Application, keyOf(name), (found) => found?.status?.ready === ready, env),
    untilDeployment: (name) => waitFor(Deployment, keyOf(`app-${name}`), (found) => found !== undefined, env),
    async setReadyReplicas(name, readyReplicas) {
      const deployment = await fixture.untilDeployment(name);
      if (!deployment) throw new Error(`Deployment "app-${name}" is gone`);
      await client.patchStatus(deployment, { replicas: readyReplicas, readyReplicas });
    },
    async eventReasons(about, until) {
      const reasons: string[] = [];
      for await (const { object } of client.watch(Event, { namespace })) {
        if (object.regarding?.uid !== about.metadata.uid || object.reason === undefined) continue;
        reasons.push(object.reason);
        if (object.reason === until) break;
      }
      return reasons;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return fixture;

  function keyOf(name: string): ObjectKey {
    return { namespace, name };
  }
}

/** The transport itself, but that it notes what is sent through it to change something. */
function recordingWrites(transport: Transport, writes: string[]): Transport {
  return {
    request(request) {
      const { method, path } = request;
      if (method !== "GET" && !path.includes("/events")) writes.push(`${method} ${path.replace(/\?.*/, "")}`);
      return transport.request(request);
    },
    upgrade: (request) => transport.upgrade(request),
    [Symbol.asyncDispose]: async () => {}, // It is the environment's.
  };
}
