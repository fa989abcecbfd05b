/**
 * A control plane for a test, of the kind that the test selects: embedded in this process, real programs, or a cluster that exists. The test is
 * the same for all three.
 */
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer, ApiServerOptions, Listener, ListenOptions } from "@kubewright/apiserver";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { createSimulatedContainers, startControlPlane } from "@kubewright/controlplane";
import type { ControllerChoice, ControlPlaneOptions } from "@kubewright/controlplane";
import type { Transport } from "@kubewright/transport";
import { createWebhookServer } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { installCrds } from "./crds/install-crds.ts";
import { readCrds } from "./crds/read-crds.ts";
import type { CrdSource } from "./crds/read-crds.ts";
import { EnvironmentError } from "./errors.ts";
import { kubeconfigText } from "./kubeconfig-text.ts";
import { startRealControlPlane } from "./real/real-control-plane.ts";
import { createOrReplace } from "./manifests/create-or-replace.ts";
import { serverFrom } from "./server-kind.ts";
import type { ServerKind } from "./server-kind.ts";
import { conversionsInProcess, convertedCrds, serveConversions } from "./webhooks/conversion-webhooks.ts";
import { dialInProcess } from "./webhooks/dial-in-process.ts";
import { installWebhooks } from "./webhooks/install-webhooks.ts";
import type { EnvironmentWebhooks } from "./webhooks/install-webhooks.ts";
import { readConfigurations, typeOf } from "./webhooks/webhook-configuration.ts";
import type { WebhookConfiguration } from "./webhooks/webhook-configuration.ts";

export interface EnvironmentOptions {
  /**
   * "embedded" starts our API server in this process, "real" starts etcd and kube-apiserver from KUBEBUILDER_ASSETS or as
   * `kubewright envtest use` has installed them, "existing" takes the cluster of the current kubeconfig and leaves it running.
   *
   * Default: KUBEWRIGHT_TEST_SERVER; else "existing" when USE_EXISTING_CLUSTER is "true"; else "embedded".
   */
  readonly server?: ServerKind;
  /** CRDs to install: objects, files or folders. */
  readonly crds?: readonly CrdSource[];
  /**
   * Webhooks that the server asks. The embedded server calls them as functions, and the manifests stay as they are; any other asks them at a port
   * of 127.0.0.1, which the configurations in it name instead of a Service.
   */
  readonly webhooks?: EnvironmentWebhooks;
  /**
   * Conversions between the versions of kinds. The CRDs of these kinds get the conversion strategy Webhook. The embedded server calls the conversions
   * as functions; any other server calls them at a port of 127.0.0.1.
   */
  readonly conversions?: readonly Spoke[];
  /** The controllers that run around the server, "none" by default, as envtest has it. A server that exists has its own. */
  readonly controllers?: ControllerChoice;
  /** How the Pods of simulated nodes live. */
  readonly podStages?: ControlPlaneOptions["podStages"];
  /** Time for the embedded server and its controllers. Default: the machine's. A virtual clock works with "embedded" alone. */
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Lets the embedded server listen on loopback from the start; `kubeconfig()` then contains its address. Default: it listens with the first
   * call of `kubeconfig()`. Only a server that listens from the start has a certificate for the root CA publisher.
   */
  readonly listen?: ListenOptions;
  /** Gets the error that ended the controllers. Default: disposing the environment throws it. */
  readonly onControllersEnded?: (error: unknown) => void;
  /** Further options of the embedded server. */
  readonly apiServer?: Omit<ApiServerOptions, "clock" | "random">;
  /** The folder with etcd and kube-apiserver. Default: KUBEBUILDER_ASSETS, else the newest that are installed. */
  readonly assets?: string;
  /** Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** A running control plane. Disposing it ends what it started, in order, and forgets all objects, except in an existing cluster. */
export interface Environment extends AsyncDisposable {
  readonly server: ServerKind;
  /** To the API server, as a user who may do everything. */
  readonly transport: Transport;
  /** Over `transport`, without a cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** The embedded server, to act as another user, to fork or to listen. */
  readonly apiServer?: ApiServer;
  /** Where the embedded server listens, with the option `listen`. */
  readonly listener?: Listener;
  /**
   * The text of a kubeconfig for other programs. The embedded server begins to listen on a loopback port for it, once.
   * It holds a credential: write it with mode 0600.
   */
  kubeconfig(): Promise<string>;
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
  const { clock = createSystemClock(), random = createSystemRandom(), env = process.env, signal } = options;
  const server = options.server ?? serverFrom(env);
  const configurations = options.webhooks
    ? await readConfigurations(options.webhooks.manifests, options.webhooks.handlers)
    : [];
  const setup: Setup = { ...options, clock, random, env, configurations };

  await using resources = new AsyncDisposableStack();
  const reached = await starters[server](setup, resources);
  const client = createClient({ transport: reached.transport, clock, random, fieldManager: "envtest" });
  if (server !== "existing") await startControllers(setup, reached, resources);
  const installing = { client, clock, random, signal };
  await installCrds(await withConversions(server, crds, setup, resources), installing);
  if (server === "embedded") {
    for (const configuration of configurations) await createOrReplace(typeOf(configuration), configuration, installing);
  } else if (options.webhooks) {
    resources.use(await installWebhooks(options.webhooks, installing));
  }
  const owned = resources.move();
  return { server, client, clock, random, ...reached, [Symbol.asyncDispose]: () => owned.disposeAsync() };
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

type Setup = EnvironmentOptions & {
  readonly clock: Clock;
  readonly random: Random;
  readonly env: NodeJS.ProcessEnv;
  /** Of the option `webhooks`. */
  readonly configurations: readonly WebhookConfiguration[];
};
type Reached = Pick<Environment, "transport" | "apiServer" | "listener" | "kubeconfig">;

const starters = {
  embedded: startEmbedded,
  real: startReal,
  existing: reachExisting,
} satisfies Record<ServerKind, (setup: Setup, resources: AsyncDisposableStack) => Promise<Reached>>;

async function startEmbedded(setup: Setup, resources: AsyncDisposableStack): Promise<Reached> {
  const { clock, random, listen, apiServer: serverOptions, controllers } = setup;
  const disableAdmissionPlugins = [
    ...(serverOptions?.disableAdmissionPlugins ?? []),
    ...(makesServiceAccounts(controllers) ? [] : ["ServiceAccount"]),
  ];
  const apiServer = resources.use(
    createApiServer({
      nodeProxy: createSimulatedContainers(),
      ...serverOptions,
      ...webhooksOf(setup),
      disableAdmissionPlugins,
      clock,
      random,
    }),
  );
  const reached = { transport: apiServer.transport(), apiServer };
  if (listen) {
    const listener = await apiServer.listen(listen);
    return { ...reached, listener, kubeconfig: async () => listener.kubeconfig() };
  }
  let listening: Promise<string> | undefined;
  const listenOnce = async (): Promise<string> => (await apiServer.listen()).kubeconfig();
  return { ...reached, kubeconfig: () => (listening ??= listenOnce()) };
}

function webhooksOf(setup: Setup): Pick<ApiServerOptions, "webhooks"> {
  const { webhooks, conversions, configurations, clock, apiServer } = setup;
  if (!webhooks && !conversions) return {};
  const server = createWebhookServer({ webhooks: webhooks?.handlers ?? {}, ...(conversions ? { conversions } : {}) });
  const addresses = configurations.flatMap(({ webhooks: each = [] }) => each.map(({ clientConfig }) => clientConfig));
  const ours = [...addresses, ...(conversions ? [conversionsInProcess] : [])];
  return { webhooks: { dial: dialInProcess(server, ours, clock, apiServer?.webhooks?.dial) } };
}

/** Without the controller that makes each namespace's account, the plug-in that demands one would refuse every Pod; envtest turns it off too. */
function makesServiceAccounts(controllers: ControllerChoice = "none"): boolean {
  return controllers === "all" || controllers.includes("serviceaccount-controller");
}

async function startReal(setup: Setup, resources: AsyncDisposableStack): Promise<Reached> {
  const { clock, random, env, assets, signal } = setup;
  const real = resources.use(
    await startRealControlPlane({
      clock,
      random,
      env,
      ...(assets === undefined ? {} : { assets }),
      signal,
    }),
  );
  return { transport: real.transport, kubeconfig: async () => kubeconfigText(real) };
}

async function reachExisting({ clock, env }: Setup, resources: AsyncDisposableStack): Promise<Reached> {
  const config = await loadConfig({ env, clock });
  const transport = resources.use(createTransportFor(config));
  const kubeconfig = (): Promise<string> =>
    Promise.reject(
      new EnvironmentError(
        `Cannot give a kubeconfig: the cluster exists already: use the one that led to it, ${config.source}`,
      ),
    );
  return { transport, kubeconfig };
}

async function startControllers(
  { clock, random, controllers = "none", podStages, signal, onControllersEnded }: Setup,
  { transport, listener }: Reached,
  resources: AsyncDisposableStack,
): Promise<void> {
  if (controllers === "none") return;
  let ended: { readonly error: unknown } | undefined;
  // Below the control plane in the stack, so that it looks once that has come to its end. A test without controllers would only
  // wait in vain, so it must hear why.
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
