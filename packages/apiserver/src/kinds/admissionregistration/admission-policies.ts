/** Mutating admission policies and their bindings. https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/ */
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { rejectSpec } from "../generic/unsupported-spec.ts";

const policy = {
  group: "admissionregistration.k8s.io",
  tracksGeneration: true,
  allowUnconditionalUpdate: false,
  validate: rejectSpec("does not evaluate mutating admission policies yet"),
} as const;

export const admissionPolicyKinds: readonly BuiltinKind[] = [
  { ...policy, plural: "mutatingadmissionpolicies" },
  { ...policy, plural: "mutatingadmissionpolicybindings" },
];
