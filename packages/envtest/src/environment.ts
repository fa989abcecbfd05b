/**
 * A control plane for a test, and the operator under test: the embedded server in this process, real programs, or an existing cluster. The test is
 * the same for all three.
 */
import type { ApiServer, Listener } from "@kubewright/apiserver";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { startControlPlane } from "@kubewright/controlplane";
import type { Transport } from "@kubewright/transport";
import { installCrds } from "./crds/install-crds.ts";
import { readCrds } from "./crds/read-crds.ts";
import type { EnvironmentOptions } from "./environment-options.ts";
import { absentOf, crdType, deleteNamespace, deleteObjects, uninstallCrds } from "./cleanup/clean-up.ts";
import { createOrReplace } from "./manifests/create-or-replace.ts";
import { Operators } from "./operator/operators.ts";
import type { CreateOperator, RunningOperator, StartOperatorOptions } from "./operator/operators.ts";
import type { OperatorLog } from "./operator/operator-log.ts";
import { installRbac, namespaceType, rbacTypeOf, readRbac } from "./rbac/install-rbac.ts";
import { serverFrom } from "./server-kind.ts";
import type { ServerKind } from "./server-kind.ts";
import { serverStarters } from "./servers.ts";
import type { StartedServer, Setup } from "./servers.ts";
import type { AddedUser, EnvironmentUser } from "./users/environment-user.ts";
import { conversionsInProcess, convertedCrds, serveConversions } from "./webhooks/conversion-webhooks.ts";
import { installWebhooks } from "./webhooks/install-webhooks.ts";
import { readConfigurations, typeOf } from "./webhooks/webhook-configuration.ts";

/**
 * A running control plane. Disposing stops operators, webhooks, controllers and the server, in this order. All objects are
 * then deleted, except in an existing cluster.
 *
 * @throws {OperatorError} on disposal, if an operator under test failed and no wait has rejected with that.
 */
export interface Environment extends AsyncDisposable {
  readonly server: ServerKind;
  /** Connects to the API server as a user with all permissions. */
  readonly transport: Transport;
  /** A client with `transport`, without a cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The embedded server, to act as another user, to fork or to listen. */
  readonly apiServer?: ApiServer;
  /** The address of the embedded server, with the option `listen`. */
  readonly listener?: Listener;
  /**
   * A kubeconfig for other programs. The first call makes the embedded server listen on a loopback port.
   * It contains a credential: write it with mode 0600.
   */
  kubeconfig(): Promise<string>;
  /**
   * A transport that acts as the user: as a user of the embedded server, or through impersonation. Disposing the environment ends it.
   */
  transportAs(user: EnvironmentUser): Transport;
  /**
   * Starts an operator in this process and resolves once it has synced. An environment runs several: replicas, or one after the other.
   *
   * @throws {OperatorError} if the operator ends with an error, or is denied a request, before it has synced.
   */
  startOperator(create: CreateOperator, options?: StartOperatorOptions): Promise<RunningOperator>;
  /** The log of the operators under test. */
  readonly operatorLog: OperatorLog;
  /** The requests of operators under test that may change objects other than Events, in order: `POST /api/v1/namespaces/default/pods`. */
  readonly operatorWrites: readonly string[];
  /** Aborted with an `OperatorError` when an operator under test fails, or with the option `signal`. `waitFor` observes it. */
  readonly signal: AbortSignal;
  /**
   * Adds a user to the embedded server, or a user with a client certificate to a real server. In an existing cluster the transport impersonates
   * the user. Permissions come from RBAC; the group `system:masters` is permitted everything.
   */
  addUser(user: EnvironmentUser): Promise<AddedUser>;
  /** Creates a namespace with a unique name. In an existing cluster, disposing the environment deletes it as `deleteNamespace` does. */
  createNamespace(options?: CreateNamespaceOptions): Promise<string>;
  /**
   * Deletes a namespace with everything in it, including objects with finalizers. On servers without a namespace controller the empty namespace stays in
   * phase Terminating.
   */
  deleteNamespace(name: string): Promise<void>;
}

export interface CreateNamespaceOptions {
  /** Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Starts a control plane, installs the CRDs and resolves when they are served.
 *
 * ```ts
 * await using env = await startEnvironment({ crds: ["config/crd/bases"] });
 * await env.client.create(MyJob, { metadata: { namespace: "default", name: "a" }, spec });
 * ```
 */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const crds = await readCrds(options.crds ?? []);
  const rbac = await readRbac(options.rbac ?? []);
  const { clock = createSystemClock(), random = createSystemRandom(), env = process.env, signal } = options;
  const server = options.server ?? serverFrom(env);
  const configurations = options.webhooks
    ? await readConfigurations(options.webhooks.manifests, options.webhooks.handlers)
    : [];
  const setup: Setup = { ...options, clock, random, env, configurations };

  await using resources = new AsyncDisposableStack();
  const started = await serverStarters[server](setup, resources);
  const client = createClient({ transport: started.transport, clock, random, fieldManager: "envtest" });
  if (server !== "existing") await startControllers(setup, started, resources);
  const installing = { client, clock, random, signal };
  const definitions = await withConversions(server, crds, setup, resources);
  await deferCleanUp(setup, { crds: definitions, rbac, client }, resources);
  await installCrds(definitions, { ...options.crdInstall, ...installing });
  if (server === "embedded") {
    for (const configuration of configurations) await createOrReplace(typeOf(configuration), configuration, installing);
  } else if (options.webhooks) {
    resources.use(await installWebhooks(options.webhooks, installing));
  }
  const roleUser = options.rbac && (await installRbac(rbac, installing));
  const namespaces: string[] = [];
  resources.defer(async () => {
    if (server === "existing") for (const name of namespaces) await deleteNamespace(name, { client, clock });
  });
  const operators = resources.use(operatorsOn(started, { ...setup, roleUser }));
  if (options.operator) await operators.start(options.operator);
  const owned = resources.move();
  return {
    server,
    client,
    clock,
    random,
    ...started,
    startOperator: (create, startOptions) => operators.start(create, startOptions),
    operatorLog: operators.log,
    operatorWrites: operators.writes,
    signal: operators.signal,
    async addUser(user) {
      const added = await started.addUser(user);
      return { ...added, client: createClient({ transport: added.transport, clock, random }) };
    },
    async createNamespace({ labels = {} } = {}) {
      const { metadata } = await client.create(namespaceType, { metadata: { generateName: "test-", labels } });
      namespaces.push(metadata.name);
      return metadata.name;
    },
    deleteNamespace: (name) => deleteNamespace(name, { client, clock }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function operatorsOn(
  { transport, transportAs }: StartedServer,
  { clock, random, signal, roleUser, writeOperatorLog }: Setup & { readonly roleUser: EnvironmentUser | undefined },
): Operators {
  return new Operators({
    clock,
    random,
    roleUser,
    signal,
    writeLog: writeOperatorLog,
    transportOf: (user) => (user === "admin" ? transport : transportAs(user)),
  });
}

/** Deletes the objects that the environment creates when it is disposed. */
async function deferCleanUp(
  { cleanUpAfterUse = false, clock }: Setup,
  { crds, rbac, client }: { crds: readonly KubernetesObject[]; rbac: readonly KubernetesObject[]; client: Client },
  resources: AsyncDisposableStack,
): Promise<void> {
  if (!cleanUpAfterUse) return;
  const newCrds = await absentOf(crds, () => crdType, { client });
  const newRbac = await absentOf(rbac, rbacTypeOf, { client });
  resources.defer(() => uninstallCrds(newCrds, { client, clock }));
  resources.defer(() => deleteObjects(newRbac, rbacTypeOf, { client }));
}

/** The CRDs; those of kinds with conversions have the conversion strategy Webhook. */
async function withConversions(
  server: ServerKind,
  crds: readonly KubernetesObject[],
  { conversions, clock, random }: Setup,
  resources: AsyncDisposableStack,
): Promise<readonly KubernetesObject[]> {
  if (!conversions) return crds;
  if (server === "embedded") return convertedCrds(crds, conversions, conversionsInProcess);
  return resources.use(await serveConversions(crds, conversions, { clock, random })).crds;
}

async function startControllers(
  { clock, random, controllers = "none", podStages, signal, onControllersEnded }: Setup,
  { transport, listener }: StartedServer,
  resources: AsyncDisposableStack,
): Promise<void> {
  if (controllers === "none") return;
  let ended: { readonly error: unknown } | undefined;
  // Below the control plane in the stack, so that it runs after the control plane has stopped. Without controllers, waits of a test time
  // out, so the test must fail with their error.
  resources.defer(() => {
    if (ended && !onControllersEnded) throw ended.error;
  });
  const controlPlane = await startControlPlane({
    transport,
    clock,
    random,
    controllers,
    ...(podStages ? { podStages } : {}),
    ...(listener ? { caCertificate: listener.caCertificate } : {}),
    signal,
    onError(error) {
      ended = { error };
      onControllersEnded?.(error);
    },
  });
  resources.use(controlPlane);
}
