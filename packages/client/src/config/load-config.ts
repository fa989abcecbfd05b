// Finds the configuration as kubectl and client-go do. Meant for the main program: it reads files, and its result reads rotated files again.

import { delimiter, dirname, join, resolve } from "node:path";

import { decodeJson } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { createSocketTransport } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";

import { ConfigError } from "../errors.ts";
import type { ClientConfig } from "./client-config.ts";
import { createMachineHost, isMissingFile } from "./config-host.ts";
import type { ConfigHost, OwnFile } from "./config-host.ts";
import type { ExecPolicy } from "./exec-credential.ts";
import { inClusterConfig } from "./in-cluster.ts";
import { mergeKubeconfigs, readKubeconfig } from "./kubeconfig.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type { Kubeconfig } from "./kubeconfig.ts";
import type { TransportFactory } from "./oidc-issuer.ts";
import { resolveKubeconfig } from "./resolve-kubeconfig.ts";

/** The largest accepted kubeconfig. */
const kubeconfigBytesMax = 3 * 1024 * 1024;

export interface LoadConfigOptions {
  /** Pass `process.env`. Used for KUBECONFIG, HOME, KUBERNETES_SERVICE_HOST and proxies; credential plugins inherit all of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file of a `--kubeconfig` option. If set, the file must exist and no other source is used. */
  readonly kubeconfig?: string;
  /** The name of the context. Default: the current context. */
  readonly context?: string;
  /** Which commands a kubeconfig may run. Default "named": see `ExecPolicy`. */
  readonly execPolicy?: ExecPolicy;
  readonly clock?: Clock;
  /** Files and commands; tests replace it. Default: those of the machine. */
  readonly host?: ConfigHost;
  /** Connects to the issuer of an oidc auth provider. Default: over sockets. */
  readonly createTransport?: TransportFactory;
}

/**
 * Loads the configuration from the first of these sources that exists: the `kubeconfig` option; the files of KUBECONFIG, merged as kubectl
 * does; the service account of the Pod; `~/.kube/config`.
 *
 * @throws {ConfigError} with one line that names the file, the field and the expected value.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<ClientConfig> {
  const { env, clock = createSystemClock(), host = createMachineHost(), execPolicy = "named" } = options;
  const resolveOptions = {
    env,
    clock,
    host,
    execPolicy,
    createTransport: options.createTransport ?? createSocketTransport,
    ...(options.context === undefined ? {} : { context: options.context }),
  };
  if (options.kubeconfig !== undefined && options.kubeconfig !== "") {
    const config = await loadFile(options.kubeconfig, host.readFile);
    if (config === undefined)
      throw new ConfigError(`Cannot use kubeconfig "${options.kubeconfig}": there is no such file`);
    return resolveKubeconfig(config, resolveOptions);
  }

  const paths = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  if (paths.length > 0) {
    const configs = await Promise.all(paths.map((path) => loadFile(path, host.readFile)));
    const present = configs.filter((config) => config !== undefined);
    if (present.length === 0)
      throw new ConfigError(`Cannot use KUBECONFIG "${paths.join(delimiter)}": there is no such file`);
    return resolveKubeconfig(mergeKubeconfigs(present), resolveOptions);
  }

  const pod = await inClusterConfig({ env, host, clock });
  if (pod !== undefined) return pod;

  const home = env["HOME"] ?? env["USERPROFILE"] ?? "";
  const config = home === "" ? undefined : await loadFile(join(home, ".kube", "config"), host.readOwnFile);
  if (config !== undefined) return resolveKubeconfig(config, resolveOptions);
  throw new ConfigError(
    "Cannot find a cluster: there is no --kubeconfig, no KUBECONFIG, no service account of a Pod and no ~/.kube/config",
  );
}

export interface KubeconfigTextOptions extends Pick<LoadConfigOptions, "context" | "clock"> {
  /** The name of the kubeconfig in messages. Default: "text". */
  readonly name?: string;
}

/** Reads the configuration from the text of a kubeconfig. Relative paths in it are errors, and it cannot run commands. */
export async function configFromKubeconfig(text: string, options: KubeconfigTextOptions = {}): Promise<ClientConfig> {
  const { name = "text", clock = createSystemClock(), context } = options;
  const config = await parseKubeconfig(text, { name, mayRun: false });
  return resolveKubeconfig(config, {
    env: {},
    clock,
    host: createMachineHost(),
    execPolicy: "never",
    createTransport: createSocketTransport,
    ...(context === undefined ? {} : { context }),
  });
}

/** Creates a transport to the server of a configuration. */
export function createTransportFor(config: ClientConfig, options: { readonly clock?: Clock } = {}): Transport {
  const { server, tls, credentials, proxy, gzip } = config;
  return createSocketTransport({
    server,
    ...(tls === undefined ? {} : { tls }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(gzip === undefined ? {} : { gzip }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
}

/** `read` returns the text of a file that was named, and of the default file whether it may run commands. */
async function loadFile(
  path: string,
  read: (path: string) => Promise<string | OwnFile>,
): Promise<Kubeconfig | undefined> {
  let file: string | OwnFile;
  try {
    file = await read(path);
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot use kubeconfig "${path}": it cannot be read: ${why}`, { cause: error });
  }
  const { text, isOwn } = typeof file === "string" ? { text: file, isOwn: true } : file;
  return parseKubeconfig(text, { name: path, folder: dirname(resolve(path)), mayRun: isOwn });
}

async function parseKubeconfig(text: string, origin: KubeconfigOrigin): Promise<Kubeconfig> {
  if (text.length > kubeconfigBytesMax) {
    throw new ConfigError(`Cannot use kubeconfig "${origin.name}": it is longer than ${kubeconfigBytesMax} bytes`);
  }
  const json = jsonKubeconfig(text);
  if (json !== undefined) return readKubeconfig(json, origin);
  // Loaded only when needed: a process in a Pod, or with a kubeconfig in JSON, does not use it.
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { schema: "core", strict: true, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [line] = error.message.split("\n");
    throw new ConfigError(`Cannot use kubeconfig "${origin.name}": ${line?.replace(/:$/, "") ?? "it is not YAML"}`);
  }
  try {
    return readKubeconfig(document.toJS({ maxAliasCount: 100 }), origin);
  } catch (failure) {
    if (failure instanceof ReferenceError) {
      throw new ConfigError(`Cannot use kubeconfig "${origin.name}": ${failure.message}`, { cause: failure });
    }
    throw failure;
  }
}

/** The value of a kubeconfig in JSON, or undefined. The YAML parser reads every other text and reports its errors. */
function jsonKubeconfig(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    const { value, duplicateKeys } = decodeJson(text, { reportDuplicates: true });
    return duplicateKeys.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
