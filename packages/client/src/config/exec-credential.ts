// Credential plugins: a command that prints an ExecCredential with a token or a client certificate. A kubeconfig can name any command, so a
// command runs only if the policy allows it, without a shell, and with limits for its time and its output. The output is validated.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins

import { basename } from "node:path";

import type { Clock } from "@kubewright/async";
import { decodeJson } from "@kubewright/apimachinery";

import { ConfigError } from "../errors.ts";
import { fieldOf, textOf } from "../discovery/fields.ts";
import type { ConfigHost } from "./config-host.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type { KubeconfigCluster, KubeconfigExec } from "./kubeconfig.ts";

/**
 * Which commands a kubeconfig may run. "named": the commands of files that the user named, by option or by `KUBECONFIG`, and of `~/.kube/config` if only
 * the user can have written it. "never": no command. A list: these commands of such files, each by its path (a relative path is resolved first) or by the last part of the path.
 */
export type ExecPolicy = "named" | "never" | { readonly allow: readonly string[] };

export const execTimeoutMs = 60_000;
export const execOutputBytesMax: number = 1024 * 1024;

/** The time of a renewal before the expiry, so that no token expires during a request. */
const expiryMarginMs = 10_000;

/** The shortest time between two runs for credentials that the server rejects. */
const rejectedIntervalMs = 10_000;

/** How long a credential without an expiry is used. */
const noExpiryMaxAgeMs = 600_000;

export interface ExecCredential {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** The current credential of a plugin. */
export interface ExecCredentialSource {
  (): Promise<ExecCredential>;
  /** The next call runs the plugin again, unless the last run began less than `rejectedIntervalMs` ago. */
  readonly invalidate: () => void;
}

export interface ExecOptions {
  readonly host: Pick<ConfigHost, "run">;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly origin: KubeconfigOrigin;
  readonly exec: KubeconfigExec;
  /** Passed to the plugin if `provideClusterInfo` is set. */
  readonly cluster: KubeconfigCluster;
  readonly policy: ExecPolicy;
}

/**
 * Creates a source that returns a credential which has not expired. It runs the plugin if there is no such credential.
 *
 * @throws {ConfigError} at once if the policy does not allow the command. A call of the source throws it if the plugin fails.
 */
export function createExecCredential(options: ExecOptions): ExecCredentialSource {
  assertAllowed(options);
  const { clock } = options;
  let held: { readonly credential: ExecCredential; readonly until: number } | undefined;
  let running: Promise<ExecCredential> | undefined;
  let ranAt = Number.NEGATIVE_INFINITY;

  async function current(): Promise<ExecCredential> {
    if (held !== undefined && clock.wallTime() < held.until) return held.credential;
    running ??= run().finally(() => (running = undefined));
    return await running;
  }
  function invalidate(): void {
    if (clock.now() - ranAt >= rejectedIntervalMs) held = undefined;
  }
  return Object.assign(current, { invalidate });

  async function run(): Promise<ExecCredential> {
    const { exec, origin } = options;
    ranAt = clock.now();
    const output = await outputOf(options);
    const status = execStatus(output, exec, origin);
    const until =
      status.expiresAt === undefined ? clock.wallTime() + noExpiryMaxAgeMs : status.expiresAt - expiryMarginMs;
    held = { credential: status.credential, until };
    return status.credential;
  }
}

async function outputOf({ host, env, exec, origin, cluster }: ExecOptions): Promise<string> {
  try {
    return await host.run({
      command: exec.command,
      args: exec.args,
      env: { ...presentOf(env), ...exec.env, KUBERNETES_EXEC_INFO: JSON.stringify(execInfo(exec, cluster)) },
      timeoutMs: execTimeoutMs,
      outputBytesMax: execOutputBytesMax,
    });
  } catch (error) {
    const hint = exec.installHint === undefined ? "" : `; ${exec.installHint.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()}`;
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Cannot get credentials by "${exec.command}" of kubeconfig "${origin.name}": ${why}${hint}`, {
      cause: error,
    });
  }
}

function assertAllowed({ exec, origin, policy }: ExecOptions): void {
  const refusal = (why: string): ConfigError =>
    new ConfigError(`Cannot use kubeconfig "${origin.name}": its user requires the command "${exec.command}": ${why}`);
  if (policy === "never") throw refusal('execPolicy is "never"');
  if (!origin.mayRun) {
    throw refusal(
      "commands of the default file are run only if you own it and its group and others may not write to it: run chmod go-w, or name the file by --kubeconfig or KUBECONFIG",
    );
  }
  if (
    typeof policy === "object" &&
    !policy.allow.some((allowed) => allowed === exec.command || allowed === basename(exec.command))
  ) {
    throw refusal("execPolicy does not allow it");
  }
  if (exec.interactiveMode === "Always")
    throw refusal("interactiveMode is Always, must be Never or IfAvailable: there is no terminal");
}

function execInfo(exec: KubeconfigExec, cluster: KubeconfigCluster): object {
  const spec = { interactive: false, ...(exec.provideClusterInfo ? { cluster: clusterInfo(cluster) } : {}) };
  return { kind: "ExecCredential", apiVersion: exec.apiVersion, spec };
}

function clusterInfo(cluster: KubeconfigCluster): object {
  const data = cluster.certificateAuthorityData;
  return {
    server: cluster.server,
    "tls-server-name": cluster.tlsServerName,
    "insecure-skip-tls-verify": cluster.insecureSkipTlsVerify || undefined,
    "certificate-authority-data": data === undefined ? undefined : Buffer.from(data).toString("base64"),
    "proxy-url": cluster.proxyUrl,
    "disable-compression": cluster.disableCompression || undefined,
    config: cluster.execConfig ?? null,
  };
}

function execStatus(
  output: string,
  exec: KubeconfigExec,
  origin: KubeconfigOrigin,
): { readonly credential: ExecCredential; readonly expiresAt: number | undefined } {
  const refusal = (why: string, cause?: unknown): ConfigError =>
    new ConfigError(
      `Cannot use the credentials that "${exec.command}" of kubeconfig "${origin.name}" printed: ${why}`,
      { cause },
    );
  let document: unknown;
  try {
    document = decodeJson(output).value;
  } catch (error) {
    throw refusal("they are not JSON", error); // The message does not contain the output, which may contain a token.
  }
  const apiVersion = textOf(document, "apiVersion");
  if (textOf(document, "kind") !== "ExecCredential" || apiVersion !== exec.apiVersion) {
    throw refusal(
      `they are "${textOf(document, "kind")}" of "${apiVersion}", must be ExecCredential of ${exec.apiVersion}`,
    );
  }
  const status = fieldOf(document, "status");
  const token = textOf(status, "token");
  const certificate = textOf(status, "clientCertificateData");
  const key = textOf(status, "clientKeyData");
  if (token === "" && certificate === "") throw refusal("status has neither a token nor a certificate with its key");
  if ((certificate === "") !== (key === ""))
    throw refusal("status has only one of clientCertificateData and clientKeyData");

  const expiry = textOf(status, "expirationTimestamp");
  const expiresAt = expiry === "" ? undefined : Date.parse(expiry);
  if (Number.isNaN(expiresAt)) throw refusal(`status.expirationTimestamp is "${expiry}", must be a time of RFC 3339`);
  return {
    credential: { ...(token === "" ? {} : { token }), ...(certificate === "" ? {} : { certificate, key }) },
    expiresAt,
  };
}

function presentOf(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
