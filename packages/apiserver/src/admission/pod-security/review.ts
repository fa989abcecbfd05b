/**
 * The responses of PodSecurity to writes of Pods and of objects with Pod templates. Only Pods are rejected. A template that violates the policy leads to
 * warnings, because the Pods that a controller creates from it are rejected later.
 */
import type { Namespace, Pod } from "@kubewright/api/core/v1";
import type { ApiError } from "@kubewright/apimachinery";
import { formatFieldErrors, internalError, quoteGoString } from "@kubewright/apimachinery";
import type { PodTemplateRules } from "../../kinds/generic/builtin-kind.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { PodSecurityMetrics } from "../../metrics/pod-security-metrics.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { ObjectReader } from "../../contracts/server-context.ts";
import { forbid } from "../plugins/forbid.ts";
import type { Violation } from "./check.ts";
import type { PodSecurityConfiguration } from "./configuration.ts";
import type { PodLike } from "./evaluate.ts";
import { createEvaluator, describe } from "./evaluate.ts";
import { changesContainers } from "./pod-like.ts";
import type { LevelVersion, Mode, NamespacePolicy } from "./policy.ts";
import { formatLevelVersion, isFullyPrivileged, policyOf } from "./policy.ts";

export interface PodSecurityResponse {
  readonly rejection?: ApiError;
  readonly warnings?: readonly string[];
  /** The keys have no prefix. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** The response to a request that is not evaluated. */
export const allowed: PodSecurityResponse = {};

/** The values besides the request on which a review depends. */
export interface ReviewContext {
  readonly configuration: PodSecurityConfiguration;
  readonly read: Pick<ObjectReader, "get">;
  readonly metrics: PodSecurityMetrics;
}

/** Subresources of Pods that do not change their containers. */
const ignoredSubresources: ReadonlySet<string> = new Set([
  "attach",
  "binding",
  "eviction",
  "exec",
  "log",
  "portforward",
  "proxy",
  "status",
]);

/** Reviews a create or an update of a Pod. */
export function reviewPod(attributes: AdmissionAttributes, context: ReviewContext): PodSecurityResponse {
  const { subresource, namespace, object, oldObject } = attributes;
  const { metrics } = context;
  if (object === undefined || ignoredSubresources.has(subresource)) return allowed;
  const exempt = exemption(attributes, context);
  if (exempt !== undefined) return exempt;

  const found = namespacePolicy(namespace, context);
  if (found === undefined) {
    metrics.countError(true, attributes);
    const message = `failed to lookup namespace ${quoteGoString(namespace)}`;
    return { rejection: internalError(message), auditAnnotations: { error: message } };
  }
  if (found.errors.length === 0 && isFullyPrivileged(found.policy)) {
    metrics.countEvaluation({ ...found.policy.enforce, mode: "enforce", isAllowed: true }, attributes);
    return allowedAsPrivileged;
  }
  const pod = viewOf<Pod>(object);
  if (oldObject !== undefined && !changesContainers(pod, viewOf<Pod>(oldObject))) return allowed;
  return evaluate(pod, found, attributes, context);
}

const allowedAsPrivileged: PodSecurityResponse = { auditAnnotations: { "enforce-policy": "privileged:latest" } };

/** Reviews a create or an update of an object with a Pod template. */
export function reviewTemplate(
  attributes: AdmissionAttributes,
  templateOf: PodTemplateRules["templateOf"],
  context: ReviewContext,
): PodSecurityResponse {
  const { subresource, namespace, object } = attributes;
  if (subresource !== "" || object === undefined) return allowed;
  const exempt = exemption(attributes, context);
  if (exempt !== undefined) return exempt;

  const found = namespacePolicy(namespace, context);
  if (found === undefined) {
    context.metrics.countError(true, attributes);
    return allowed;
  }
  const { policy, errors } = found;
  const isQuiet = policy.warn.level === "privileged" && policy.audit.level === "privileged";
  if (errors.length === 0 && isQuiet) return allowed;
  const template = templateOf(object);
  return template === undefined ? allowed : evaluate(template, found, attributes, context);
}

function exemption(attributes: AdmissionAttributes, context: ReviewContext): PodSecurityResponse | undefined {
  const { namespaces, usernames } = context.configuration;
  if (namespaces.has(attributes.namespace)) return exempt("namespace", attributes, context);
  if (usernames.has(attributes.user.name)) return exempt("user", attributes, context);
  return undefined;
}

function exempt(reason: string, attributes: AdmissionAttributes, { metrics }: ReviewContext): PodSecurityResponse {
  metrics.countExemption(attributes);
  return { auditAnnotations: { exempt: reason } };
}

/** `undefined` if the namespace does not exist. */
function namespacePolicy(name: string, { read, configuration }: ReviewContext): NamespacePolicy | undefined {
  const namespace = read.get({ group: "", resource: "namespaces" }, { name });
  return namespace && policyOf(viewOf<Namespace>(namespace).metadata?.labels, configuration.defaults);
}

/** Evaluates each mode. Only Pods are rejected; a rejected request has no warnings. */
function evaluate(
  pod: PodLike,
  { policy, errors }: NamespacePolicy,
  attributes: AdmissionAttributes,
  context: ReviewContext,
): PodSecurityResponse {
  const { configuration, metrics } = context;
  if (configuration.runtimeClasses.has(pod.spec?.runtimeClassName ?? "")) {
    return exempt("runtimeClass", attributes, context);
  }
  const violationsOf = evaluatorOnce(pod);
  const count = (mode: Mode, isAllowed: boolean): void =>
    metrics.countEvaluation({ ...policy[mode], mode, isAllowed }, attributes);
  const auditAnnotations: Record<string, string> = {};
  if (errors.length > 0) {
    auditAnnotations["error"] = `Failed to parse policy: ${formatFieldErrors(errors)}`;
    metrics.countError(false, attributes);
  }

  let rejection: ApiError | undefined;
  if (attributes.resource.resource === "pods") {
    auditAnnotations["enforce-policy"] = formatLevelVersion(policy.enforce);
    const violations = violationsOf(policy.enforce);
    count("enforce", violations.length === 0);
    if (violations.length > 0) {
      rejection = forbid(attributes, `violates PodSecurity ${textOf(policy.enforce, violations)}`);
    }
  }
  const audited = violationsOf(policy.audit);
  if (audited.length > 0) {
    auditAnnotations["audit-violations"] = `would violate PodSecurity ${textOf(policy.audit, audited)}`;
    count("audit", false);
  }
  if (rejection !== undefined) return { rejection, auditAnnotations };
  const warned = violationsOf(policy.warn);
  if (warned.length === 0) return { auditAnnotations };
  count("warn", false);
  return { warnings: [`would violate PodSecurity ${textOf(policy.warn, warned)}`], auditAnnotations };
}

function textOf(policy: LevelVersion, violations: readonly Violation[]): string {
  return `"${formatLevelVersion(policy)}": ${describe(violations)}`;
}

/** Evaluates each policy once. The modes of a namespace usually have the same policy. */
function evaluatorOnce(pod: PodLike): (policy: LevelVersion) => readonly Violation[] {
  const results = new Map<string, readonly Violation[]>();
  return (policy) => {
    const key = formatLevelVersion(policy);
    const result = results.get(key) ?? createEvaluator(policy)(pod);
    results.set(key, result);
    return result;
  };
}
