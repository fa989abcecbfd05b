// A kubeconfig as a value: validated, with absolute paths. Each entry has the file from which it was read, because the policy for commands
// depends on the file.
// https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/

import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";

import { ConfigError } from "../errors.ts";
import { createFieldReader } from "./field-reader.ts";
import type { FieldReader, KubeconfigOrigin } from "./field-reader.ts";

export interface KubeconfigCluster {
  readonly origin: KubeconfigOrigin;
  readonly server: string;
  readonly tlsServerName?: string;
  readonly insecureSkipTlsVerify: boolean;
  /** An absolute path. */
  readonly certificateAuthority?: string;
  /** PEM. */
  readonly certificateAuthorityData?: string;
  readonly proxyUrl?: string;
  readonly disableCompression: boolean;
  /** The value of the extension `client.authentication.k8s.io/exec`, for credential plugins. */
  readonly execConfig?: JsonValue;
}

export interface KubeconfigExec {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint?: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode?: string;
}

export interface KubeconfigUser {
  readonly origin: KubeconfigOrigin;
  readonly clientCertificate?: string;
  readonly clientCertificateData?: string;
  readonly clientKey?: string;
  readonly clientKeyData?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonate?: {
    readonly user: string;
    readonly uid?: string;
    readonly groups: readonly string[];
    readonly extra: Readonly<Record<string, readonly string[]>>;
  };
  readonly authProvider?: KubeconfigAuthProvider;
  readonly exec?: KubeconfigExec;
}

/** An auth provider of client-go, with the settings of "oidc". */
export interface KubeconfigAuthProvider {
  readonly name: string;
  readonly idToken?: string;
  readonly refreshToken?: string;
  readonly issuerUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** An absolute path. */
  readonly certificateAuthority?: string;
  /** PEM. */
  readonly certificateAuthorityData?: string;
}

export interface KubeconfigContext {
  readonly origin: KubeconfigOrigin;
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

export interface Kubeconfig {
  readonly currentContext?: string;
  readonly clusters: ReadonlyMap<string, KubeconfigCluster>;
  readonly users: ReadonlyMap<string, KubeconfigUser>;
  readonly contexts: ReadonlyMap<string, KubeconfigContext>;
}

/**
 * Reads a decoded kubeconfig.
 *
 * @throws {ConfigError} that names the file, the field, its value and the expected type.
 */
export function readKubeconfig(document: unknown, origin: KubeconfigOrigin): Kubeconfig {
  // An empty file is an empty kubeconfig, as for kubectl.
  if (document !== null && document !== undefined && !isJsonObject(document)) {
    throw new ConfigError(`Cannot use kubeconfig "${origin.name}": it is not a mapping of fields`);
  }
  const root = createFieldReader(document ?? {}, "", origin);
  const currentContext = root.text("current-context");
  return {
    ...(currentContext === undefined ? {} : { currentContext }),
    clusters: named(root, "clusters", "cluster", readCluster),
    users: named(root, "users", "user", readUser),
    contexts: named(root, "contexts", "context", readContext),
  };
}

/** Merges kubeconfigs: the first entry of each name and the first current context are used. Fields of entries are not merged. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const currentContext = configs.find((config) => config.currentContext !== undefined)?.currentContext;
  return {
    ...(currentContext === undefined ? {} : { currentContext }),
    clusters: firstOf(configs.map((config) => config.clusters)),
    users: firstOf(configs.map((config) => config.users)),
    contexts: firstOf(configs.map((config) => config.contexts)),
  };
}

function firstOf<E>(maps: readonly ReadonlyMap<string, E>[]): ReadonlyMap<string, E> {
  return new Map(maps.toReversed().flatMap((map) => [...map]));
}

function named<E>(
  root: FieldReader,
  list: string,
  member: string,
  read: (reader: FieldReader) => E,
): ReadonlyMap<string, E> {
  const entries = new Map<string, E>();
  for (const entry of root.objects(list)) {
    const name = entry.text("name");
    if (name === undefined) throw entry.error("name", "a string");
    // The last entry of each name in a file is used, as in client-go.
    entries.set(name, read(entry.object(member)));
  }
  return entries;
}

function readCluster(fields: FieldReader): KubeconfigCluster {
  const extension = fields
    .objects("extensions")
    .find((entry) => entry.text("name") === "client.authentication.k8s.io/exec");
  return defined({
    origin: fields.origin,
    server: fields.text("server") ?? "",
    tlsServerName: fields.text("tls-server-name"),
    insecureSkipTlsVerify: fields.flag("insecure-skip-tls-verify"),
    certificateAuthority: fields.path("certificate-authority"),
    certificateAuthorityData: fields.base64("certificate-authority-data"),
    proxyUrl: fields.text("proxy-url"),
    disableCompression: fields.flag("disable-compression"),
    execConfig: extension?.value("extension"),
  });
}

function readUser(fields: FieldReader): KubeconfigUser {
  const exec = fields.value("exec") === undefined ? undefined : readExec(fields.object("exec"));
  return defined({
    origin: fields.origin,
    clientCertificate: fields.path("client-certificate"),
    clientCertificateData: fields.base64("client-certificate-data"),
    clientKey: fields.path("client-key"),
    clientKeyData: fields.base64("client-key-data"),
    token: fields.text("token"),
    tokenFile: fields.path("tokenFile"),
    username: fields.text("username"),
    password: fields.text("password"),
    impersonate: readImpersonation(fields),
    authProvider:
      fields.value("auth-provider") === undefined ? undefined : readAuthProvider(fields.object("auth-provider")),
    exec,
  });
}

function readAuthProvider(fields: FieldReader): KubeconfigAuthProvider {
  const config = fields.object("config");
  return defined({
    name: fields.text("name") ?? "",
    idToken: config.text("id-token"),
    refreshToken: config.text("refresh-token"),
    issuerUrl: config.text("idp-issuer-url"),
    clientId: config.text("client-id"),
    clientSecret: config.text("client-secret"),
    certificateAuthority: config.path("idp-certificate-authority"),
    certificateAuthorityData: config.base64("idp-certificate-authority-data"),
  });
}

function readImpersonation(fields: FieldReader): KubeconfigUser["impersonate"] {
  const user = fields.text("as");
  const uid = fields.text("as-uid");
  const groups = fields.texts("as-groups");
  const extraFields = fields.object("as-user-extra");
  const extra = Object.fromEntries(extraFields.keys().map((key) => [key, extraFields.texts(key)]));
  if (user !== undefined) return { user, groups, extra, ...(uid === undefined ? {} : { uid }) };
  if (uid !== undefined || groups.length > 0 || extraFields.keys().length > 0) {
    throw fields.error("as", "the user of as-uid, as-groups and as-user-extra");
  }
  return undefined;
}

function readExec(fields: FieldReader): KubeconfigExec {
  const apiVersion = fields.text("apiVersion");
  if (apiVersion === undefined || !/^client\.authentication\.k8s\.io\/v1(beta1)?$/u.test(apiVersion)) {
    throw fields.error("apiVersion", "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1");
  }
  const command = fields.command("command");
  if (command === undefined) throw fields.error("command", "the command to run");
  return defined({
    apiVersion,
    command,
    args: fields.texts("args"),
    env: Object.fromEntries(
      fields.objects("env").map((entry) => [entry.text("name") ?? "", entry.text("value") ?? ""]),
    ),
    installHint: fields.text("installHint"),
    provideClusterInfo: fields.flag("provideClusterInfo"),
    interactiveMode: fields.text("interactiveMode"),
  });
}

function readContext(fields: FieldReader): KubeconfigContext {
  return defined({
    origin: fields.origin,
    cluster: fields.text("cluster") ?? "",
    user: fields.text("user") ?? "",
    namespace: fields.text("namespace"),
  });
}

/** Removes undefined fields: an optional field is absent. */
function defined<F extends object>(fields: F): WithoutUndefined<F> {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return present as WithoutUndefined<F>; // The filter removes the fields as the type does.
}

type WithoutUndefined<F> = { [K in keyof F as undefined extends F[K] ? never : K]: F[K] } & {
  [K in keyof F as undefined extends F[K] ? K : never]?: Exclude<F[K], undefined>;
};
