// Resolves a kubeconfig: its context, and the server, certificates and credentials of the context.

import type { Clock } from "@kubewright/async";
import type { CredentialsProvider, HeaderMap, ProxyOptions, TlsOptions, TlsProvider } from "@kubewright/transport";

import { ConfigError } from "../errors.ts";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigHost } from "./config-host.ts";
import { createExecCredential } from "./exec-credential.ts";
import type { ExecCredentialSource, ExecPolicy } from "./exec-credential.ts";
import { impersonationHeaders } from "./impersonation-headers.ts";
import { createOidcIssuer } from "./oidc-issuer.ts";
import type { TransportFactory } from "./oidc-issuer.ts";
import { createOidcTokenSource } from "./oidc-token.ts";
import type { OidcTokenOptions, OidcTokenSource } from "./oidc-token.ts";
import { persistTokens } from "./persist-tokens.ts";
import type { KubeconfigOrigin } from "./field-reader.ts";
import type {
  Kubeconfig,
  KubeconfigAuthProvider,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigUser,
} from "./kubeconfig.ts";
import { createPolledFile } from "./polled-file.ts";

export interface ResolveOptions {
  /** The name of the context. Default: the current context. */
  readonly context?: string;
  readonly host: ConfigHost;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly execPolicy: ExecPolicy;
  /** Connects to the issuer of an oidc auth provider. */
  readonly createTransport: TransportFactory;
}

interface Text {
  (): string | Promise<string>;
  readonly invalidate?: () => void;
}

/** The current `authorization` header. */
interface Authorization {
  (): Promise<string | undefined>;
  /** Called when the server has rejected the header. */
  readonly invalidate?: (() => void) | undefined;
}

/**
 * Resolves a context of a kubeconfig. Reads the files that it names. Runs no command before the first request.
 *
 * @throws {ConfigError} that names the file and the field.
 */
export async function resolveKubeconfig(config: Kubeconfig, options: ResolveOptions): Promise<ClientConfig> {
  const { name, context } = contextOf(config, options.context);
  const cluster = entryOf(config.clusters, context.cluster, `context "${name}" names cluster`, context.origin);
  // A context without a user has no credentials.
  const user =
    context.user === ""
      ? undefined
      : entryOf(config.users, context.user, `context "${name}" names user`, context.origin);
  assertServer(cluster, context.cluster);

  const secure = cluster.server.startsWith("https:");
  const exec = user?.exec === undefined || !secure ? undefined : execOf(user, cluster, options);
  const tls = secure ? await tlsOf(cluster, user, exec, options) : undefined;
  const credentials = await credentialsOf(user && { ...user, name: context.user }, secure, exec, options);
  const proxy = proxyOf(cluster.proxyUrl, options.env);
  return {
    server: cluster.server,
    namespace: context.namespace ?? "default",
    source: `context "${name}" of kubeconfig "${context.origin.name}"`,
    warnings: warningsOf(cluster, user, secure),
    ...(tls === undefined ? {} : { tls }),
    ...(credentials === undefined ? {} : { credentials }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(cluster.disableCompression ? { gzip: false } : {}),
  };
}

function contextOf(config: Kubeconfig, wanted: string | undefined): { name: string; context: KubeconfigContext } {
  const name = wanted ?? config.currentContext;
  const known = [...config.contexts.keys()];
  const list =
    known.length === 0 ? "it has no contexts" : `its contexts are ${known.map((text) => `"${text}"`).join(", ")}`;
  if (name === undefined)
    throw new ConfigError(`Cannot use kubeconfig: current-context is missing, must be a context: ${list}`);
  const context = config.contexts.get(name);
  if (context === undefined) throw new ConfigError(`Cannot use kubeconfig: there is no context "${name}": ${list}`);
  return { name, context };
}

function entryOf<E>(entries: ReadonlyMap<string, E>, name: string, what: string, origin: KubeconfigOrigin): E {
  const entry = entries.get(name);
  if (entry === undefined)
    throw new ConfigError(`Cannot use kubeconfig "${origin.name}": ${what} "${name}", which does not exist`);
  return entry;
}

function assertServer({ server, origin, insecureSkipTlsVerify, ...cluster }: KubeconfigCluster, name: string): void {
  const refusal = (why: string): ConfigError =>
    new ConfigError(`Cannot use kubeconfig "${origin.name}": cluster "${name}": ${why}`);
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refusal(`server is "${server}", must be https://host:port`);
  }
  const hasAuthority = cluster.certificateAuthority !== undefined || cluster.certificateAuthorityData !== undefined;
  if (insecureSkipTlsVerify && hasAuthority) {
    throw refusal("insecure-skip-tls-verify and certificate-authority are both set, must be one of them");
  }
}

function execOf(
  user: KubeconfigUser,
  cluster: KubeconfigCluster,
  options: ResolveOptions,
): ExecCredentialSource | undefined {
  if (user.exec === undefined) return undefined;
  const { host, clock, env, execPolicy } = options;
  return createExecCredential({ host, clock, env, cluster, origin: user.origin, exec: user.exec, policy: execPolicy });
}

async function tlsOf(
  cluster: KubeconfigCluster,
  user: KubeconfigUser | undefined,
  exec: ExecCredentialSource | undefined,
  options: ResolveOptions,
): Promise<TlsOptions | TlsProvider | undefined> {
  const fixed: TlsOptions = {
    ...(cluster.tlsServerName === undefined ? {} : { serverName: cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify ? { insecureSkipVerify: true } : {}),
  };
  const origin = user?.origin ?? cluster.origin;
  const ca = await textOf(
    cluster.certificateAuthorityData,
    cluster.certificateAuthority,
    "certificate-authority",
    cluster.origin,
    options,
  );
  const certificate = await textOf(
    user?.clientCertificateData,
    user?.clientCertificate,
    "client-certificate",
    origin,
    options,
  );
  const key = await textOf(user?.clientKeyData, user?.clientKey, "client-key", origin, options);
  if ((certificate === undefined) !== (key === undefined)) {
    const [present, missing] =
      key === undefined ? ["client-certificate", "client-key"] : ["client-key", "client-certificate"];
    throw new ConfigError(
      `Cannot use kubeconfig "${origin.name}": ${missing} is missing, must be set together with ${present}`,
    );
  }
  if (ca === undefined && certificate === undefined && exec === undefined) {
    return Object.keys(fixed).length === 0 ? undefined : fixed;
  }

  return async () => {
    const plugin = await exec?.();
    const pair =
      plugin?.certificate !== undefined && plugin.key !== undefined
        ? { certificate: plugin.certificate, key: plugin.key }
        : certificate !== undefined && key !== undefined
          ? { certificate: await certificate(), key: await key() }
          : {};
    return { ...fixed, ...(ca === undefined ? {} : { ca: await ca() }), ...pair };
  };
}

/** A user, with the name of its entry. */
type NamedUser = KubeconfigUser & { readonly name: string };

async function credentialsOf(
  user: NamedUser | undefined,
  secure: boolean,
  exec: ExecCredentialSource | undefined,
  options: ResolveOptions,
): Promise<CredentialsProvider | undefined> {
  if (user === undefined) return undefined;
  if (user.authProvider !== undefined) assertAuthProvider(user, user.authProvider);
  const impersonation = impersonationHeaders(user);
  const authorization = secure ? await authorizationOf(user, exec, options) : undefined;
  if (authorization === undefined) return Object.keys(impersonation).length === 0 ? undefined : () => impersonation;
  const headers = async (): Promise<HeaderMap> => {
    const value = await authorization();
    return value === undefined ? impersonation : { ...impersonation, authorization: value };
  };
  return Object.assign(headers, invalidateOf(authorization));
}

/** "oidc" is the only provider that client-go still has; Kubernetes 1.26 removed the others. */
function assertAuthProvider({ origin, exec }: KubeconfigUser, { name }: KubeconfigAuthProvider): void {
  const refusal = (found: string): ConfigError =>
    new ConfigError(`Cannot use kubeconfig "${origin.name}": auth-provider is "${name}", ${found}`);
  if (["gcp", "azure", "openstack"].includes(name)) throw refusal("which was removed in Kubernetes 1.26: use exec");
  if (name !== "oidc") throw refusal("must be oidc: use exec for other providers");
  if (exec !== undefined) throw refusal("and exec is set, must be one of them");
}

/** The `authorization` header, in client-go's order: the token of a plugin, a token, user name and password, the token of an auth provider. */
async function authorizationOf(
  user: NamedUser,
  exec: ExecCredentialSource | undefined,
  options: ResolveOptions,
): Promise<Authorization | undefined> {
  if (exec !== undefined) {
    const authorization = async (): Promise<string | undefined> => {
      const { token } = await exec();
      return token === undefined ? undefined : `Bearer ${token}`;
    };
    return Object.assign(authorization, invalidateOf(exec));
  }
  // tokenFile has precedence over token, as in client-go.
  const token =
    user.tokenFile === undefined
      ? await textOf(user.token, undefined, "token", user.origin, options)
      : await textOf(undefined, user.tokenFile, "tokenFile", user.origin, options);
  if (token !== undefined) {
    return Object.assign(async () => `Bearer ${(await token()).trim()}`, invalidateOf(token));
  }
  if (user.username !== undefined || user.password !== undefined) {
    const pair = Buffer.from(`${user.username ?? ""}:${user.password ?? ""}`).toString("base64");
    return async () => `Basic ${pair}`;
  }
  if (user.authProvider === undefined) return undefined;
  const idToken = await oidcTokenOf(user, user.authProvider, options);
  return Object.assign(async () => `Bearer ${await idToken()}`, invalidateOf(idToken));
}

async function oidcTokenOf(
  { name, origin }: NamedUser,
  provider: KubeconfigAuthProvider,
  options: ResolveOptions,
): Promise<OidcTokenSource> {
  const { clock, host, env, createTransport } = options;
  const { certificateAuthority: path, certificateAuthorityData: data } = provider;
  const ca = await (await textOf(data, path, "idp-certificate-authority", origin, options))?.();
  const issuer = createOidcIssuer(provider, { createTransport, clock, ca, proxy: proxyOf(undefined, env) });
  const persist: OidcTokenOptions["persist"] = (tokens, used) =>
    persistTokens(tokens, used, { host, origin, user: name });
  return createOidcTokenSource(provider, { origin, clock, issuer, persist });
}

function invalidateOf({ invalidate }: Pick<Authorization, "invalidate">): { readonly invalidate?: () => void } {
  return invalidate === undefined ? {} : { invalidate };
}

async function textOf(
  data: string | undefined,
  path: string | undefined,
  field: string,
  origin: KubeconfigOrigin,
  { host, clock }: ResolveOptions,
): Promise<Text | undefined> {
  if (data !== undefined) return () => data;
  if (path === undefined) return undefined;
  try {
    return await createPolledFile(host, path, clock);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `Cannot use kubeconfig "${origin.name}": ${field} is "${path}", which cannot be read: ${why}`,
      { cause: error },
    );
  }
}

/** The proxy of the cluster, or those of the environment. */
export function proxyOf(
  proxyUrl: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ProxyOptions | undefined {
  if (proxyUrl !== undefined) return { https: proxyUrl, http: proxyUrl };
  const https = env["HTTPS_PROXY"] ?? env["https_proxy"] ?? "";
  const http = env["HTTP_PROXY"] ?? env["http_proxy"] ?? "";
  const except = env["NO_PROXY"] ?? env["no_proxy"] ?? "";
  if (https === "" && http === "") return undefined;
  return {
    ...(https === "" ? {} : { https }),
    ...(http === "" ? {} : { http }),
    ...(except === "" ? {} : { except }),
  };
}

function warningsOf(cluster: KubeconfigCluster, user: KubeconfigUser | undefined, secure: boolean): readonly string[] {
  const warnings: string[] = [];
  if (cluster.insecureSkipTlsVerify) {
    warnings.push(
      `The identity of ${cluster.server} is NOT verified (insecure-skip-tls-verify in "${cluster.origin.name}"): an attacker on the network can read and change all traffic, including credentials`,
    );
  }
  if (!secure && user !== undefined) {
    warnings.push(`${cluster.server} is not encrypted: the credentials in "${user.origin.name}" are not sent to it`);
  }
  return warnings;
}
