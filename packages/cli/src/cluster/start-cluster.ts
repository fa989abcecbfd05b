/**
 * The parts of the embedded cluster, put together. The server is always there; controllers and what installs CRDs are loaded by those who
 * want them, because a bare server is ready before they would be read.
 */
import { createApiServer, openApiServer } from "@kubewright/apiserver";
import type {
  ApiServer,
  ApiServerOptions,
  Listener,
  PodSecurityOptions,
  ServiceAccountOptions,
  TypeDescriptions,
} from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import type { ControllerChoice } from "@kubewright/controlplane";
import type { Transport } from "@kubewright/transport";
import type { AdmissionPluginOptions } from "./admission-plugin-flags.ts";

export interface ClusterOptions extends AdmissionPluginOptions {
  /** On 127.0.0.1; 0 for any free one. */
  readonly port: number;
  readonly controllers: ControllerChoice;
  /** Keeps the objects, absolute; without it they are in memory. */
  readonly directory?: string;
  /** Keys and issuers of service account tokens. */
  readonly serviceAccounts?: ServiceAccountOptions;
  /** The default policy and the exemptions of PodSecurity. */
  readonly podSecurity?: PodSecurityOptions;
  /** Loads the descriptions of built-in types, before the first OpenAPI response. */
  readonly loadTypeDescriptions: () => TypeDescriptions | undefined;
  /** Files or folders with CRDs to install, absolute. */
  readonly crds: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the start. What has started ends by disposing. */
  readonly signal: AbortSignal;
  /** Gets the error that ended the controllers. */
  readonly onControllersEnded: (error: unknown) => void;
}

/** A running cluster. Disposing it ends its controllers, then its server; objects that are in memory go with it. */
export interface Cluster extends AsyncDisposable {
  readonly listener: Listener;
  /** To the server without a socket, as a user who may do everything. */
  readonly transport: Transport;
}

/** Simulated Pods start and end within a second or two, as quick real ones do. */
const podTimes = { startMs: 500, runMs: 2_000, stopMs: 500 } as const;

/**
 * Starts a cluster; resolves when it listens and its CRDs are served.
 *
 * @throws {AdmissionPluginOptionError} for a plugin that the server lacks; `ListenError` when the port is taken; `StorageError` when the directory cannot be used; `EnvironmentError` and `ApiError` when a CRD cannot be installed.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { port, controllers, crds, clock, random } = options;
  const install = crds.length === 0 ? undefined : await readyToInstall(crds, options);

  await using resources = new AsyncDisposableStack();
  const withoutAccounts = makesServiceAccounts(controllers) ? [] : ["ServiceAccount"];
  const simulated = controllers === "none" ? {} : await simulatedContainers();
  const { serviceAccounts = {}, podSecurity = {}, loadTypeDescriptions } = options;
  const { enableAdmissionPlugins = [], disableAdmissionPlugins = [] } = options;
  const serverOptions = {
    clock,
    random,
    enableAdmissionPlugins,
    disableAdmissionPlugins: [...disableAdmissionPlugins, ...withoutAccounts],
    serviceAccounts,
    podSecurity,
    loadTypeDescriptions,
    ...simulated,
  };
  const apiServer = resources.use(
    options.directory === undefined
      ? createApiServer(serverOptions)
      : await openApiServer({ ...serverOptions, directory: options.directory }),
  );
  const listener = await apiServer.listen({ port });
  if (controllers !== "none") resources.use(await startControllers(apiServer, listener, options));
  await install?.(apiServer);
  const owned = resources.move();
  return { listener, transport: apiServer.transport(), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Without the controller that makes each namespace's account, the plug-in that demands one would refuse every Pod. */
function makesServiceAccounts(controllers: ControllerChoice): boolean {
  return controllers === "all" || controllers.includes("serviceaccount-controller");
}

/** Reads the files before anything is started: a wrong name is the commonest mistake. */
async function readyToInstall(
  files: readonly string[],
  { clock, random, signal }: ClusterOptions,
): Promise<(apiServer: ApiServer) => Promise<void>> {
  const [{ installCrds, readCrds }, { createClient }] = await Promise.all([
    import("@kubewright/envtest"),
    import("@kubewright/client"),
  ]);
  const crds = await readCrds(files);
  return async (apiServer) => {
    const client = createClient({ transport: apiServer.transport(), clock, random, fieldManager: "kubewright" });
    await installCrds(crds, { client, clock, signal });
  };
}

/** What simulated Pods answer to `kubectl logs` and `exec`. */
async function simulatedContainers(): Promise<Pick<ApiServerOptions, "nodeProxy">> {
  const { createSimulatedContainers } = await import("@kubewright/controlplane");
  return { nodeProxy: createSimulatedContainers() };
}

async function startControllers(
  apiServer: ApiServer,
  { caCertificate }: Listener,
  { controllers, clock, random, signal, onControllersEnded }: ClusterOptions,
): Promise<AsyncDisposable> {
  const { defaultPodStages, startControlPlane } = await import("@kubewright/controlplane");
  return startControlPlane({
    transport: apiServer.transport(),
    clock,
    random,
    controllers,
    podStages: defaultPodStages(podTimes),
    caCertificate,
    signal,
    onError: onControllersEnded,
  });
}
