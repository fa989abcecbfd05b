/**
 * Issues tokens of service accounts: the subresource `serviceaccounts/token`. `token-authenticator.ts` verifies them.
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
  isPathSegmentName,
  notFound,
  parseApiVersion,
  quoteGoString,
  whenDone,
} from "@kubewright/apimachinery";
import type { TokenRequest, TokenRequestSpec } from "@kubewright/api/authentication.k8s.io/v1";
import type { Pod } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { RequestContext, ServerContext } from "../contracts/server-context.ts";
import type { ActionSubresource } from "../contracts/subresource.ts";
import { structDecoder } from "../kinds/decode/struct-decoder.ts";
import { decodeObject } from "../kinds/generic/decode-and-complete.ts";
import { completeStruct } from "../kinds/decode/complete.ts";
import type { Draft } from "../kinds/typed.ts";
import { draftOf, viewOf } from "../kinds/typed.ts";
import type { ServiceAccountSettings } from "./service-account-options.ts";
import { signToken } from "./signed-token.ts";
import type { BoundClaims, BoundKind, Reference } from "./token-claims.ts";

const gvk: GroupVersionKind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
const definitionName = "io.k8s.api.authentication.v1.TokenRequest";

/** Seconds. */
const lifetime = { default: 3600, min: 600, max: 2 ** 32 } as const;
/** The lifetime that the ServiceAccount admission plugin requests. */
const admissionSeconds = 3607;
/** The actual lifetime of such a token, for clients that do not read its file again. */
const extendedSeconds = 365 * 24 * 3600;

/** The subresource that issues tokens. */
export function createTokenSubresource(settings: ServiceAccountSettings): ActionSubresource {
  return {
    type: "action",
    name: "token",
    emptyFields: { spec: {}, status: {} },
    gvk,
    verbs: ["create"],
    decode: (value, _version, source) =>
      whenDone(decodeObject(value, structDecoder(definitionName), gvk, source), (decoded) => {
        const { spec } = draftOf<TokenRequest>(decoded.object);
        if (spec !== undefined) spec.expirationSeconds ??= lifetime.default;
        return decoded;
      }),
    check: checkNames,
    run: (body, account, context) => {
      const request = completeRequest(body, account, { settings, context });
      body["status"] = issue(request, account, settings, context);
      return body;
    },
  };
}

function checkNames({ metadata }: ReadonlyObject, key: ObjectKey): void {
  for (const part of ["name", "namespace"] as const) {
    const given = metadata[part] ?? "";
    if (given === "" || given === key[part]) continue;
    const text = `must match the service account ${part} if specified`;
    throw invalid(gvk, key.name, [field.invalid(fieldPath("metadata", part), given, text)]);
  }
}

interface CompleteRequest {
  readonly request: Draft<TokenRequest>;
  readonly audiences: readonly string[];
  readonly seconds: number;
}

interface Requesting {
  readonly settings: ServiceAccountSettings;
  readonly context: RequestContext;
}

/** Completes and checks a request. */
function completeRequest(
  body: ApiObject,
  { metadata: account }: ReadonlyObject,
  { settings, context }: Requesting,
): CompleteRequest {
  const { name = "", namespace = "", uid = "" } = account;
  const given = body.metadata.uid ?? "";
  if (given !== "" && given !== uid) {
    const why = `the UID in the token request (${given}) does not match the UID of the service account (${uid})`;
    throw conflict({ group: gvk.group, resource: gvk.kind }, name, why);
  }
  completeStruct(body, structDecoder(definitionName));
  const request = draftOf<TokenRequest>(body);
  const now = formatTime(context.clock.wallTime());
  request.metadata = { ...request.metadata, name, namespace, uid, creationTimestamp: now };
  const spec = (request.spec ??= {});
  spec.expirationSeconds ??= lifetime.default;
  if ((spec.audiences ?? []).length === 0) spec.audiences = [...settings.apiAudiences];
  checkLifetime(spec.expirationSeconds);
  return { request, audiences: spec.audiences ?? [], seconds: spec.expirationSeconds };
}

function checkLifetime(seconds: number): void {
  const path = fieldPath("spec", "expirationSeconds");
  const reject = (text: string): never => {
    throw invalid(gvk, "", [field.invalid(path, seconds, text)]);
  };
  if (seconds < lifetime.min) reject("may not specify a duration less than 10 minutes");
  if (seconds > lifetime.max) reject("may not specify a duration larger than 2^32 seconds");
}

function issue(
  { request, audiences, seconds }: CompleteRequest,
  { metadata: account }: ReadonlyObject,
  settings: ServiceAccountSettings,
  context: RequestContext,
): Draft<TokenRequest>["status"] {
  const { name = "", namespace = "", uid = "" } = account;
  const nowMs = context.clock.wallTime();
  const now = Math.floor(nowMs / 1000);
  const bound = boundTo(request.spec?.boundObjectRef, { namespace, name }, context);
  // As with `--service-account-extend-token-expiration`, which is on by default.
  const isExtended =
    bound.pod !== undefined &&
    seconds === admissionSeconds &&
    audiences.every((audience) => settings.apiAudiences.includes(audience));
  const claims: BoundClaims = {
    aud: audiences,
    exp: now + (isExtended ? extendedSeconds : seconds),
    iat: now,
    iss: settings.issuer,
    jti: context.random.uuid(),
    "kubernetes.io": {
      namespace,
      ...bound,
      serviceaccount: { name, uid },
      ...(isExtended ? { warnafter: now + seconds } : {}),
    },
    nbf: now,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  context.annotate("authentication.kubernetes.io/issued-credential-id", `JTI=${claims.jti}`);
  const token = signToken(claims, settings.signingKey());
  return { token, expirationTimestamp: formatTime(nowMs + seconds * 1000) };
}

const resources = { node: "nodes", pod: "pods", secret: "secrets" } as const;

/** The claims about the object that a token is bound to. A token that is bound to a Pod also names the Pod's node. */
function boundTo(
  reference: Draft<TokenRequestSpec>["boundObjectRef"],
  account: { readonly namespace: string; readonly name: string },
  { read }: ServerContext,
): { readonly [kind in BoundKind]?: Reference } {
  // The decoder sets an absent reference to null, as kube-apiserver prints it.
  if (reference === undefined || reference === null) return {};
  const { kind = "", apiVersion = "", name = "" } = reference;
  // As in kube-apiserver, an invalid apiVersion counts as an empty one.
  const { group, version } =
    apiVersion.split("/").length > 2 ? { group: "", version: "" } : parseApiVersion(apiVersion);
  const bound = group === "" ? kindOf(kind) : undefined;
  if (bound === undefined) {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  const resource = { group: "", resource: resources[bound] };
  assertName(name);
  const object = read.get(resource, keyOf(bound, account.namespace, name));
  if (object === undefined) throw notFound(resource, name);
  const nodeName = bound === "pod" ? nodeOf(object, account.name) : "";
  const { uid = "" } = object.metadata;
  if ((reference.uid ?? "") !== "" && reference.uid !== uid) {
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

/** kube-apiserver reads the object with the errors of a get. */
function assertName(name: string): void {
  if (name === "") throw badRequest("Name parameter required.");
  const problems = isPathSegmentName(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${quoteGoString(name)}: ${problems.join(";")}`);
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
