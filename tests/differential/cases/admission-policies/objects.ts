/** Validating admission policies and bindings that the cases start from. */

const api = "admissionregistration.k8s.io/v1";
export const policies = `/apis/${api}/validatingadmissionpolicies`;
export const bindings = `/apis/${api}/validatingadmissionpolicybindings`;

/** The rule for ConfigMaps. */
export const configMapRule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["configmaps"],
};

/** Selects only the namespace of the case, so that policies of other cases do not apply. */
export const ownNamespace = { matchLabels: { "kubernetes.io/metadata.name": "{{namespace}}" } };

/** A policy on the ConfigMaps of the case's namespace, with this in its `spec`. */
export function policy(spec: Readonly<Record<string, unknown>>, name = "{{namespace}}"): object {
  return {
    apiVersion: api,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: { matchConstraints: { namespaceSelector: ownNamespace, resourceRules: [configMapRule] }, ...spec },
  };
}

/** A binding of the case's policy that denies, with this in its `spec`. */
export function binding(spec: Readonly<Record<string, unknown>> = {}, name = "{{namespace}}"): object {
  return {
    apiVersion: api,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: "{{namespace}}", validationActions: ["Deny"], ...spec },
  };
}
