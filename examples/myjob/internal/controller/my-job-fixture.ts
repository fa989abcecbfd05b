/** A namespace of its own with the operator at work, on whichever server the test run chose. */
import { fileURLToPath } from "node:url";
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { setup } from "../setup.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));

export type PodPhase = NonNullable<NonNullable<Pod["status"]>["phase"]>;

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** The operator's requests that changed something other than Events, in order: `POST /api/v1/…`. */
  readonly writes: readonly string[];
  /** Starts the operator; disposing what it resolves to stops it. */
  startOperator(options?: Partial<ManagerOptions>): AsyncDisposable;
  /** Creates a MyJob that runs one container to its end. */
  createJob(name: string, overrides?: Partial<MyJob["spec"]["template"]>): Promise<Stored<MyJob>>;
  until<T extends KubernetesObject>(
    type: ResourceType<T>,
    name: string,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined>;
  /** The MyJob once it has the phase. */
  untilPhase(name: string, phase: NonNullable<MyJob["status"]>["phase"]): Promise<Stored<MyJob>>;
  /** What a kubelet does: says in the Pod's status what has become of it. */
  setPodPhase(name: string, phase: PodPhase): Promise<void>;
  /** Reasons of the Events about an object, in the order in which they came; waits until this one is among them. */
  eventReasons(about: Stored<MyJob>, until: string): Promise<readonly string[]>;
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
    createJob: (name, overrides = {}) =>
      client.create(MyJob, {
        metadata: { namespace, name },
        spec: {
          template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" }, ...overrides },
        },
      }),
    until: (type, name, condition) => waitFor(type, keyOf(name), condition, env),
    async untilPhase(name, phase) {
      const job = await waitFor(MyJob, keyOf(name), (found) => found?.status?.phase === phase, env);
      if (!job) throw new Error(`MyJob "${name}" is gone`);
      return job;
    },
    async setPodPhase(name, phase) {
      const pod = await waitFor(Pod, keyOf(name), (found) => found !== undefined, env);
      if (pod) await client.patchStatus(pod, { phase });
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
      if (method !== "GET" && !path.includes("/events")) writes.push(`${method} ${path}`);
      return transport.request(request);
    },
    upgrade: (request) => transport.upgrade(request),
    [Symbol.asyncDispose]: async () => {}, // It is the environment's.
  };
}
