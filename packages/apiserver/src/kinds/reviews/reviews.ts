// Reviews of permissions and identity: objects that are not stored, and whose status is the result.
// https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
import { definitionOf, schemaOfKind } from "@kubewright/api-facts";
import { badRequest, formatTime, whenDone } from "@kubewright/apimachinery";
import { withAuthenticatedGroup } from "../../authentication/user-info.ts";
import type { TokenResult } from "../../authentication/token-result.ts";
import { completeStruct } from "../decode/complete.ts";
import { structDecoder } from "../decode/struct-decoder.ts";
import { decodeObject } from "../generic/decode-and-complete.ts";
import type { ApiObject, JsonObject, ReadonlyObject } from "../../objects/api-object.ts";
import { stringOf } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { ServedResource } from "../../contracts/strategy.ts";
import type { AccessRequest, Authorizer } from "../../authorization/authorizer.ts";
import { allowAll } from "../../authorization/authorizer.ts";
import { selectorProblems } from "./access-selectors.ts";
import { assertAccessReview } from "./check-access-review.ts";
import { missingRolesText } from "../../authorization/rbac.ts";
import type { RbacAuthorizer, Rights } from "../../authorization/rbac.ts";
import type { PolicyRule } from "../../authorization/rules.ts";

export interface ReviewOptions {
  readonly authorizer: Authorizer;
  readonly rightsFor: RbacAuthorizer["rightsFor"];
  /** Authenticates a bearer token for a target that accepts any of `audiences`. Default: the audiences of the API server. */
  readonly authenticateToken: (token: string, audiences?: readonly string[]) => TokenResult;
}

type Review = NonNullable<ServedResource["review"]>;

const authorizationGroup = "authorization.k8s.io";
const authenticationGroup = "authentication.k8s.io";

/** The resources of the review kinds. */
export function reviewResources(options: ReviewOptions): readonly ServedResource[] {
  const reviewSubject: Review = (review) => accessReview(review, subjectOf(review), options);
  const reviewSelf: Review = (review, { user }) => accessReview(review, user, options);
  const reviewRules: Review = (review, { user }) => rulesReview(review, user, options);
  const reviewToken: Review = (review, context) => tokenReview(review, context, options);
  const access = { group: authorizationGroup, checkReview: assertAccessReview };
  return [
    reviewResource({ ...access, kind: "SelfSubjectAccessReview" }, reviewSelf),
    reviewResource({ ...access, kind: "SubjectAccessReview" }, reviewSubject),
    reviewResource({ ...access, kind: "LocalSubjectAccessReview", namespaced: true }, reviewSubject),
    reviewResource(
      { group: authorizationGroup, kind: "SelfSubjectRulesReview", checkReview: assertNamespaceOfRules },
      reviewRules,
    ),
    reviewResource({ group: authenticationGroup, kind: "SelfSubjectReview" }, selfReview),
    reviewResource({ group: authenticationGroup, kind: "TokenReview", checkReview: assertToken }, reviewToken),
  ];
}

function accessReview(review: ApiObject, user: UserInfo, { authorizer }: ReviewOptions): ApiObject {
  const { allowed, reason } = authorizer.authorize({ user, ...accessOf(review) });
  const evaluationError = selectorProblems(objectOf(review["spec"])["resourceAttributes"]);
  review["status"] = {
    allowed,
    ...(reason === "" ? {} : { reason }),
    ...(evaluationError === "" ? {} : { evaluationError }),
  };
  return review;
}

/** The request in a validated review. */
function accessOf(review: ApiObject): Pick<AccessRequest, "verb" | "target"> {
  const { resourceAttributes, nonResourceAttributes } = objectOf(review["spec"]);
  if (resourceAttributes === undefined) {
    const { verb, path } = objectOf(nonResourceAttributes);
    return { verb: stringOf(verb), target: { type: "path", path: stringOf(path) } };
  }
  const { verb, group, version, resource, subresource, namespace, name } = objectOf(resourceAttributes);
  return {
    verb: stringOf(verb),
    target: {
      type: "resource",
      group: stringOf(group),
      version: stringOf(version),
      resource: stringOf(resource),
      subresource: stringOf(subresource),
      namespace: stringOf(namespace),
      name: stringOf(name),
    },
  };
}

function subjectOf(review: ApiObject): UserInfo {
  const { user, groups, uid, extra } = objectOf(review["spec"]);
  const groupNames = Array.isArray(groups) ? groups.filter((group): group is string => typeof group === "string") : [];
  return {
    name: stringOf(user),
    groups: groupNames,
    ...(typeof uid === "string" ? { uid } : {}),
    ...(extra === undefined ? {} : { extra: objectOf(extra) as NonNullable<UserInfo["extra"]> }), // Only printed.
  };
}

function assertNamespaceOfRules(review: ReadonlyObject): void {
  if (namespaceOfRules(review) === "") throw badRequest("no namespace on request");
}

function namespaceOfRules({ spec }: ReadonlyObject): string {
  return stringOf(objectOf(spec)["namespace"]);
}

function rulesReview(review: ApiObject, user: UserInfo, { authorizer, rightsFor }: ReviewOptions): ApiObject {
  const { apiVersion, kind } = review;
  const { rules, missingRoles } = authorizer === allowAll ? unlimited : rightsFor(user, namespaceOfRules(review));
  const status = {
    resourceRules: rules
      .filter(({ resources }) => resources.length > 0)
      .map((rule) => ({
        verbs: rule.verbs,
        apiGroups: rule.apiGroups,
        resources: rule.resources,
        ...(rule.resourceNames.length === 0 ? {} : { resourceNames: rule.resourceNames }),
      })),
    nonResourceRules: rules
      .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
      .map((rule) => ({
        verbs: rule.verbs,
        nonResourceURLs: rule.nonResourceURLs,
      })),
    incomplete: false,
    ...(missingRoles.length === 0 ? {} : { evaluationError: missingRolesText(missingRoles) }),
  };
  // The response omits the fields of the request.
  return { apiVersion, kind, metadata: {}, spec: {}, status };
}

const everything: PolicyRule = {
  verbs: ["*"],
  apiGroups: ["*"],
  resources: ["*"],
  resourceNames: [],
  nonResourceURLs: ["*"],
};

const unlimited: Rights = { rules: [everything], missingRoles: [] };

function selfReview(review: ApiObject, { user, clock }: RequestContext): ApiObject {
  const { apiVersion, kind } = review;
  // The response omits the fields of the request.
  const metadata = { creationTimestamp: formatTime(clock.wallTime()) };
  return { apiVersion, kind, metadata, status: { userInfo: userInfoOf(user) } };
}

function assertToken({ spec }: ReadonlyObject): void {
  if (stringOf(objectOf(spec)["token"]) === "") {
    throw badRequest("token is required for TokenReview in authentication");
  }
}

function tokenReview(review: ApiObject, { warn }: RequestContext, { authenticateToken }: ReviewOptions): ApiObject {
  const spec = objectOf(review["spec"]);
  const token = stringOf(spec["token"]);
  const requested = Array.isArray(spec["audiences"]) ? spec["audiences"].map(stringOf) : [];
  const result = authenticateToken(token, requested.length === 0 ? undefined : requested);
  review["status"] = tokenReviewStatus(result);
  if (result.type === "authenticated") for (const text of result.warnings ?? []) warn(text);
  return review;
}

function tokenReviewStatus(result: TokenResult): JsonObject {
  if (result.type !== "authenticated") {
    return { user: {}, error: result.type === "rejected" ? result.error : "invalid bearer token" };
  }
  const user = userInfoOf(withAuthenticatedGroup(result.user));
  return { authenticated: true, user, audiences: result.audiences };
}

/** A user in the status of a review. */
function userInfoOf({ name, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups,
    ...(extra === undefined ? {} : { extra }),
  };
}

/** The fields of an empty review. */
function emptyReview(kind: string): JsonObject {
  switch (kind) {
    case "SelfSubjectReview":
      return { status: { userInfo: {} } };
    case "TokenReview":
      return { spec: {}, status: { user: {} } };
    case "SelfSubjectRulesReview":
      return { spec: {}, status: { incomplete: false, nonResourceRules: null, resourceRules: null } };
    default:
      return { spec: {}, status: { allowed: false } };
  }
}

interface ReviewKind extends Pick<ServedResource, "checkReview"> {
  readonly group: string;
  readonly kind: string;
  /** Default: false. */
  readonly namespaced?: boolean;
}

function reviewResource({ group, kind, namespaced = false, ...check }: ReviewKind, review: Review): ServedResource {
  const plural = `${kind.toLowerCase()}s`;
  const gvk = { group, version: "v1", kind };
  return {
    group,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    namespaced,
    verbs: ["create"],
    versions: [
      {
        name: "v1",
        // A getter: the start of a server does not need it.
        get definitionName() {
          return definitionOf(gvk) ?? "";
        },
        schema: () => schemaOfKind(gvk),
        emptyFields: () => emptyReview(kind),
      },
    ],
    storage: { key: `${plural}.${group}`, apiVersion: `${group}/v1`, kind },
    custom: false,
    strategy: {
      hasStatus: false,
      tracksGeneration: false,
      decode(value, _version, source) {
        const decoder = structDecoder(definitionOf(gvk) ?? "");
        return whenDone(decodeObject(value, decoder, gvk, source), (decoded) => {
          completeStruct(value, decoder);
          return decoded;
        });
      },
    },
    ...check,
    review,
  };
}

function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
