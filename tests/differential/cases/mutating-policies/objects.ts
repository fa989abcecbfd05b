/** Mutating admission policies and bindings that the cases start from, and requests that wait until they are in force. */
import { post, remove, until } from "../../case.ts";
import type { DifferentialRequest, DifferentialStep } from "../../case.ts";

const api = "admissionregistration.k8s.io/v1";
export const policies = `/apis/${api}/mutatingadmissionpolicies`;
export const bindings = `/apis/${api}/mutatingadmissionpolicybindings`;

export const configMapRule = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["configmaps"],
};

/** Selects only the namespace of the case, so that policies of other cases do not apply. */
export const ownNamespace = { matchLabels: { "kubernetes.io/metadata.name": "{{namespace}}" } };

type Spec = Readonly<Record<string, unknown>>;

export const apply = (expression: string): object => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
export const patching = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });

/** A policy on the ConfigMaps of the case's namespace, with this in its `spec`. */
export function policy(spec: Spec, name = "{{namespace}}"): object {
  return {
    apiVersion: api,
    kind: "MutatingAdmissionPolicy",
    metadata: { name },
    spec: {
      matchConstraints: { namespaceSelector: ownNamespace, resourceRules: [configMapRule] },
      reinvocationPolicy: "Never",
      ...spec,
    },
  };
}

/** A binding of the policy of the same name, with this in its `spec`. */
export function binding(spec: Spec = {}, name = "{{namespace}}"): object {
  return {
    apiVersion: api,
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, ...spec },
  };
}

export const configMaps = "/api/v1/namespaces/{{namespace}}/configmaps";
/** The fields of a ConfigMap, apart from its name. */
interface ConfigMapFields {
  readonly metadata?: object;
  readonly data?: object;
}

export const create = (name: string, { metadata, ...more }: ConfigMapFields = {}): DifferentialRequest =>
  post(`${configMaps}?dryRun=All`, { metadata: { name, ...metadata }, ...more });

/** A policy that rejects objects named `denied`: it shows that the policies written before it are in force. */
const gate: DifferentialStep[] = [
  post(
    policies,
    policy(
      {
        matchConstraints: {
          namespaceSelector: ownNamespace,
          resourceRules: [{ ...configMapRule, resourceNames: ["denied"] }],
        },
        mutations: [patching("[JSONPatch{op: 'remove', path: '/absent/a'}]")],
      },
      "{{namespace}}.gate",
    ),
  ),
  post(bindings, binding({}, "{{namespace}}.gate")),
  until(403, create("denied"), "{{namespace}}.gate"),
];

/** Policies with their bindings by the suffix of their names, and a wait until they are in force. */
export function enforced(specs: Readonly<Record<string, Spec>>, bindingSpec: Spec = {}): readonly DifferentialStep[] {
  const names = Object.entries(specs).map(([suffix, spec]) => [`{{namespace}}${suffix}`, spec] as const);
  return [
    ...names.flatMap(([name, spec]) => [
      post(policies, policy(spec, name)),
      post(bindings, binding(bindingSpec, name)),
    ]),
    ...gate,
  ];
}

/** Removes policies and their bindings, so that they slow down no other case. */
export function removed(...suffixes: readonly string[]): readonly DifferentialStep[] {
  return [...suffixes, ".gate"].flatMap((suffix) => [
    remove(`${bindings}/{{namespace}}${suffix}`),
    remove(`${policies}/{{namespace}}${suffix}`),
  ]);
}

/** One expression that returns another one of these for each name of an object, and `otherwise` for other names. */
export function byName(expressions: Readonly<Record<string, string>>, otherwise: string): string {
  return Object.entries(expressions).reduceRight(
    (rest, [name, expression]) => `object.metadata.name == '${name}' ? ${expression} : (${rest})`,
    otherwise,
  );
}
