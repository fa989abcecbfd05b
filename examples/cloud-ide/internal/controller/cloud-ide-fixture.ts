/** The namespace cloud-ide with the operator at work in it, on whichever server the test run chose. */
import { Namespace, Pod } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { startEnvironment, waitFor } from "@kubewright/envtest";
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

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly namespace: string;
  /** Starts a replica of the operator; disposing what it resolves to stops it. */
  startOperator(options?: OperatorOptions): Promise<Operator>;
  pod(name: string): Promise<Stored<Pod> | undefined>;
  /** What a kubelet does: says in the Pod's status what has become of it, once the Pod is there. */
  setPodStatus(name: string, status: NonNullable<Pod["status"]>): Promise<void>;
}

export interface OperatorOptions extends Partial<SetupOptions> {
  readonly leaderElection?: NonNullable<ManagerOptions["leaderElection"]>;
  /** Stands between the operator and the server. */
  readonly through?: (transport: Transport) => Transport;
}

export interface Operator extends CloudIde, AsyncDisposable {
  readonly manager: Manager;
  /** Makes a workspace as "tester"; not given, no signal ends it. */
  create(name: string, overrides?: Partial<PodInfo>, signal?: AbortSignal): Promise<PodSpaceInfo>;
}

/** A whole request for a workspace. */
export function podInfo(name: string, overrides: Partial<PodInfo> = {}): PodInfo {
  return { name, namespace: "", image, port: 9999, resourceLimit: null, ...overrides };
}

export async function startFixture(options: EnvironmentOptions = {}): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment(options));
  const { client, clock } = env;
  const namespace = defaultNamespace;
  // As in config/: the server rejects Pods that violate the profile.
  const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
  await client.create(Namespace, { metadata: { name: namespace, labels } });
  const owned = resources.move();

  return {
    env,
    namespace,
    async startOperator({ through = (transport: Transport) => transport, leaderElection, ...setupOptions } = {}) {
      const manager = createManager({
        transport: through(env.transport),
        clock,
        random: env.random,
        cache: { defaultNamespaces: [namespace] },
        ...(leaderElection ? { leaderElection } : {}),
      });
      const cloudIde = setup(manager, {
        policy: { namespace, allowedImages: ["code-server-go1.19"] },
        ...setupOptions,
      });
      const task = spawn((signal) => manager.start({ signal }), {
        name: "operator",
        onError(error) {
          throw error;
        },
      });
      await manager.waitForSync();
      return {
        ...cloudIde,
        manager,
        create: (name, overrides, signal = new AbortController().signal) =>
          cloudIde.service.createSpaceAndWaitForRunning(podInfo(name, overrides), { signal, caller: "tester" }),
        [Symbol.asyncDispose]: () => task.stop(),
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
