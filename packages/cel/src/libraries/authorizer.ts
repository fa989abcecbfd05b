// The authorizer of Kubernetes: `authorizer.group("apps").resource("deployments").check("create").allowed()`. The caller
// supplies the authorizer.

import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member } from "../checking/declarations.ts";
import { isDns1123Label, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { CelType } from "../types/type.ts";
import { boolType, stringType, structType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

/** The type of the variable `authorizer`. */
export const authorizerType: CelType = structType("kubernetes.authorization.Authorizer");
/** The type of the variable `authorizer.requestResource`. */
export const resourceCheckType: CelType = structType("kubernetes.authorization.ResourceCheck");
const pathCheckType = structType("kubernetes.authorization.PathCheck");
const groupCheckType = structType("kubernetes.authorization.GroupCheck");
const decisionType = structType("kubernetes.authorization.Decision");

/** A request to an authorizer. */
export interface AuthorizationQuery {
  readonly verb: string;
  /** The service account to authorize; `undefined` for the user of the request. */
  readonly serviceAccount: { readonly namespace: string; readonly name: string } | undefined;
  /** A non-resource path, or the resource. */
  readonly target: { readonly path: string } | ResourceQuery;
}

/** The resource of a request. Empty strings mean that a part is absent. */
export interface ResourceQuery {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

/** The answer of an authorizer. */
export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly error?: string;
}

/** Decides synchronously, because expressions are evaluated synchronously. */
export interface ExpressionAuthorizer {
  authorize(query: AuthorizationQuery): AuthorizationDecision;
}

/** The value of the variable `authorizer`. */
export function authorizerValue(authorizer: ExpressionAuthorizer): Value {
  return new AuthorizerValue({ authorizer, serviceAccount: undefined });
}

/** The value of the variable `authorizer.requestResource`. */
export function resourceCheckValue(authorizer: ExpressionAuthorizer, resource: ResourceQuery): Value {
  return new ResourceCheckValue({ authorizer, serviceAccount: undefined }, resource);
}

/** The authorizer, and the service account to authorize. */
interface Subject {
  readonly authorizer: ExpressionAuthorizer;
  readonly serviceAccount: AuthorizationQuery["serviceAccount"];
}

abstract class SubjectValue extends OpaqueValue {
  readonly subject: Subject;

  constructor(subject: Subject) {
    super();
    this.subject = subject;
  }

  override equals(other: Value): boolean {
    return this === other;
  }

  check(verb: string, target: AuthorizationQuery["target"]): Value {
    const { authorizer, serviceAccount } = this.subject;
    return new DecisionValue(authorizer.authorize({ verb, serviceAccount, target }));
  }
}

class AuthorizerValue extends SubjectValue {
  override readonly type: CelType = authorizerType;
}

class PathCheckValue extends SubjectValue {
  override readonly type: CelType = pathCheckType;
  readonly path: string;

  constructor(subject: Subject, path: string) {
    super(subject);
    this.path = path;
  }
}

class GroupCheckValue extends SubjectValue {
  override readonly type: CelType = groupCheckType;
  readonly group: string;

  constructor(subject: Subject, group: string) {
    super(subject);
    this.group = group;
  }
}

class ResourceCheckValue extends SubjectValue {
  override readonly type: CelType = resourceCheckType;
  readonly resource: ResourceQuery;

  constructor(subject: Subject, resource: ResourceQuery) {
    super(subject);
    this.resource = resource;
  }
}

class DecisionValue extends OpaqueValue {
  override readonly type: CelType = decisionType;
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }

  override equals(other: Value): boolean {
    return this === other;
  }
}

/** The functions on `authorizer`. */
export const authorizerLibrary: Library = {
  name: "kubernetes authorizer",
  functions: [
    declare(
      "path",
      member("authorizer_path", [authorizerType, stringType], pathCheckType, (authorizer: Value, path: Value) => {
        if (!(authorizer instanceof AuthorizerValue) || typeof path !== "string") return noSuchOverload();
        return path.trim() === ""
          ? new CelError("path must not be empty")
          : new PathCheckValue(authorizer.subject, path);
      }),
    ),
    declare(
      "group",
      member("authorizer_group", [authorizerType, stringType], groupCheckType, (authorizer: Value, group: Value) =>
        authorizer instanceof AuthorizerValue && typeof group === "string"
          ? new GroupCheckValue(authorizer.subject, group)
          : noSuchOverload(),
      ),
    ),
    declare(
      "serviceAccount",
      member("authorizer_serviceaccount", [authorizerType, stringType, stringType], authorizerType, serviceAccount),
    ),
    declare("resource", member("groupcheck_resource", [groupCheckType, stringType], resourceCheckType, resourceOf)),
    refinement("subresource", "resourcecheck_subresource"),
    refinement("namespace", "resourcecheck_namespace"),
    refinement("name", "resourcecheck_name"),
    declare(
      "check",
      member("pathcheck_check", [pathCheckType, stringType], decisionType, (check: Value, verb: Value) =>
        check instanceof PathCheckValue && typeof verb === "string"
          ? check.check(verb, { path: check.path })
          : noSuchOverload(),
      ),
      member("resourcecheck_check", [resourceCheckType, stringType], decisionType, (check: Value, verb: Value) =>
        check instanceof ResourceCheckValue && typeof verb === "string"
          ? check.check(verb, check.resource)
          : noSuchOverload(),
      ),
    ),
    answer("errored", boolType, ({ error }) => error !== undefined),
    answer("error", stringType, ({ error }) => error ?? ""),
    answer("allowed", boolType, ({ isAllowed }) => isAllowed),
    answer("reason", stringType, ({ reason }) => reason),
  ],
};

/** `fieldSelector` and `labelSelector`. */
export const authorizerSelectorLibrary: Library = {
  name: "kubernetes authorizer selectors",
  functions: [
    refinement("fieldSelector", "authorizer_fieldselector"),
    refinement("labelSelector", "authorizer_labelselector"),
  ],
};

function serviceAccount(authorizer: Value, namespace: Value, name: Value): Value {
  if (!(authorizer instanceof AuthorizerValue)) return noSuchOverload();
  if (typeof namespace !== "string" || typeof name !== "string") return noSuchOverload();
  if (isDns1123Subdomain(name).length > 0) return new CelError("Invalid service account name");
  if (isDns1123Label(namespace).length > 0) return new CelError("Invalid service account namespace");
  return new AuthorizerValue({ ...authorizer.subject, serviceAccount: { namespace, name } });
}

function resourceOf(group: Value, resource: Value): Value {
  if (!(group instanceof GroupCheckValue) || typeof resource !== "string") return noSuchOverload();
  if (resource.trim() === "") return new CelError("resource must not be empty");
  const rest = { subresource: "", namespace: "", name: "", fieldSelector: "", labelSelector: "" };
  return new ResourceCheckValue(group.subject, { group: group.group, resource, ...rest });
}

function refinement(name: keyof ResourceQuery, id: string): FunctionDeclaration {
  return declare(
    name,
    member(id, [resourceCheckType, stringType], resourceCheckType, (check: Value, text: Value) =>
      check instanceof ResourceCheckValue && typeof text === "string"
        ? new ResourceCheckValue(check.subject, { ...check.resource, [name]: text })
        : noSuchOverload(),
    ),
  );
}

function answer(name: string, type: CelType, read: (decision: AuthorizationDecision) => Value): FunctionDeclaration {
  return declare(
    name,
    member(`decision_${name}`, [decisionType], type, (decision: Value) =>
      decision instanceof DecisionValue ? read(decision.decision) : noSuchOverload(),
    ),
  );
}
