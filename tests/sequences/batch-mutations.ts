/** A random mutating admission policy for the sequences of a batch. It applies to the namespaces of the batch only. */
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { post, remove, until } from "../differential/case.ts";
import type { BatchPolicy } from "./batch-policies.ts";
import { operations, ownRequests, pick } from "./batch-policies.ts";
import type { Sequence } from "./sequence.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const policies = `${group}/mutatingadmissionpolicies`;
const bindings = `${group}/mutatingadmissionpolicybindings`;

/**
 * Mutations of objects of any kind. Some of them fail for some objects. After several concurrent requests, the object does not depend on their order.
 */
const configurations: readonly string[] = [
  "Object{}",
  'Object{metadata: Object.metadata{labels: {"mutated": "yes"}}}',
  'Object{metadata: Object.metadata{labels: {"app": "z"}}}',
  'Object{metadata: Object.metadata{annotations: {"operation": request.operation}}}',
  'Object{metadata: Object.metadata{annotations: {"kind": request.kind.kind}}}',
  'object.metadata.?labels.app.orValue("") == "x" ? Object{metadata: Object.metadata{labels: {"app": "y"}}} : Object{}',
  'Object{metadata: Object.metadata{labels: {"no label": "x"}}}',
  'Object{metadata: Object.metadata{finalizers: ["example.com/b"]}}',
  'Object{metadata: Object.metadata{name: "other"}}',
  "Object{spec: Object.spec{replicas: 2}}",
  "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{terminationGracePeriodSeconds: 7}}}}",
  'Object{spec: Object.spec{containers: [Object.spec.containers{name: "c", image: "mutated"}]}}',
  'Object{data: {"mutated": "yes"}}',
  "Object{status: Object.status{replicas: 1}}",
];

const patches: readonly string[] = [
  "[]",
  '[JSONPatch{op: "add", path: "/metadata/labels", value: {"patched": "yes"}}]',
  '[JSONPatch{op: "remove", path: "/metadata/annotations"}]',
  '[JSONPatch{op: "test", path: "/metadata/name", value: "a"}]',
  '[JSONPatch{op: "replace", path: "/metadata/labels", value: {}}]',
  'has(object.metadata.labels) ? [JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "c"}] : []',
  '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"copied": object.metadata.name}}]',
  '[JSONPatch{op: "add", path: "/spec/replicas", value: 2}]',
  '[JSONPatch{op: "add", path: "/unknown", value: 2}]',
  '[JSONPatch{op: "add", path: "/spec", value: {}}]',
];

/** The mutating policy of a batch by its seed. */
export function batchMutations(seed: string, name: string): BatchPolicy {
  const random = createSeededRandom(`${seed} mutations`);
  const probe = `${name}-probe`;
  const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: operations(random), resources: ["*/*"] };
  const configMaps = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const fails = '[JSONPatch{op: "test", path: "/metadata/name", value: "other"}]';
  return {
    begin: [
      post(policies, {
        metadata: { name },
        spec: {
          failurePolicy: pick(random, ["Fail", "Ignore"]),
          reinvocationPolicy: pick(random, ["Never", "IfNeeded"]),
          matchConstraints: { resourceRules: [everything] },
          matchConditions: [ownRequests(name)],
          mutations: Array.from({ length: 1 + random.int(3) }, () => mutation(random)),
        },
      }),
      post(bindings, { metadata: { name }, spec: { policyName: name } }),
      // A real server enforces both policies once it enforces the second.
      post(policies, {
        metadata: { name: probe },
        spec: {
          reinvocationPolicy: "Never",
          matchConstraints: { resourceRules: [configMaps] },
          matchConditions: [{ name: "probe", expression: `request.name == '${probe}'` }],
          mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: fails } }],
        },
      }),
      post(bindings, { metadata: { name: probe }, spec: { policyName: probe } }),
      until(422, post("/api/v1/namespaces/default/configmaps?dryRun=All", { metadata: { name: probe } })),
    ],
    end: [name, probe].flatMap((each) => [remove(`${bindings}/${each}`), remove(`${policies}/${each}`)]),
  };
}

/** Without deletes among patches: a patch that a mutation makes invalid would fail with 422 before the delete and with 404 after it. */
export function withoutDeleteRaces(sequence: Sequence): Sequence {
  return { ...sequence, steps: sequence.steps.filter((step) => step.do !== "together" || step.what !== "delete") };
}

function mutation(random: Random): object {
  if (random.int(2) === 0) return { patchType: "JSONPatch", jsonPatch: { expression: pick(random, patches) } };
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression: pick(random, configurations) } };
}
