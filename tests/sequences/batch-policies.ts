/** A random validating admission policy for the sequences of a batch. It applies to the namespaces of the batch only. */
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { post, remove, until } from "../differential/case.ts";
import type { DifferentialStep } from "../differential/case.ts";
import { lastName } from "./requests.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const policies = `${group}/validatingadmissionpolicies`;
const bindings = `${group}/validatingadmissionpolicybindings`;

/** The requests that bring a policy into force, and those that delete it. */
export interface BatchPolicy {
  readonly begin: readonly DifferentialStep[];
  readonly end: readonly DifferentialStep[];
}

/**
 * Expressions on objects of any kind. Some of them fail for requests without an object. None of them lets the order of concurrent requests decide which of
 * them is denied.
 */
const expressions: readonly string[] = [
  "object == null || !has(object.metadata.labels) || !('app' in object.metadata.labels) || object.metadata.labels.app != 'y'",
  "object.metadata.labels.app != 'y'",
  "request.operation != 'DELETE'",
  "request.operation != 'DELETE' || oldObject.metadata.name != 'b'",
  "object == null || oldObject == null || !has(object.metadata.generation) || object.metadata.generation == oldObject.metadata.generation",
  "has(request.subResource) ? request.subResource != 'status' : true",
  "request.subResource == ''",
  "object == null || object.metadata.name != 'b'",
  "request.dryRun || request.name != 'c'",
  "object == null || !has(object.metadata.finalizers) || object.metadata.finalizers.all(f, f != 'example.com/b')",
  "object == null || object.kind != 'Scale' || object.spec.replicas < 3",
  "object == null || dyn(object).kind == request.kind.kind",
  "request.options == null || !has(request.options.fieldManager) || request.options.fieldManager != 'two'",
  "variables.labels.size() < 2",
  "oldObject == null || variables.labels == oldObject.metadata.?labels.orValue({})",
  "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == request.namespace",
  "authorizer.requestResource.check('delete').allowed() && request.userInfo.groups.exists(g, g == 'system:masters')",
];

const messages: readonly string[] = [
  "request.operation + ' ' + request.resource.resource",
  "string(object.metadata.labels.size())",
  "'app ' + string(object.metadata.labels.app)",
  "object == null ? '' : string(object.metadata.name)",
];

/** The policy of a batch by its seed. */
export function batchPolicy(seed: string, name: string): BatchPolicy {
  const random = createSeededRandom(`${seed} policy`);
  const probe = `${name}-probe`;
  const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: operations(random), resources: ["*/*"] };
  const spec = {
    failurePolicy: pick(random, ["Fail", "Ignore"]),
    matchConstraints: { resourceRules: [everything] },
    matchConditions: [ownRequests(name)],
    variables: [{ name: "labels", expression: "object == null ? {} : object.metadata.?labels.orValue({})" }],
    validations: Array.from({ length: 1 + random.int(3) }, () => validation(random)),
  };
  const configMaps = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const validationActions = pick(random, [["Deny"], ["Deny"], ["Warn"], ["Warn", "Audit"], ["Audit", "Deny"]]);
  return {
    begin: [
      post(policies, { metadata: { name }, spec }),
      post(bindings, { metadata: { name }, spec: { policyName: name, validationActions } }),
      // A real server enforces both policies once it enforces the second.
      post(policies, {
        metadata: { name: probe },
        spec: {
          matchConstraints: { resourceRules: [configMaps] },
          validations: [{ expression: `request.name != '${probe}'` }],
        },
      }),
      post(bindings, { metadata: { name: probe }, spec: { policyName: probe, validationActions: ["Deny"] } }),
      until(422, post("/api/v1/namespaces/default/configmaps?dryRun=All", { metadata: { name: probe } })),
    ],
    end: [name, probe].flatMap((each) => [remove(`${bindings}/${each}`), remove(`${policies}/${each}`)]),
  };
}

/** The condition of a policy that applies to the namespaces of a batch. Watches end with the object of the last name, which is exempt. */
export function ownRequests(name: string): object {
  // The namespaces themselves are created without the policy.
  const isOwn = `request.resource.resource != 'namespaces' && has(request.namespace) && request.namespace.startsWith('${name}-')`;
  return { name: "own", expression: `${isOwn} && (!has(request.name) || request.name != '${lastName}')` };
}

function validation(random: Random): object {
  return {
    expression: pick(random, expressions),
    ...pick(random, [{}, { message: "no" }, { messageExpression: pick(random, messages) }]),
    ...pick(random, [{}, {}, { reason: "Forbidden" }, { reason: "RequestEntityTooLarge" }]),
  };
}

/** Operations of a rule. */
export function operations(random: Random): readonly string[] {
  return pick(random, [["*"], ["*"], ["CREATE", "UPDATE"], ["UPDATE"], ["DELETE"]]);
}

/** One of the values. */
export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[random.int(values.length)];
  if (value === undefined) throw new Error("There is nothing to pick from");
  return value;
}
