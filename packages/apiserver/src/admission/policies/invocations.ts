/**
 * The evaluations that a request needs: for each policy that matches, each of its bindings that matches, and each param of the binding.
 */
import { isApiError } from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { assertActive } from "../../registry/deadline.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
import { failedConversionMessage } from "../../conversion/failed-conversion.ts";
import type { Param } from "./request-params.ts";
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
  readonly param: Param | undefined;
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
 * once the deadline of the request has passed. `convert` is called for each binding that matches, before its params are read; if it throws a
 * `FailedConversionError`, the policy fails.
 */
export function* invocationsOf<Compiled>(
  policies: readonly BoundPolicy<Compiled>[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  convert: (version: MatchedVersion) => void = () => {},
): Generator<Invocation<Compiled> | FailedInvocation<Compiled>> {
  const requestParams = new RequestParams(context);
  for (const policy of policies) {
    assertActive(context);
    try {
      const version = matchedVersion(policy.criteria, attributes, context);
      if (version !== undefined) yield* policyInvocations(policy, version, requestParams, attributes, context, convert);
    } catch (error) {
      yield failedPolicy(policy, reasonOf(error));
    }
  }
}

function* policyInvocations<Compiled>(
  policy: BoundPolicy<Compiled>,
  version: MatchedVersion,
  requestParams: RequestParams,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  convert: (version: MatchedVersion) => void,
): Generator<Invocation<Compiled> | FailedInvocation<Compiled>> {
  const params = policy.params?.lookUp(context.registry);
  if (policy.params !== undefined && params === undefined) {
    throw new ConfigurationError(`failed to find resource referenced by paramKind: '${policy.params.text}'`);
  }
  for (const binding of policy.bindings) {
    let found: readonly (Param | undefined)[];
    try {
      if (binding.criteria !== undefined && matchedVersion(binding.criteria, attributes, context) === undefined)
        continue;
      const failure = conversionFailure(() => convert(version));
      if (failure !== undefined) {
        yield failedPolicy(policy, failure);
        continue;
      }
      found =
        params === undefined ? [undefined] : requestParams.collect(params, binding.paramRef, attributes.namespace);
    } catch (error) {
      yield { kind: "failed", policy, binding, message: `failed to configure binding: ${reasonOf(error)}` };
      continue;
    }
    for (const each of found) yield { kind: "invocation", policy, binding, version, param: each };
  }
}

function failedPolicy<Compiled>(policy: BoundPolicy<Compiled>, reason: string): FailedInvocation<Compiled> {
  return { kind: "failed", policy, binding: undefined, message: `failed to configure policy: ${reason}` };
}

/** The message of the converter if it fails. */
function conversionFailure(convert: () => void): string | undefined {
  try {
    convert();
    return undefined;
  } catch (error) {
    return failedConversionMessage(error);
  }
}

/** The message of an error that belongs to the configuration. Throws any other error. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isApiError(error)) return error.status.message ?? "";
  throw error;
}
