/** What a test selects: the server, what is installed on it, and the operator under test. */
import type { ApiServerOptions, ListenOptions } from "@kubewright/apiserver";
import type { Clock, Random } from "@kubewright/async";
import type { ControllerChoice, ControlPlaneOptions } from "@kubewright/controlplane";
import type { Spoke } from "@kubewright/webhook";
import type { CrdInstallTimes } from "./crds/install-crds.ts";
import type { CrdSource } from "./crds/read-crds.ts";
import type { ManifestSource } from "./manifests/read-manifests.ts";
import type { CreateOperator } from "./operator/operators.ts";
import type { ControlPlaneSettings } from "./real/control-plane-settings.ts";
import type { ServerKind } from "./server-kind.ts";
import type { EnvironmentWebhooks } from "./webhooks/install-webhooks.ts";

export interface EnvironmentOptions {
  /**
   * "embedded" starts the embedded API server in this process. "real" starts etcd and kube-apiserver from KUBEBUILDER_ASSETS, or the version that
   * `kubewright envtest use` has installed. "existing" uses the cluster of the current kubeconfig, which continues to run.
   *
   * Default: KUBEWRIGHT_TEST_SERVER; otherwise "existing" if USE_EXISTING_CLUSTER is "true"; otherwise "embedded".
   */
  readonly server?: ServerKind;
  /** CRDs to install: objects, files or folders. */
  readonly crds?: readonly CrdSource[];
  /** The wait until the CRDs are served. */
  readonly crdInstall?: CrdInstallTimes;
  /**
   * Webhooks that the server calls. The embedded server calls them as functions, and does not change the manifests. Other servers call them at a port
   * of 127.0.0.1, which replaces the Service in their configurations.
   */
  readonly webhooks?: EnvironmentWebhooks;
  /**
   * Conversions between the versions of kinds. The CRDs of these kinds get the conversion strategy Webhook. The embedded server calls the conversions
   * as functions; any other server calls them at a port of 127.0.0.1.
   */
  readonly conversions?: readonly Spoke[];
  /**
   * The service accounts, roles and bindings of the operator, such as `["config/rbac"]`: objects, files or folders, with one service account. Operators under
   * test then act as this account, so that a missing RBAC marker fails the test. Default: none, and operators are permitted everything.
   */
  readonly rbac?: readonly ManifestSource[];
  /**
   * Creates the operator under test: `(connection) => { const manager = createManager(connection); setup(manager); return manager; }`. It starts
   * once everything else is installed, and has synced when `startEnvironment` resolves. Default: none; `startOperator` starts further operators.
   */
  readonly operator?: CreateOperator;
  /** Receives each line that operators under test log. Default: lines are collected in `operatorLog` only. */
  readonly writeOperatorLog?: (line: string) => void;
  /** The controllers of the control plane, "none" by default, as in envtest. An existing cluster has its own controllers. */
  readonly controllers?: ControllerChoice;
  /** The life cycle of Pods on simulated nodes. */
  readonly podStages?: ControlPlaneOptions["podStages"];
  /** Time for the embedded server and its controllers. Default: the system clock. A virtual clock works with "embedded" only. */
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Lets the embedded server listen on loopback from the start; `kubeconfig()` then contains its address. Default: it listens with the first
   * call of `kubeconfig()`. Only a server that listens from the start has a certificate for the root CA publisher.
   */
  readonly listen?: ListenOptions;
  /** Receives the error that ended the controllers. Default: disposing the environment throws it. */
  readonly onControllersEnded?: (error: unknown) => void;
  /** Further options of the embedded server. */
  readonly apiServer?: Omit<ApiServerOptions, "clock" | "random">;
  /** The folder with etcd and kube-apiserver. Default: KUBEBUILDER_ASSETS, otherwise the newest installed version. */
  readonly assets?: string;
  /** Flags, timeouts and output of the programs of a real control plane. */
  readonly controlPlane?: ControlPlaneSettings;
  /**
   * Deletes the CRDs and the objects of `rbac` when the environment ends, if this environment has created them: for existing clusters, because
   * other servers discard everything. Default: false.
   */
  readonly cleanUpAfterUse?: boolean;
  /** Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}
