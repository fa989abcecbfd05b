/**
 * The evaluations that a request needs: for each policy that matches, each of its bindings that matches, and each param of the binding.
 */
import { isApiError } from "@kubewright/apimachinery";
import { FailedConversionError } from "../../conversion/converted-objects.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { assertActive } from "../../registry/deadline.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
import { RequestParams } from "./request-params.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { BoundPolicy, PolicyBinding } from "./policy-source.ts";

/** A policy to evaluate with one of the params of a binding. */
export interface Invocation<Compiled> {
  readonly kind: "invocation";
  readonly policy: BoundPolicy<Compiled>;
  readonly binding: PolicyBinding;
  /** The version in which the policy receives the object. */
  readonly version: MatchedVersion;
  readonly params: ReadonlyObject | undefined;
}

/** A policy or binding that matches and cannot be evaluated. */
export interface FailedInvocation<Compiled> {
  readonly kind: "failed";
  readonly policy: BoundPolicy<Compiled>;
  /** `undefined` if the reason is the policy. */
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
}

/**
 * Finds the evaluations of a request, in the order of policies, bindings and params. Has no effects, and can be used inside of `whenConverted`. Throws 504
 * once the deadline of the request has passed.
 */
export function* invocationsOf<Compiled>(
  policies: readonly BoundPolicy<Compiled>[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Generator<Invocation<Compiled> | FailedInvocation<Compiled>> {
  const requestParams = new RequestParams(context);
  for (const policy of policies) {
    assertActive(context);
    try {
      const version = matchedVersion(policy.criteria, attributes, context);
      if (version !== undefined) yield* policyInvocations(policy, version, requestParams, attributes, context);
    } catch (error) {
      const message = `failed to configure policy: ${reasonOf(error)}`;
      yield { kind: "failed", policy, binding: undefined, message };
    }
  }
}

function* policyInvocations<Compiled>(
  policy: BoundPolicy<Compiled>,
  version: MatchedVersion,
  requestParams: RequestParams,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Generator<Invocation<Compiled> | FailedInvocation<Compiled>> {
  const params = policy.params?.lookUp(context.registry);
  if (policy.params !== undefined && params === undefined) {
    throw new ConfigurationError(`failed to find resource referenced by paramKind: '${policy.params.text}'`);
  }
  for (const binding of policy.bindings) {
    let found: readonly (ReadonlyObject | undefined)[];
    try {
      if (binding.criteria !== undefined && matchedVersion(binding.criteria, attributes, context) === undefined)
        continue;
      found =
        params === undefined ? [undefined] : requestParams.collect(params, binding.paramRef, attributes.namespace);
    } catch (error) {
      const reason = unsyncedReason(error, policy, context) ?? reasonOf(error);
      yield { kind: "failed", policy, binding, message: `failed to configure binding: ${reason}` };
      continue;
    }
    for (const each of found) yield { kind: "invocation", policy, binding, version, params: each };
  }
}

/** Why params that cannot be converted are not used. The informer of a kube-apiserver never syncs. */
function unsyncedReason<Compiled>(
  error: unknown,
  { params }: BoundPolicy<Compiled>,
  context: AdmissionContext,
): string | undefined {
  if (!(error instanceof FailedConversionError) || params === undefined) return undefined;
  assertActive(context);
  return `paramKind kind \`${params.fieldText}\` not yet synced to use for admission`;
}

/** The message of an error that belongs to the configuration. Throws any other error. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isApiError(error)) return error.status.message ?? "";
  throw error;
}
