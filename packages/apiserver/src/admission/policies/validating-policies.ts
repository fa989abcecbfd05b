/**
 * ValidatingAdmissionPolicy: rejects the writes that a policy denies, or warns about them. The plugin decides on the policies, bindings and params that are
 * stored at that time. https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
import type { ApiError, Status, Steps, Work } from "@kubewright/apimachinery";
import { apiErrorFrom, stepsOf, whenFailed, workOf } from "@kubewright/apimachinery";
import { runInSteps } from "../../turns/time-slices.ts";
import { admissionRequest } from "../../expressions/admission-request.ts";
import { requestAuthorizer } from "../../expressions/request-authorizer.ts";
import type { ValidatingPolicySpec } from "../../kinds/admissionregistration/admission-kind.ts";
import type { PolicyMetrics, ValidationCheck } from "../../metrics/policy-metrics.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { assertActive } from "../../turns/deadline.ts";
import { failedConversionMessage } from "../../conversion/failed-conversion.ts";
import { inMatchedVersion } from "../matching/object-versions.ts";
import { forbid } from "../plugins/forbid.ts";
import { AuditAnnotations } from "./audit-annotations.ts";
import type { CompiledValidatingPolicy } from "./compile-validating-policy.ts";
import { compileValidatingPolicy } from "./compile-validating-policy.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { Denial, PolicyOutcome } from "./evaluate-validating-policy.ts";
import { evaluateValidatingPolicy } from "./evaluate-validating-policy.ts";
import { isExcludedFromPolicies } from "./excluded.ts";
import type { Invocation } from "./invocations.ts";
import { invocationsOf } from "./invocations.ts";
import { namespaceObject } from "./namespace-object.ts";
import { PolicySource } from "./policy-source.ts";

/** The validating policies of a server. */
export type ValidatingPolicySource = PolicySource<ValidatingPolicySpec, CompiledValidatingPolicy>;

/** Creates the source of the plugin. */
export function createValidatingPolicySource(): ValidatingPolicySource {
  return new PolicySource({
    policies: "validatingadmissionpolicies",
    bindings: "validatingadmissionpolicybindings",
    compile: compileValidatingPolicy,
  });
}

/** Creates the plugin. */
export function createValidatingPolicies(source: ValidatingPolicySource, metrics: PolicyMetrics): AdmissionPlugin {
  return {
    name: "ValidatingAdmissionPolicy",
    validate(attributes, context) {
      if (isExcludedFromPolicies(attributes) || source.bound(context).length === 0) return;
      const conclusion = (decision: Decision): void => {
        for (const check of decision.checks) metrics.observeValidation(check);
        conclude(decision, attributes, context);
      };
      const decision = runInSteps(() => workOf(decide(source, attributes, context)), context);
      return decision instanceof Promise ? decision.then(conclusion) : conclusion(decision);
    },
  };
}

/** The decision of all policies about a request. */
interface Decision {
  /** The denials with their policies, in the order of policies. */
  readonly denials: (Pick<Denial, "message" | "reason"> & { readonly who: string })[];
  readonly warnings: string[];
  readonly annotations: AuditAnnotations;
  readonly checks: ValidationCheck[];
}

function* decide(
  source: ValidatingPolicySource,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Steps<Decision> {
  const decision: Decision = { denials: [], warnings: [], annotations: new AuditAnnotations(), checks: [] };
  for (const invocation of yield* invocationsOf(source.bound(context), attributes, context)) {
    const { policy, binding } = invocation;
    const who = `'${policy.name}'${binding === undefined ? "" : ` with binding '${binding.name}'`}`;
    try {
      if (invocation.kind === "failed") throw new ConfigurationError(invocation.message);
      const outcome = yield* evaluate(invocation, attributes, context);
      applyOutcome(decision, outcome, { ...invocation, who });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      if (!policy.ignoresFailures) decision.denials.push({ who, message: error.message, reason: "Invalid" });
    }
    yield;
  }
  return decision;
}

function* evaluate(
  { policy, version, param }: Invocation<CompiledValidatingPolicy>,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Steps<PolicyOutcome> {
  const { object, oldObject, resource } = attributes;
  const { kind } = version;
  const inVersion = (each: ReadonlyObject | undefined): Work<ReadonlyObject | undefined> =>
    whenFailed(
      () => each && inMatchedVersion(each, attributes, version, context.registry),
      (error) => {
        const message = failedConversionMessage(error);
        assertActive(context);
        // The failure policy applies to a conversion that fails.
        throw new ConfigurationError(`failed to configure binding: failed to convert object version: ${message}`);
      },
    );
  return yield* evaluateValidatingPolicy(yield* policy.compiled(), {
    object: yield* stepsOf(inVersion(object)),
    oldObject: yield* stepsOf(inVersion(oldObject)),
    literals: context.decoded.literals,
    request: admissionRequest(attributes, version),
    // kube-apiserver shows the kind of the matched version, and the resource of the request.
    conditionsRequest: admissionRequest(attributes, { kind, resource }),
    namespaceObject: namespaceObject(attributes, context),
    params: param?.read(),
    authorizer: requestAuthorizer(attributes, context.authorizer),
    checkpoint: () => assertActive(context),
    clock: context.clock,
  });
}

/** Applies the actions of the binding. */
function applyOutcome(
  { denials, warnings, annotations, checks }: Decision,
  outcome: PolicyOutcome,
  { policy, binding, who }: Invocation<CompiledValidatingPolicy> & { readonly who: string },
): void {
  const { validationActions } = binding;
  const check = ({ message, seconds }: Denial, action: ValidationCheck["action"]): void =>
    void checks.push({ policy: policy.name, binding: binding.name, failure: message, seconds, action });
  for (const each of outcome.ignored) check(each, "allow");
  for (const denial of outcome.denials) {
    const { message, expressionIndex } = denial;
    for (const action of validationActions) {
      check(denial, checkedActions[action]);
      if (action === "Deny") denials.push({ ...denial, who });
      if (action === "Warn") warnings.push(`Validation failed for ValidatingAdmissionPolicy ${who}: ${message}`);
      if (action === "Audit") {
        const names = { policy: policy.name, binding: binding.name };
        annotations.addFailure({ message, ...names, expressionIndex, validationActions });
      }
    }
  }
  for (const denial of outcome.annotationErrors) {
    denials.push({ ...denial, who });
    check(denial, "deny");
  }
  for (const { key, value } of outcome.annotations) annotations.add(policy.name, key, value);
}

const checkedActions = { Deny: "deny", Warn: "warn", Audit: "audit" } as const;

function conclude(
  { denials, warnings, annotations }: Decision,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): void {
  for (const warning of warnings) context.warn(warning);
  annotations.publish(context.annotate);
  const [first] = denials;
  if (first !== undefined) throw denialError(first, attributes);
}

const codes: ReadonlyMap<string, number> = new Map([
  ["Forbidden", 403],
  ["RequestEntityTooLarge", 413],
]);
const defaultCode = 422;

function denialError({ who, message, reason }: Decision["denials"][number], attributes: AdmissionAttributes): ApiError {
  const text = `ValidatingAdmissionPolicy ${who} denied request: ${message}`;
  const { status } = forbid(attributes, text);
  const details: NonNullable<Status["details"]> = { ...status.details, causes: [{ message: text }] };
  return apiErrorFrom({ ...status, reason, code: codes.get(reason) ?? defaultCode, details });
}
