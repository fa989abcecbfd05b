/**
 * The claims of service account tokens, as kube-apiserver and kube-controller-manager write them. A token is valid while its service account and the
 * object that it is bound to exist.
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-tokens
 */
import { notFound } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import { stringOf } from "../objects/api-object.ts";
import type { ServerContext } from "../contracts/server-context.ts";
import type { UserInfo } from "../authentication/user-info.ts";

/** The object kinds that a token can be bound to. */
export type BoundKind = "node" | "pod" | "secret";

export interface Reference {
  readonly name: string;
  readonly uid?: string;
}

/** The claims of a token that `serviceaccounts/token` issues. */
export interface BoundClaims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti: string;
  readonly "kubernetes.io": { readonly namespace: string; readonly serviceaccount: Reference } & {
    readonly [kind in BoundKind]?: Reference;
  } & {
    /** Seconds since the epoch. Clients should have replaced the token by then, although it is still valid. */
    readonly warnafter?: number;
  };
  readonly nbf: number;
  readonly sub: string;
}

/** The claims of a verified token. Only the signature has been checked, so a value may have any type. */
export type VerifiedClaims = { readonly [name: string]: unknown };

export type ClaimsResult =
  | { readonly user: UserInfo; readonly warnings?: readonly string[] }
  | { readonly error: string };

/** The service account of a token that `serviceaccounts/token` has issued. */
export function validateBoundClaims(claims: VerifiedClaims, context: ServerContext): ClaimsResult {
  const nowSeconds = context.clock.wallTime() / 1000;
  const timeError = errorOfTimes(claims, nowSeconds);
  if (timeError !== undefined) return { error: timeError };
  const own = recordOf(claims["kubernetes.io"]);
  const namespace = stringOf(own["namespace"]);
  const account = referenceOf(own["serviceaccount"]) ?? { name: "" };
  const [pod, secret, node] = [referenceOf(own["pod"]), referenceOf(own["secret"]), referenceOf(own["node"])];
  const lookup: Lookup = { context, namespace, deletedBeforeSeconds: nowSeconds - leewaySeconds };
  const error =
    errorOfAccount(lookup, account) ??
    errorOfBound(lookup, "secret", secret) ??
    errorOfBound(lookup, "pod", pod) ??
    // The node of a token that is bound to a Pod is not checked.
    (pod === undefined ? errorOfBound(lookup, "node", node) : undefined);
  if (error !== undefined) return { error };
  const jti = stringOf(claims["jti"]);
  const extra = {
    ...(jti === "" ? {} : { "authentication.kubernetes.io/credential-id": [`JTI=${jti}`] }),
    ...extraOf("node", node),
    ...extraOf("pod", pod),
  };
  return { user: serviceAccountUser(namespace, account, extra) };
}

/** The user of a service account. */
export function serviceAccountUser(
  namespace: string,
  { name, uid }: Reference,
  extra: NonNullable<UserInfo["extra"]> = {},
): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    ...(uid === undefined || uid === "" ? {} : { uid }),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** The maximum difference between the clocks of an issuer and this server. */
const leewaySeconds = 60;

function errorOfTimes({ nbf, exp, iat }: VerifiedClaims, nowSeconds: number): string | undefined {
  const isAfterNow = (time: unknown): boolean => typeof time === "number" && nowSeconds + leewaySeconds < time;
  if (isAfterNow(nbf)) return "service account token is not valid yet";
  if (typeof exp === "number" && nowSeconds - leewaySeconds > exp) return "service account token has expired";
  return isAfterNow(iat) ? "service account token is issued in the future" : undefined;
}

interface Lookup {
  readonly context: ServerContext;
  readonly namespace: string;
  readonly deletedBeforeSeconds: number;
}

function errorOfAccount(
  { context, namespace, deletedBeforeSeconds }: Lookup,
  { name, uid }: Reference,
): string | undefined {
  const resource = { group: "", resource: "serviceaccounts" };
  const account = context.read.get(resource, { namespace, name });
  if (account === undefined) return notFound(resource, name).status.message ?? "";
  if (account.metadata.uid !== uid) {
    return `service account UID (${account.metadata.uid}) does not match claim (${uid ?? ""})`;
  }
  return wasDeletedBefore(account, deletedBeforeSeconds)
    ? `service account ${namespace}/${name} has been deleted`
    : undefined;
}

const boundResources = { node: "nodes", pod: "pods", secret: "secrets" } as const;

function errorOfBound(lookup: Lookup, kind: BoundKind, reference: Reference | undefined): string | undefined {
  if (reference === undefined) return undefined;
  const { context, namespace, deletedBeforeSeconds } = lookup;
  const { name, uid = "" } = reference;
  const key: ObjectKey = kind === "node" ? { name } : { namespace, name };
  const object = context.read.get({ group: "", resource: boundResources[kind] }, key);
  const invalidated = "service account token has been invalidated";
  if (object === undefined) return invalidated;
  if (object.metadata.uid !== uid) {
    const what = `${kind} UID (${object.metadata.uid})`;
    return `${what} does not match service account ${kind} ref claim (${uid})`;
  }
  return wasDeletedBefore(object, deletedBeforeSeconds) ? invalidated : undefined;
}

function wasDeletedBefore({ metadata }: ReadonlyObject, seconds: number): boolean {
  return metadata.deletionTimestamp !== undefined && Date.parse(metadata.deletionTimestamp) / 1000 < seconds;
}

function extraOf(kind: "node" | "pod", reference: Reference | undefined): NonNullable<UserInfo["extra"]> {
  if (reference === undefined) return {};
  const prefix = `authentication.kubernetes.io/${kind}`;
  const { name, uid } = reference;
  return { [`${prefix}-name`]: [name], ...(uid === undefined ? {} : { [`${prefix}-uid`]: [uid] }) };
}

function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, uid } = recordOf(value);
  return { name: stringOf(name), ...(typeof uid === "string" ? { uid } : {}) };
}

function recordOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? (value as { readonly [name: string]: unknown }) : {};
}
