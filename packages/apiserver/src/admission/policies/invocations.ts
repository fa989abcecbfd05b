/**
 * The evaluations that a request needs: for each policy that matches, each of its bindings that matches, and each param of the binding.
 */
import { append, isApiError, stepsOf, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { Steps, Work } from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { failedConversionMessage } from "../../conversion/failed-conversion.ts";
import { assertActive } from "../../turns/deadline.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import { matchedVersion } from "../matching/rules.ts";
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
 * Finds the evaluations of a request, in the order of policies, bindings and params. Throws 504 once the deadline of the request has passed. `convert` is
 * called for each binding that matches, before its params are read; if it fails, so does the policy.
 */
export function* invocationsOf<Compiled>(
  policies: readonly BoundPolicy<Compiled>[],
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  convert: (version: MatchedVersion) => Work<unknown> = () => undefined,
): Steps<readonly (Invocation<Compiled> | FailedInvocation<Compiled>)[]> {
  const found: (Invocation<Compiled> | FailedInvocation<Compiled>)[] = [];
  const requestParams = new RequestParams(context);
  for (const policy of policies) {
    yield;
    assertActive(context);
    try {
      const version = matchedVersion(policy.criteria, attributes, context);
      if (version === undefined) continue;
      for (const binding of boundTo(policy, context)) {
        append(
          found,
          yield* bindingInvocations({ policy, binding, version }, requestParams, attributes, context, convert),
        );
      }
    } catch (error) {
      found.push(failedPolicy(policy, reasonOf(error)));
    }
  }
  return found;
}

type MatchedBinding<Compiled> = Pick<Invocation<Compiled>, "policy" | "binding" | "version">;

/** The bindings of a policy. Throws a `ConfigurationError` if the kind of its params is not served. */
function boundTo<Compiled>(
  { params, bindings }: BoundPolicy<Compiled>,
  { registry }: AdmissionContext,
): readonly PolicyBinding[] {
  if (params !== undefined && params.lookUp(registry) === undefined) {
    throw new ConfigurationError(`failed to find resource referenced by paramKind: '${params.text}'`);
  }
  return bindings;
}

function* bindingInvocations<Compiled>(
  { policy, binding, version }: MatchedBinding<Compiled>,
  requestParams: RequestParams,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  convert: (version: MatchedVersion) => Work<unknown>,
): Steps<readonly (Invocation<Compiled> | FailedInvocation<Compiled>)[]> {
  try {
    if (binding.criteria !== undefined && matchedVersion(binding.criteria, attributes, context) === undefined)
      return [];
    const failure = yield* stepsOf(conversionFailure(() => convert(version)));
    if (failure !== undefined) return [failedPolicy(policy, failure)];
    const params = policy.params?.lookUp(context.registry);
    const found =
      params === undefined
        ? [undefined]
        : yield* stepsOf(requestParams.collect(params, binding.paramRef, attributes.namespace));
    return found.map((param) => ({ kind: "invocation", policy, binding, version, param }) as const);
  } catch (error) {
    return [{ kind: "failed", policy, binding, message: `failed to configure binding: ${reasonOf(error)}` }];
  }
}

function failedPolicy<Compiled>(policy: BoundPolicy<Compiled>, reason: string): FailedInvocation<Compiled> {
  return { kind: "failed", policy, binding: undefined, message: `failed to configure policy: ${reason}` };
}

/** In steps, the message of the converter if it fails. */
function conversionFailure(convert: () => Work<unknown>): Work<string | undefined> {
  return whenFailed(() => whenDone(convert(), () => undefined), failedConversionMessage);
}

/** The message of an error that belongs to the configuration. Throws any other error. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isApiError(error)) return error.status.message ?? "";
  throw error;
}
