/**
 * Starts the parts of the embedded cluster. Controllers and the installation of CRDs are loaded only when needed, because a server without
 * them is ready before they would be loaded.
 */
import { createApiServer, openApiServer } from "@kubewright/apiserver";
import type {
  ApiServer,
  ApiServerOptions,
  DurableApiServerOptions,
  Listener,
  ListenOptions,
  PodSecurityOptions,
  ServiceAccountOptions,
  StorageError,
  SyncPolicy,
  TypeDescriptions,
} from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import type { ControllerChoice } from "@kubewright/controlplane";
import type { Transport } from "@kubewright/transport";
import { createFolder } from "@kubewright/gen";
import type { AdmissionPluginOptions } from "./admission-plugin-flags.ts";
import type { InflightOptions } from "./inflight-flags.ts";

export interface ClusterOptions extends AdmissionPluginOptions, InflightOptions {
  /** The port on 127.0.0.1; 0 for any free one. */
  readonly port: number;
  readonly controllers: ControllerChoice;
  /** The absolute path of the directory that stores the objects. Default: in memory. */
  readonly directory?: string;
  /** When a write to the directory is synced to the disk. Default: that of `openApiServer`. */
  readonly sync?: SyncPolicy | undefined;
  /** Keys and issuers of service account tokens. */
  readonly serviceAccounts?: ServiceAccountOptions;
  /** The default policy and the exemptions of PodSecurity. */
  readonly podSecurity?: PodSecurityOptions;
  /** Loads the descriptions of built-in types, before the first OpenAPI response. */
  readonly loadTypeDescriptions: () => TypeDescriptions | undefined;
  /** Absolute paths of files or folders with CRDs to install. */
  readonly crds: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts the start. What has started is stopped by disposing. */
  readonly signal: AbortSignal;
  /** Receives the error that ended the controllers. */
  readonly onControllersEnded: (error: unknown) => void;
  /** Called once, when a write to the directory has failed. The server returns 500 from then on. */
  readonly onStorageError: (error: StorageError) => void;
}

/** A running cluster. Disposing stops its controllers, then its server. Objects in memory are lost. */
export interface Cluster extends AsyncDisposable {
  readonly listener: Listener;
  /** A connection to the server without a socket, as a user with all permissions. */
  readonly transport: Transport;
}

/** The startup and shutdown times of simulated Pods, similar to those of fast real ones. */
const podTimes = { startMs: 500, runMs: 2_000, stopMs: 500 } as const;

/**
 * Starts a cluster; resolves when it listens and its CRDs are served.
 *
 * @throws {AdmissionPluginOptionError} for a plugin that the server lacks; `ListenError` when the port is taken; `StorageError` when the directory cannot be used; `EnvironmentError` and `ApiError` when a CRD cannot be installed.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { port, controllers, crds, clock, random } = options;
  const install = crds.length === 0 ? undefined : await readyToInstall(crds, options);

  if (options.directory !== undefined) createFolder(options.directory, { mode: 0o700 });
  await using resources = new AsyncDisposableStack();
  const { serviceAccounts = {}, podSecurity = {}, loadTypeDescriptions } = options;
  const { maxRequestsInflight, maxMutatingRequestsInflight } = options;
  const serverOptions = {
    clock,
    random,
    serviceAccounts,
    podSecurity,
    loadTypeDescriptions,
    ...(maxRequestsInflight === undefined ? {} : { maxRequestsInflight }),
    ...(maxMutatingRequestsInflight === undefined ? {} : { maxMutatingRequestsInflight }),
    ...(await optionsBeside(controllers, options)),
  };
  const apiServer = resources.use(
    options.directory === undefined
      ? createApiServer(serverOptions)
      : await openApiServer({ ...serverOptions, ...storageOptions(options, options.directory) }),
  );
  const listener = await apiServer.listen({ port, ...(await credentialsOf(options)) });
  if (controllers !== "none") resources.use(await startControllers(apiServer, listener, options));
  await install?.(apiServer);
  const owned = resources.move();
  return { listener, transport: apiServer.transport(), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function credentialsOf(options: ClusterOptions): Promise<Pick<ListenOptions, "credentials">> {
  if (options.directory === undefined) return {};
  const { storedCredentials } = await import("./stored-credentials.ts");
  return { credentials: await storedCredentials(options.directory, options) };
}

function storageOptions(
  { sync, onStorageError }: ClusterOptions,
  directory: string,
): Pick<DurableApiServerOptions, "directory" | "sync" | "onStorageError"> {
  return { directory, onStorageError, ...(sync === undefined ? {} : { sync }) };
}

/** Reads the files before anything is started, because a wrong file name is the most common error. */
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

/** The options that depend on the controllers, and the output of simulated Pods for `kubectl logs` and `exec`. */
async function optionsBeside(
  controllers: ControllerChoice,
  plugins: AdmissionPluginOptions,
): Promise<ApiServerOptions> {
  const { createSimulatedContainers, serverOptionsFor } = await import("@kubewright/controlplane");
  const options = serverOptionsFor(controllers, plugins);
  return controllers === "none" ? options : { ...options, nodeProxy: createSimulatedContainers() };
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
