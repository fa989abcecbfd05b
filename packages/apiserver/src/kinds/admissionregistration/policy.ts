/** The views of admission policies and bindings. Fields that validating and mutating policies share have the same shape. */
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
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
