/**
 * Tokens of service accounts: `serviceaccounts/token` makes them, requests show them. A token is as good as what it names: when the
 * account, or what the token is bound to, is gone, so is the token. Each server signs with a key of its own, a fork too.
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#bound-service-account-tokens
 */
import type { GroupVersionKind, ObjectKey } from "@kubewright/apimachinery";
import {
  badRequest,
  conflict,
  field,
  fieldPath,
  formatTime,
  invalid,
  notFound,
  parseApiVersion,
} from "@kubewright/apimachinery";
import type { TokenRequest, TokenRequestSpec } from "@kubewright/api/authentication.k8s.io/v1";
import type { Pod } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { RequestContext, ServerContext, UserInfo } from "../../registry/server-context.ts";
import type { ActionSubresource } from "../../registry/subresource.ts";
import type { PlanOf } from "../decode/plan.ts";
import { decodeObject } from "../generic/decode-and-complete.ts";
import { completeStruct } from "../decode/complete.ts";
import type { Draft } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import type { SigningKey } from "./signed-token.ts";
import { createSigningKey, readToken, signToken } from "./signed-token.ts";

/** The issuer, and the audience of tokens for this server. */
export const tokenIssuer = "https://kubernetes.default.svc";

const gvk: GroupVersionKind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
const definitionName = "io.k8s.api.authentication.v1.TokenRequest";

/** Seconds. */
const lifetime = { default: 3600, min: 600, max: 2 ** 32 } as const;
/** Clocks differ; a token is still good so long after its end. */
const leewaySeconds = 60;

export interface TokenIssuer {
  readonly subresource: ActionSubresource;
  /** Who shows this token; `undefined` when it is none of this server's, or no longer good. */
  readonly authenticate: (token: string, context: ServerContext) => UserInfo | undefined;
}

export function createTokenIssuer(planOf: PlanOf): TokenIssuer {
  // Made with the first token: most servers never make one.
  let key: SigningKey | undefined;
  return {
    subresource: {
      type: "action",
      name: "token",
      gvk,
      verbs: ["create"],
      decode: (value) => {
        const unknownFields = decodeObject(value, planOf(definitionName), gvk);
        const { spec } = draftOf<TokenRequest>(value);
        if (spec !== undefined) spec.expirationSeconds ??= lifetime.default;
        return { object: value, unknownFields };
      },
      run: (body, account, context) => {
        const request = completeRequest(body, account, planOf, context);
        key ??= createSigningKey();
        body["status"] = issue(request, account, key, context);
        return body;
      },
    },
    authenticate: (token, context) => {
      const claims = key === undefined ? undefined : readToken(token, key);
      // Signed by this server, which signs nothing else.
      return claims === undefined ? undefined : userOf(claims as Claims, context);
    },
  };
}

/** What a token names beside its account, by kind. */
type BoundKind = "node" | "pod" | "secret";

interface Reference {
  readonly name: string;
  readonly uid?: string;
}

interface Claims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti: string;
  readonly "kubernetes.io": { readonly namespace: string; readonly serviceaccount: Reference } & {
    readonly [kind in BoundKind]?: Reference;
  };
  readonly nbf: number;
  readonly sub: string;
}

interface CompleteRequest {
  readonly request: Draft<TokenRequest>;
  readonly audiences: readonly string[];
  readonly seconds: number;
}

/** The request with what it leaves open filled in, checked. */
function completeRequest(
  body: ApiObject,
  { metadata: account }: ReadonlyObject,
  planOf: PlanOf,
  context: RequestContext,
): CompleteRequest {
  const { name = "", namespace = "", uid = "" } = account;
  for (const [part, own] of [
    ["name", name],
    ["namespace", namespace],
  ] as const) {
    const given = body.metadata[part] ?? "";
    if (given === "" || given === own) continue;
    const text = `must match the service account ${part} if specified`;
    throw invalid(gvk, name, [field.invalid(fieldPath("metadata", part), given, text)]);
  }
  const given = body.metadata.uid ?? "";
  if (given !== "" && given !== uid) {
    const why = `the UID in the token request (${given}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: gvk.group, resource: gvk.kind }, name, why);
  }
  completeStruct(body, planOf(definitionName));
  const request = draftOf<TokenRequest>(body);
  const now = formatTime(context.clock.wallTime());
  request.metadata = { ...request.metadata, name, namespace, uid, creationTimestamp: now };
  const spec = (request.spec ??= {});
  spec.expirationSeconds ??= lifetime.default;
  if ((spec.audiences ?? []).length === 0) spec.audiences = [tokenIssuer];
  checkLifetime(spec.expirationSeconds);
  return { request, audiences: spec.audiences ?? [], seconds: spec.expirationSeconds };
}

function checkLifetime(seconds: number): void {
  const path = fieldPath("spec", "expirationSeconds");
  const refuse = (text: string): never => {
    throw invalid(gvk, "", [field.invalid(path, seconds, text)]);
  };
  if (seconds < lifetime.min) refuse("may not specify a duration less than 10 minutes");
  if (seconds > lifetime.max) refuse("may not specify a duration larger than 2^32 seconds");
}

function issue(
  { request, audiences, seconds }: CompleteRequest,
  { metadata: account }: ReadonlyObject,
  key: SigningKey,
  context: RequestContext,
): Draft<TokenRequest>["status"] {
  const { name = "", namespace = "", uid = "" } = account;
  const nowMs = context.clock.wallTime();
  const now = Math.floor(nowMs / 1000);
  const claims: Claims = {
    aud: audiences,
    exp: now + seconds,
    iat: now,
    iss: tokenIssuer,
    jti: context.random.uuid(),
    "kubernetes.io": {
      namespace,
      serviceaccount: { name, uid },
      ...boundTo(request.spec?.boundObjectRef, { namespace, name }, context),
    },
    nbf: now,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  return { token: signToken(claims, key), expirationTimestamp: formatTime(nowMs + seconds * 1000) };
}

const resources = { node: "nodes", pod: "pods", secret: "secrets" } as const;

/** What the token is bound to. A Pod brings its node along. */
function boundTo(
  reference: Draft<TokenRequestSpec>["boundObjectRef"],
  account: { readonly namespace: string; readonly name: string },
  { read }: ServerContext,
): { readonly [kind in BoundKind]?: Reference } {
  // An absent reference is null here: it prints so.
  if (reference === undefined || reference === null) return {};
  const { kind = "", apiVersion = "", name = "" } = reference;
  const { group, version } = parseApiVersion(apiVersion);
  const bound = group === "" ? kindOf(kind) : undefined;
  if (bound === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  const resource = { group: "", resource: resources[bound] };
  const object = read.get(resource, keyOf(bound, account.namespace, name));
  if (object === undefined) throw notFound(resource, name);
  const nodeName = bound === "pod" ? nodeOf(object, account.name) : "";
  const { uid = "" } = object.metadata;
  if (reference.uid !== undefined && reference.uid !== uid) {
    const why =
      `the UID in the bound object reference (${reference.uid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    throw conflict({ group, resource: kind }, name, why);
  }
  const claims = { [bound]: { name, uid } };
  if (nodeName === "") return claims;
  const node = read.get({ group: "", resource: "nodes" }, { name: nodeName });
  return {
    ...claims,
    node: { name: nodeName, ...(node?.metadata.uid === undefined ? {} : { uid: node.metadata.uid }) },
  };
}

function kindOf(kind: string): BoundKind | undefined {
  return kind === "Pod" || kind === "Secret" || kind === "Node" ? (kind.toLowerCase() as BoundKind) : undefined;
}

function keyOf(kind: BoundKind, namespace: string, name: string): ObjectKey {
  return kind === "node" ? { name } : { namespace, name };
}

function nodeOf(object: ReadonlyObject, account: string): string {
  const { spec } = viewOf<Pod>(object);
  if (spec?.serviceAccountName !== account) {
    const name = JSON.stringify(account);
    throw badRequest(`cannot bind token for serviceaccount ${name} to pod running with different serviceaccount name.`);
  }
  return spec.nodeName ?? "";
}

function userOf(claims: Claims, { read, clock }: ServerContext): UserInfo | undefined {
  const now = clock.wallTime() / 1000;
  if (now > claims.exp + leewaySeconds || now < claims.nbf - leewaySeconds) return undefined;
  if (!claims.aud.includes(tokenIssuer)) return undefined;
  const { namespace, serviceaccount, pod, secret, node } = claims["kubernetes.io"];
  const stillThere = (resource: string, key: ObjectKey, reference: Reference | undefined): boolean => {
    if (reference === undefined) return true;
    const metadata = read.get({ group: "", resource }, key)?.metadata;
    if (metadata === undefined || metadata.uid !== reference.uid) return false;
    const deletedAt = metadata.deletionTimestamp;
    return deletedAt === undefined || Date.parse(deletedAt) / 1000 >= now - leewaySeconds;
  };
  const isGood =
    stillThere("serviceaccounts", { namespace, name: serviceaccount.name }, serviceaccount) &&
    stillThere("pods", { namespace, name: pod?.name ?? "" }, pod) &&
    stillThere("secrets", { namespace, name: secret?.name ?? "" }, secret) &&
    // The node of a Pod is only told: the Pod is what the token is bound to.
    (pod !== undefined || stillThere("nodes", { name: node?.name ?? "" }, node));
  if (!isGood) return undefined;
  return {
    name: claims.sub,
    ...(serviceaccount.uid === undefined ? {} : { uid: serviceaccount.uid }),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    extra: {
      "authentication.kubernetes.io/credential-id": [`JTI=${claims.jti}`],
      ...extraOf("node", node),
      ...extraOf("pod", pod),
    },
  };
}

function extraOf(kind: string, reference: Reference | undefined): { readonly [name: string]: readonly string[] } {
  if (reference === undefined) return {};
  const prefix = `authentication.kubernetes.io/${kind}`;
  const { name, uid } = reference;
  return { [`${prefix}-name`]: [name], ...(uid === undefined ? {} : { [`${prefix}-uid`]: [uid] }) };
}
