/** The common parts of the records of validating and mutating policies, and of their bindings. */
import type { MatchResources } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { FieldError, Work } from "@kubewright/apimachinery";
import { whenDone } from "@kubewright/apimachinery";
import type { Registry } from "../../registry/registry.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { Draft } from "../typed.ts";
import type { BindingWithParams, PolicyWithParams } from "./authorize-params.ts";
import { authorizeParamKind, authorizeParamRef } from "./authorize-params.ts";
import { defaultMatchResources } from "./check-match-resources.ts";
import { staticSuffixWarnings } from "./static-suffix.ts";

/** The dependencies of the policy kinds. */
export interface PolicyKindOptions {
  readonly registry: Registry;
  /** Called after each write of a policy or binding. */
  readonly changed: () => void;
}

type ParamContext = Pick<RequestContext, "user" | "authorizer" | "read">;

/** The fields that are the same for policies and bindings of both types. */
interface CommonFields {
  readonly group: string;
  readonly tracksGeneration: boolean;
  readonly allowUnconditionalUpdate: boolean;
  readonly warningsOnCreate: typeof staticSuffixWarnings;
  readonly warningsOnUpdate: typeof staticSuffixWarnings;
  readonly committed: () => void;
}

export interface PolicyRecord<Policy> extends CommonFields {
  readonly defaults: (draft: { spec?: { failurePolicy?: string; matchConstraints?: Draft<MatchResources> } }) => void;
  readonly validate: (policy: Policy, context: ParamContext) => Work<readonly FieldError[]>;
  readonly validateUpdate: (policy: Policy, old: Policy, context: ParamContext) => Work<readonly FieldError[]>;
}

export interface BindingRecord<Binding> extends CommonFields {
  readonly defaults: (draft: { spec?: { matchResources?: Draft<MatchResources> } }) => void;
  readonly validate: (binding: Binding, context: ParamContext) => Work<readonly FieldError[]>;
}

/** The record of a policy. `check` returns the errors of a policy; `old` is the stored one on updates. */
export function policyRecord<Policy extends PolicyWithParams>(
  check: (policy: Policy, old: Policy | undefined) => Work<readonly FieldError[]>,
  { registry, changed }: PolicyKindOptions,
): PolicyRecord<Policy> {
  const validate = (policy: Policy, old: Policy | undefined, context: ParamContext): Work<readonly FieldError[]> =>
    whenDone(check(policy, old), (errors) =>
      errors.length > 0 ? errors : authorizeParamKind(policy, old, registry, context),
    );
  return {
    ...commonFields(changed),
    defaults: (draft) => {
      const spec = (draft.spec ??= {});
      spec.failurePolicy ??= "Fail";
      defaultMatchResources(spec.matchConstraints);
    },
    validate: (policy, context) => validate(policy, undefined, context),
    validateUpdate: validate,
  };
}

/** The record of a binding. `policies` is the plural of the kind of its policy. */
export function bindingRecord<Binding extends BindingWithParams>(
  policies: string,
  check: (binding: Binding) => Work<readonly FieldError[]>,
  { registry, changed }: PolicyKindOptions,
): BindingRecord<Binding> {
  return {
    ...commonFields(changed),
    defaults: (draft) => defaultMatchResources(draft.spec?.matchResources),
    validate: (binding, context) =>
      whenDone(check(binding), (errors) =>
        errors.length > 0 ? errors : authorizeParamRef(binding, policies, registry, context),
      ),
  };
}

function commonFields(committed: () => void): CommonFields {
  return {
    group: "admissionregistration.k8s.io",
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    committed,
  };
}
