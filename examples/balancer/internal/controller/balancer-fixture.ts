/** A namespace and the operator with its own role, on the server that the test run selects. */
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { readCrds, readRbac, startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions, RunningOperator } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { ManagerOptions } from "@kubewright/runtime";
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
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
  createBalancer(name: string, spec?: Partial<BalancerSpec>): Promise<Stored<Balancer>>;
  /** Replaces fields of the spec. */
  changeBalancer(name: string, spec: Partial<BalancerSpec>): Promise<Stored<Balancer>>;
  until<T extends KubernetesObject>(
    type: ResourceType<T>,
    name: string,
    condition: (object: Stored<T> | undefined) => boolean,
  ): Promise<Stored<T> | undefined>;
  /** The Balancer once its Ready condition has the reason. */
  untilReason(name: string, reason: string): Promise<Stored<Balancer> | undefined>;
  /** Writes an available replica into the status of the proxy, as the Deployment controller does. */
  makeAvailable(name: string): Promise<void>;
  /** The reasons of the Events about an object, in order. Waits until `until` is one of them. */
  eventReasons(about: Stored<Balancer>, until: string): Promise<readonly string[]>;
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
    createBalancer: (name, spec = {}) =>
      client.create(Balancer, {
        metadata: { namespace, name },
        spec: { ...sample, ...spec },
      }),
    changeBalancer: (name, spec) => client.patch(Balancer, keyOf(name), { type: "merge", body: { spec } }),
    until: (type, name, condition) => waitFor(type, keyOf(name), condition, env),
    untilReason: (name, reason) => waitFor(Balancer, keyOf(name), (found) => reasonOf(found) === reason, env),
    async makeAvailable(name) {
      const key = keyOf(`${name}proxy`);
      const found = await waitFor(Deployment, key, (each) => each !== undefined, env);
      if (!found) throw new Error(`Deployment "${key.name}" is gone`);
      const status = {
        observedGeneration: found.metadata.generation,
        replicas: 1,
        readyReplicas: 1,
        availableReplicas: 1,
      };
      await client.patchStatus(found, status);
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

/** The three backends of the article, at one port. */
export const sample: BalancerSpec = {
  selector: { app: "test" },
  ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 5678 }],
  backends: [
    { name: "v1", weight: 40, selector: { version: "v1" } },
    { name: "v2", weight: 20, selector: { version: "v2" } },
    { name: "v3", weight: 40, selector: { version: "v3" } },
  ],
};

/** The reason of the condition Ready. */
export function reasonOf(balancer: Balancer | undefined): string | undefined {
  return balancer?.status?.conditions?.find(({ type }) => type === "Ready")?.reason;
}
