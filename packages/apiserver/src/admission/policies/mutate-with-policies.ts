/** Runs the mutating policies of a request, in steps. */
import { append, internalError, isDeepEqual, stepsOf, whenDone } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject, Steps, Work } from "@kubewright/apimachinery";
import { admissionRequest } from "../../expressions/admission-request.ts";
import type { ExpressionInputs } from "../../expressions/evaluation.ts";
import { evaluateMatchConditions } from "../../expressions/match-conditions.ts";
import { requestAuthorizer } from "../../expressions/request-authorizer.ts";
import type { PolicyCheck } from "../../metrics/policy-metrics.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { AdmissionAttributes, AdmissionContext } from "../../registry/admission-plugin.ts";
import { assertActive } from "../../turns/deadline.ts";
import { objectSchemaOf } from "../../registry/field-managers.ts";
import { inMatchedVersion, inRequestedVersion } from "../matching/object-versions.ts";
import type { MatchedVersion } from "../matching/rules.ts";
import type { Round } from "../reinvocation/round.ts";
import type { CompiledMutatingPolicy, CompiledMutation } from "./compile-mutating-policy.ts";
import type { Invocation } from "./invocations.ts";
import { invocationsOf } from "./invocations.ts";
import { decodedResult } from "./decoded-result.ts";
import type { MutationTarget } from "./mutated-object.ts";
import { mutatedObject, MutationError } from "./mutated-object.ts";
import { namespaceObject } from "./namespace-object.ts";
import type { BoundPolicy } from "./policy-source.ts";

/** Why a policy denies a request: its configuration, a condition or a mutation fails. */
export interface PolicyFailure {
  readonly policy: string;
  /** `undefined` if the reason is the policy. */
  readonly binding: string | undefined;
  readonly message: string;
  /** Default: that of the error of the plugin. */
  readonly reason?: "Invalid";
}

export interface MutationOutcome {
  /** The failures of policies with `failurePolicy: Fail`. */
  readonly failures: readonly PolicyFailure[];
  /** What has run in this round. */
  readonly round: Round;
  /** The object after the mutations, in the version of the write. `undefined` if no mutation was applied. */
  readonly object: ApiObject | undefined;
  readonly isChanged: boolean;
  /** The mutations that have run. */
  readonly checks: readonly PolicyCheck[];
}

type MutatingInvocation = Invocation<CompiledMutatingPolicy>;
type CompiledInvocation = MutatingInvocation & Pick<CompiledMutatingPolicy, "variables">;

/** Runs policies in order. Throws 404 if the namespace of the request does not exist, and 500 for the result of a mutation that cannot be decoded. */
export function* mutateWithPolicies(
  policies: readonly BoundPolicy<CompiledMutatingPolicy>[],
  round: Round,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Steps<MutationOutcome> {
  const failures: PolicyFailure[] = [];
  const invocations: MutatingInvocation[] = [];
  const work = new MutationWork(round, attributes, context);
  for (const each of yield* invocationsOf(policies, attributes, context, (version) => work.draftOf(version))) {
    if (each.kind === "invocation") invocations.push(each);
    else if (!each.policy.ignoresFailures) failures.push(failureOf(each.policy, each.binding?.name, each.message));
  }
  for (const invocation of invocations) {
    for (const message of yield* work.run(invocation)) {
      if (invocation.policy.ignoresFailures) continue;
      failures.push({ ...failureOf(invocation.policy, invocation.binding.name, message), reason: "Invalid" });
    }
  }
  return { failures, round, ...work.result() };
}

function failureOf(
  { name }: BoundPolicy<CompiledMutatingPolicy>,
  binding: string | undefined,
  message: string,
): PolicyFailure {
  return { policy: name, binding, message };
}

/** The object in one version, with the mutations of the policies that match in this version. */
interface VersionedDraft {
  matched: ReadonlyObject | undefined;
  readonly oldObject: ReadonlyObject | undefined;
  /** The object in the version of the write, once a mutation was applied. */
  mutated: ApiObject | undefined;
}

/** The state of one round. */
class MutationWork {
  readonly #round: Round;
  readonly #attributes: AdmissionAttributes;
  readonly #context: AdmissionContext;
  readonly #drafts = new Map<string, VersionedDraft>();
  readonly #checks: PolicyCheck[] = [];
  /** The draft of the last policy that has run. As in kube-apiserver, the mutations of policies that match other versions are lost. */
  #last: VersionedDraft | undefined;
  #isChanged = false;

  constructor(round: Round, attributes: AdmissionAttributes, context: AdmissionContext) {
    this.#round = round;
    this.#attributes = attributes;
    this.#context = context;
  }

  /** In steps, the draft in a version. Fails if the object cannot be converted to it. */
  draftOf(version: MatchedVersion): Work<VersionedDraft> {
    const { object, oldObject } = this.#attributes;
    const key = JSON.stringify(version.kind);
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const inVersion = (each: ReadonlyObject | undefined): Work<ReadonlyObject | undefined> =>
      each && inMatchedVersion(each, this.#attributes, version, this.#context.registry);
    return whenDone(inVersion(object), (matched) =>
      whenDone(inVersion(oldObject), (old) => {
        const draft = { matched, oldObject: old, mutated: undefined };
        this.#drafts.set(key, draft);
        return draft;
      }),
    );
  }

  /** Runs a policy. Returns the messages of its failures. */
  *run(invocation: MutatingInvocation): Steps<readonly string[]> {
    const { policy, version } = invocation;
    const { matchConditions, mutations, variables, isReinvoked } = yield* policy.compiled();
    const compiled: CompiledInvocation = { ...invocation, variables };
    const draft = yield* stepsOf(this.draftOf(version));
    if (matchConditions.length > 0) {
      const result = yield* evaluateMatchConditions(matchConditions, this.#conditionInputs(compiled, draft));
      if (result.kind === "error") return [result.message];
      if (result.kind === "skipped") return [];
    }
    const id = invocationId(invocation);
    if (!this.#round.runs(id)) return [];
    const before = draft.matched;
    const failures: string[] = [];
    for (const mutation of mutations) append(failures, yield* this.#mutateMeasured(mutation, compiled, draft));
    if (!isDeepEqual(before, draft.matched)) this.#changed();
    if (isReinvoked) this.#round.ran(id);
    return failures;
  }

  result(): Pick<MutationOutcome, "object" | "isChanged" | "checks"> {
    const object = this.#last?.mutated;
    // Also a mutation without effect requests the second round.
    if (object !== undefined) this.#changed();
    return { object, isChanged: this.#isChanged, checks: this.#checks };
  }

  #changed(): void {
    this.#round.changed();
    this.#isChanged = true;
  }

  *#mutateMeasured(
    mutation: CompiledMutation,
    invocation: CompiledInvocation,
    draft: VersionedDraft,
  ): Steps<readonly string[]> {
    const { clock } = this.#context;
    const { policy, binding } = invocation;
    const startedAt = clock.now();
    const failures = yield* this.#mutate(mutation, invocation, draft);
    if (draft.matched === undefined) return failures; // No mutation has run.
    const seconds = (clock.now() - startedAt) / 1000;
    this.#checks.push({ policy: policy.name, binding: binding.name, failure: failures[0], seconds });
    return failures;
  }

  /** Applies a mutation to the draft. Returns the messages of its failures. */
  *#mutate(
    mutation: CompiledMutation,
    invocation: CompiledInvocation,
    draft: VersionedDraft,
  ): Steps<readonly string[]> {
    this.#last = draft;
    if (draft.matched === undefined) return [];
    const { registry } = this.#context;
    const { version } = invocation;
    const target = {
      object: json(draft.matched),
      kind: version.kind,
      literals: this.#context.decoded.literals,
      ...schemaOf(version, this.#context),
    };
    try {
      const { value: next, literals } = yield* mutatedObject(mutation, this.#inputs(invocation, draft), target);
      this.#context.decoded.literals = literals;
      if (!target.isCustom) assertSameVersion(version.kind, this.#attributes.kind);
      const failedConversion = (message: string): Error => internalError(`failed to convert object: ${message}`);
      draft.mutated = yield* stepsOf(
        decodedResult(next, mutation, target, (object, decoding) =>
          inRequestedVersion(object, this.#attributes, version, registry, { ...decoding, failedConversion }),
        ),
      );
    } catch (error) {
      if (error instanceof MutationError) return [error.message];
      throw error;
    }
    draft.matched = yield* stepsOf(inMatchedVersion(draft.mutated, this.#attributes, version, registry));
    return [];
  }

  #inputs({ version, param, variables }: CompiledInvocation, draft: VersionedDraft): ExpressionInputs {
    return {
      object: draft.matched,
      oldObject: draft.oldObject,
      literals: this.#context.decoded.literals,
      request: admissionRequest(this.#attributes, version),
      namespaceObject: namespaceObject(this.#attributes, this.#context),
      params: param?.read(),
      authorizer: requestAuthorizer(this.#attributes, this.#context.authorizer),
      variables,
      checkpoint: () => assertActive(this.#context),
    };
  }

  #conditionInputs(invocation: CompiledInvocation, draft: VersionedDraft): ExpressionInputs {
    const { kind } = invocation.version;
    const { resource } = this.#attributes;
    // kube-apiserver shows the kind of the matched version, and the resource of the request.
    const request = admissionRequest(this.#attributes, { kind, resource });
    return { ...this.#inputs(invocation, draft), request, namespaceObject: undefined };
  }
}

/** kube-apiserver does not convert built-in objects that a policy has mutated in another version than that of the write. */
function assertSameVersion(matched: GroupVersionKind, requested: GroupVersionKind): void {
  if (matched.group === requested.group && matched.version === requested.version) return;
  const text = ({ version, kind }: GroupVersionKind): string => `(${version}.${kind})`;
  throw new MutationError(`converting ${text(matched)} to ${text(requested)}: unknown conversion`);
}

function json(object: ReadonlyObject): JsonObject {
  return object as unknown as JsonObject; // Objects of the server are JSON.
}

/** A policy with a binding and a param. */
function invocationId({ policy, binding, param }: MutatingInvocation): string {
  return [policy.name, binding.name, param?.key ?? ""].join("/");
}

/** The schema of a kind; `undefined` unless a resource of its group version has the kind (the Scale of a Deployment: `undefined`). */
function schemaOf(
  { resource, kind }: MatchedVersion,
  { registry }: AdmissionContext,
): Pick<MutationTarget, "schema" | "isCustom"> {
  const own = registry.find(resource.group, resource.version, resource.resource);
  const served =
    own?.kind === kind.kind
      ? own
      : registry.resources(kind.group, kind.version).find((each) => each.kind === kind.kind);
  return { schema: served && objectSchemaOf(served), isCustom: served?.custom ?? false };
}
