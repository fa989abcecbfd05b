/**
 * How kinds, admission plugins and bootstrap objects come into the server: as a list of modules, given to it at start.
 *
 * `src/kinds/builtin-modules.ts` exports `builtinModules(options: ModuleOptions): readonly ServerModule[]`.
 */
import type { NodeProxy } from "../connections/node-proxy.ts";
import type { TokenResult } from "../authentication/token-result.ts";
import type { ServiceAccountOptions } from "../kinds/tokens/service-account-options.ts";
import type { WebhookOptions } from "../webhooks/dial.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import type { Registry } from "./registry.ts";
import type { ServerContext } from "./server-context.ts";

export interface ServerModule {
  readonly name: string;
  /** Adds kinds. Called once, first; must be quick: schemas, columns and facts are loaded when a request needs them. */
  readonly register?: (registry: Registry) => void;
  /** In the order of the chain. */
  readonly admission?: readonly AdmissionPlugin[];
  /**
   * Called once after all kinds are registered: writes bootstrap objects that are missing, serves the CRDs found in the store (it is not
   * empty in a fork).
   */
  readonly start?: (context: ServerContext) => void;
  /** Called before each request, once the sender is known. Must be quick. */
  readonly beforeRequest?: (context: ServerContext) => void;
  /** Called once when the server ends: gives back timers and connections. */
  readonly stop?: () => void | Promise<void>;
  /** Authenticates a bearer token for a target that accepts any of `audiences`, unless an earlier module has recognized the token. */
  readonly authenticateToken?: (token: string, audiences: readonly string[], context: ServerContext) => TokenResult;
}

/** The options of `createApiServer` that the modules need. */
export interface ModuleOptions {
  /** CIDR of cluster IPs. Default `10.0.0.0/24`, as test control planes use. */
  readonly serviceClusterIpRange?: string;
  /** Admission plugins to leave out, by name. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** Admission plugins to add to the default set, by name. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Answers for the containers of Pods: logs, exec, attach. Default: nobody does, and requests for them say so. */
  readonly nodeProxy?: NodeProxy;
  /** Keys, issuers and audiences of service account tokens. */
  readonly serviceAccounts?: ServiceAccountOptions;
  /** How admission webhooks are reached. */
  readonly webhooks?: WebhookOptions;
}
