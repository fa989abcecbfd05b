/** The namespace cloud-ide and the operator with its own role, on the server that the test run selects. */
import { Pod } from "@kubewright/api/core/v1";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import { fileURLToPath } from "node:url";
import { readRbac, startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import type { PodInfo__Output as PodInfo } from "../pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "../pb/zz_generated/pb/PodSpaceInfo.ts";
import type { CloudIde, SetupOptions } from "../setup.ts";
import { setup } from "../setup.ts";
import { defaultNamespace } from "../space-policy.ts";

export const image = "code-server-go1.19:v0.1";
const rbac = ["rbac", "workspaces"].map((name) => fileURLToPath(new URL(`../../config/${name}`, import.meta.url)));

/** The role of the operator as objects, for environments on virtual time, in which files cannot be read. */
export async function readRole(): Promise<{ readonly rbac: readonly KubernetesObject[] }> {
  // config/workspaces has the names that kustomize gives to the objects in config/rbac.
  const text = JSON.stringify(await readRbac(rbac)).replaceAll(/"cloud-ide-(system|controller-manager)"/g, '"$1"');
  return { rbac: JSON.parse(text) as readonly KubernetesObject[] };
}

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** Starts a replica of the operator. Disposing the result stops it. */
  startOperator(options?: OperatorOptions): Promise<Operator>;
  pod(name: string): Promise<Stored<Pod> | undefined>;
  /** Writes the status of the Pod once it exists, like a kubelet. */
  setPodStatus(name: string, status: NonNullable<Pod["status"]>): Promise<void>;
}

export interface OperatorOptions extends Partial<SetupOptions> {
  readonly leaderElection?: NonNullable<ManagerOptions["leaderElection"]>;
  /** Intercepts the requests of the operator. */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

export interface Operator extends CloudIde, AsyncDisposable {
  readonly manager: Manager;
  /** Creates a workspace as "tester". Default: no signal ends the call. */
  create(name: string, overrides?: Partial<PodInfo>, signal?: AbortSignal): Promise<PodSpaceInfo>;
}

/** A complete request for a workspace. */
export function podInfo(name: string, overrides: Partial<PodInfo> = {}): PodInfo {
  return { name, namespace: "", image, port: 9999, resourceLimit: null, ...overrides };
}

export async function startFixture(options: EnvironmentOptions = {}): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment(options.rbac ? options : { ...(await readRole()), ...options }));
  const { client } = env;
  const namespace = defaultNamespace;
  const owned = resources.move();

  return {
    env,
    namespace,
    async startOperator({ wrapTransport, leaderElection, ...setupOptions } = {}) {
      const policy = { namespace, allowedImages: ["code-server-go1.19"] };
      const parts = Promise.withResolvers<CloudIde & { readonly manager: Manager }>();
      const running = await env.startOperator(
        (connection) => {
          const cache = { defaultNamespaces: [namespace] };
          const manager = createManager({ ...connection, cache, leaderElection });
          parts.resolve({ ...setup(manager, { policy, ...setupOptions }), manager });
          return manager;
        },
        wrapTransport ? { wrapTransport } : {},
      );
      const cloudIde = await parts.promise;
      return {
        ...cloudIde,
        create: (name, overrides, signal = new AbortController().signal) =>
          cloudIde.service.createSpaceAndWaitForRunning(podInfo(name, overrides), { signal, caller: "tester" }),
        [Symbol.asyncDispose]: () => running.stop(),
      };
    },
    pod: (name) => client.get(Pod, { namespace, name }),
    async setPodStatus(name, status) {
      const pod = await waitFor(Pod, { namespace, name }, (found) => found !== undefined, env);
      if (pod) await client.patchStatus(pod, status);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
