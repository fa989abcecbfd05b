/** The program with its own role, on the server that the test run selects. */
import { fileURLToPath } from "node:url";
import { readCrds, readRbac, startEnvironment } from "@kubewright/envtest";
import type {
  Environment,
  EnvironmentOptions,
  OperatorConnection,
  OperatorProgram,
  RunningOperator,
  StartOperatorOptions,
} from "@kubewright/envtest";
import { createClientset } from "../../generated/clientset/clientset.ts";
import type { Clientset } from "../../generated/clientset/clientset.ts";
import { run } from "../run.ts";
import type { RunOptions } from "../run.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
export const rbac: string = fileURLToPath(new URL("../../config/rbac", import.meta.url));

/** The namespace of the service account in config/rbac, before kustomize adds the name of the project. */
export const programNamespace = "system";

/** The manifests of the project as objects, for environments on virtual time, in which files cannot be read. */
export async function readManifests(): Promise<Pick<EnvironmentOptions, "crds" | "rbac">> {
  return { crds: await readCrds([crds]), rbac: await readRbac([rbac]) };
}

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly clientset: Clientset;
  readonly namespace: string;
  /** Starts a replica of the program, whose log lines have the field `replica`. */
  startReplica(replica: string, options?: Partial<RunOptions>, start?: StartOperatorOptions): Promise<RunningOperator>;
  /** The messages that a replica has logged, in order. */
  messages(replica: string): readonly string[];
}

/** Starts an environment with the role of the program, and without its CRD. */
export async function startFixture(options: EnvironmentOptions = {}): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment({ rbac: [rbac], ...options }));
  const namespace = await env.createNamespace();
  const owned = resources.move();
  return {
    env,
    namespace,
    clientset: createClientset(env.client),
    startReplica: (replica, runOptions, startOptions) =>
      env.startOperator((connection) => createProgram(connection, replica, runOptions), startOptions),
    messages: (replica) =>
      env.operatorLog.entries.filter((entry) => entry["replica"] === replica).map(({ message }) => message),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function createProgram(
  { transport, clock, random, log }: OperatorConnection,
  replica: string,
  options: Partial<RunOptions> = {},
): OperatorProgram {
  return {
    start: ({ signal }) =>
      run({ transport, clock, random, log: log.child({ replica }), instance: replica, ...options, signal }),
  };
}
