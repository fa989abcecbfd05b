/** A namespace and the operator with its own role, on the server that the test run selects. */
import { fileURLToPath } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { readCrds, readRbac, startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions, RunningOperator, StartOperatorOptions } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { ManagerOptions } from "@kubewright/runtime";
import { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { setup } from "../setup.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
const rbac = fileURLToPath(new URL("../../config/rbac", import.meta.url));

/** The manifests of the project as objects, for environments on virtual time, in which files cannot be read. */
export async function readManifests(): Promise<Pick<EnvironmentOptions, "crds" | "rbac">> {
  return { crds: await readCrds([crds]), rbac: await readRbac([rbac]) };
}

export type PodPhase = NonNullable<NonNullable<Pod["status"]>["phase"]>;

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** `env.operatorWrites` */
  readonly writes: readonly string[];
  /** Starts the operator and resolves once its caches have synced. */
  startOperator(options?: Partial<ManagerOptions>, start?: StartOperatorOptions): Promise<RunningOperator>;
  /** Creates a MyJob that runs one container to its end. */
  createJob(name: string, overrides?: Partial<MyJob["spec"]["template"]>): Promise<Stored<MyJob>>;
  until<T extends KubernetesObject>(
    type: ResourceType<T>,
    name: string,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined>;
  /** The MyJob once it has the phase. */
  untilPhase(name: string, phase: NonNullable<MyJob["status"]>["phase"]): Promise<Stored<MyJob>>;
  /** Writes the phase into the Pod's status, as a kubelet does. */
  setPodPhase(name: string, phase: PodPhase): Promise<void>;
  /** The reasons of the Events about an object, in order. Waits until `until` is one of them. */
  eventReasons(about: Stored<MyJob>, until: string): Promise<readonly string[]>;
}

export async function startFixture(options: EnvironmentOptions = {}): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment({ crds: [crds], rbac: [rbac], ...options }));
  const { client } = env;
  const namespace = await env.createNamespace();
  const owned = resources.move();

  const fixture: Fixture = {
    env,
    namespace,
    writes: env.operatorWrites,
    startOperator: (managerOptions = {}, startOptions = {}) =>
      env.startOperator((connection) => {
        const manager = createManager({ ...connection, cache: { defaultNamespaces: [namespace] }, ...managerOptions });
        setup(manager);
        return manager;
      }, startOptions),
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
