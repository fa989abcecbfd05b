/**
 * The server on which a suite runs. The suite is independent of it: in the unit lane it is an embedded one for each file, in
 * the real lane the kube-apiserver that the lane has started for all files. Therefore every test has a separate namespace.
 */
import { Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions } from "@kubewright/envtest";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the kubeconfig of the lane's control plane; absent in the unit lane. */
    readonly kubeconfig?: string;
    /** The folder with etcd, kube-apiserver and kubectl, if the environment has one. */
    readonly assets?: string;
    /** PATH of the machine, in the real lane. */
    readonly searchPath?: string;
    /** The groups of cases whose responses are recorded instead of compared: `1` for all, or their names, separated by commas. */
    readonly recording?: string;
    /** The number of random cases of a suite of the long lane. Default: set by the suite. */
    readonly runs?: number;
    /** The seed of random tests in the long lane; other lanes have a fixed seed. */
    readonly seed?: number;
  }
}

export interface ServerUnderTest extends Environment {
  /** Creates a namespace that no other test uses, and resolves with its name. */
  createNamespace(): Promise<string>;
  /** A name that no other test uses, in lower-case letters and digits, for cluster-scoped objects. */
  uniqueName(prefix: string): string;
}

/** Connects to the server and installs these CRDs and roles. Disposing it stops an embedded server, not a real one. */
export async function startServerUnderTest(
  options: Pick<EnvironmentOptions, "crds" | "rbac"> = {},
): Promise<ServerUnderTest> {
  const kubeconfig = inject("kubeconfig");
  const env = await startEnvironment({
    ...options,
    ...(kubeconfig === undefined
      ? { server: "embedded", random: createSeededRandom("suite") }
      : { server: "existing", env: { KUBECONFIG: kubeconfig } }),
  });
  const run = Buffer.from(env.random.bytes(4)).toString("hex");
  let made = 0;
  const uniqueName = (prefix: string): string => `${prefix}${run}${(made += 1)}`;

  return {
    ...env,
    uniqueName,
    async createNamespace() {
      const name = uniqueName("test-");
      await env.client.create(Namespace, { metadata: { name } });
      return name;
    },
  };
}
