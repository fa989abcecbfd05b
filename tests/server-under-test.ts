/**
 * The server that a suite runs on. The suite does not know which: in the unit lane it is an embedded one for each file, in
 * the real lane the one kube-apiserver that the lane has started for all files. Hence every test has a namespace of its own.
 */
import { Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment, EnvironmentOptions } from "@kubewright/envtest";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the kubeconfig that leads to the lane's control plane; absent in the unit lane. */
    readonly kubeconfig?: string;
    /** The folder with etcd, kube-apiserver and kubectl, where the environment names one. */
    readonly assets?: string;
    /** Where the machine's programs are, in the real lane: PATH. */
    readonly searchPath?: string;
    /** The groups of cases whose answers are to be recorded, not compared: `1` for all, or their names with commas between. */
    readonly recording?: string;
    /** How many random cases a suite of the long lane goes through; its own number by default. */
    readonly runs?: number;
    /** The seed of random tests, in the long lane; other lanes have a fixed one. */
    readonly seed?: number;
  }
}

export interface ServerUnderTest extends Environment {
  /** Creates a namespace that no other test has, and resolves with its name. */
  createNamespace(): Promise<string>;
  /** A name that no other test has, in lower-case letters and digits: for what is not in a namespace. */
  uniqueName(prefix: string): string;
}

/** Connects to the server, with these CRDs and roles in it. Disposing it ends an embedded server and leaves a real one running. */
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
