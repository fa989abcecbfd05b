/** A namespace and the operator with its own role, on the server that the test run selects. */
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { readCrds, readRbac, startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions, RunningOperator } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { ManagerOptions } from "@kubewright/runtime";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { setup } from "../setup.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
const rbac = fileURLToPath(new URL("../../config/rbac", import.meta.url));

/** The manifests of the project as objects, for environments on virtual time, in which files cannot be read. */
export async function readManifests(): Promise<Pick<EnvironmentOptions, "crds" | "rbac">> {
  return { crds: await readCrds([crds]), rbac: await readRbac([rbac]) };
}

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** `env.operatorWrites` */
  readonly writes: readonly string[];
  /** Starts the operator and resolves once its caches have synced. */
  startOperator(options?: Partial<ManagerOptions>): Promise<RunningOperator>;
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
  /** Writes ready replicas into the status of the Deployment, as the Deployment controller does. */
  setReadyReplicas(name: string, readyReplicas: number): Promise<void>;
  /** The reasons of the Events about an object, in order. Waits until `until` is one of them. */
  eventReasons(about: Stored<Application>, until: string): Promise<readonly string[]>;
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
    startOperator: (managerOptions = {}) =>
      env.startOperator((connection) => {
        const manager = createManager({ ...connection, cache: { defaultNamespaces: [namespace] }, ...managerOptions });
        setup(manager);
        return manager;
      }),
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
