/** The views of policies, bindings and webhooks, and the fields of their records that are the same for all of them. */
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhook,
  MutatingWebhookConfiguration,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { View } from "../typed.ts";

/** The match constraints of a policy, or the match resources of a binding. */
export type MatchResourcesView = View<MatchResources>;

/** A rule with the names of the objects that it matches. */
export type NamedRuleView = View<NamedRuleWithOperations>;

/** The kind of the params of a policy. */
export type ParamKindView = View<ParamKind>;

/** The params of a binding: one by name, or several by labels. */
export type ParamRefView = View<ParamRef>;

export type ValidatingPolicyView = View<ValidatingAdmissionPolicy>;
export type ValidatingPolicySpec = NonNullable<ValidatingPolicyView["spec"]>;
export type ValidationView = NonNullable<ValidatingPolicySpec["validations"]>[number];
export type AuditAnnotationView = NonNullable<ValidatingPolicySpec["auditAnnotations"]>[number];
export type VariableView = NonNullable<ValidatingPolicySpec["variables"]>[number];

export type ValidatingBindingView = View<ValidatingAdmissionPolicyBinding>;
export type ValidatingBindingSpec = NonNullable<ValidatingBindingView["spec"]>;
export type ValidationActionView = NonNullable<ValidatingBindingSpec["validationActions"]>[number];

export type MutatingPolicyView = View<MutatingAdmissionPolicy>;
export type MutatingPolicySpec = NonNullable<MutatingPolicyView["spec"]>;
export type MutationView = NonNullable<MutatingPolicySpec["mutations"]>[number];

export type MutatingBindingView = View<MutatingAdmissionPolicyBinding>;

/** The fields that policies of both types have. */
export type PolicyParts = Pick<
  ValidatingPolicySpec,
  "failurePolicy" | "paramKind" | "matchConstraints" | "matchConditions"
>;

/** Whether a webhook can change objects, or only reject them. */
export type WebhookType = "mutating" | "validating";

/** A configuration of either type. */
export type WebhookConfiguration = MutatingWebhookConfiguration;

/** A webhook before validation: required fields may be absent. */
export type WebhookView = View<MutatingWebhook>;

/** A rule of a webhook. */
export type RuleView = NonNullable<WebhookView["rules"]>[number];

export const failurePolicies: readonly string[] = ["Fail", "Ignore"];
export const reinvocationPolicies: readonly string[] = ["IfNeeded", "Never"];

/** The fields of records that all kinds of the group have. */
export interface AdmissionKind {
  readonly group: string;
  readonly tracksGeneration: boolean;
  readonly allowUnconditionalUpdate: boolean;
  readonly warningsOnCreate: typeof staticSuffixWarnings;
  readonly warningsOnUpdate: typeof staticSuffixWarnings;
  readonly committed: () => void;
}

/** `committed` is called after each write of an object. */
export function admissionKind(committed: () => void): AdmissionKind {
  return {
    group: "admissionregistration.k8s.io",
    tracksGeneration: true,
    allowUnconditionalUpdate: false,
    warningsOnCreate: staticSuffixWarnings,
    warningsOnUpdate: staticSuffixWarnings,
    committed,
  };
}

/** kube-apiserver reserves the suffix of names for configurations in files. */
function staticSuffixWarnings({ metadata }: Pick<ReadonlyObject, "metadata">): readonly string[] {
  const suffix = ".static.k8s.io";
  if (metadata.name?.endsWith(suffix) !== true) return [];
  return [
    `metadata.name: names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
  ];
}
