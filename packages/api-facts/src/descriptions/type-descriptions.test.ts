import { expect, test } from "vitest";
import type { DefinitionSchema } from "../definition-schema.ts";
import { definition, definitionNames, definitionOf, definitionOfReference } from "../definitions.ts";
import { parseDescriptions, typeDescriptions } from "./type-descriptions.ts";

const core = "io.k8s.api.core.v1";

/** The kinds that are used most, and with them all types that they have inside. */
const describedKinds = [
  { group: "", version: "v1", kind: "Pod" },
  { group: "apps", version: "v1", kind: "Deployment" },
  { group: "apps", version: "v1", kind: "ReplicaSet" },
  { group: "apps", version: "v1", kind: "StatefulSet" },
  { group: "apps", version: "v1", kind: "DaemonSet" },
  { group: "batch", version: "v1", kind: "Job" },
  { group: "batch", version: "v1", kind: "CronJob" },
  { group: "", version: "v1", kind: "Service" },
  { group: "", version: "v1", kind: "Endpoints" },
  { group: "discovery.k8s.io", version: "v1", kind: "EndpointSlice" },
  { group: "", version: "v1", kind: "ConfigMap" },
  { group: "", version: "v1", kind: "Secret" },
  { group: "", version: "v1", kind: "Namespace" },
  { group: "", version: "v1", kind: "Node" },
  { group: "", version: "v1", kind: "PersistentVolume" },
  { group: "", version: "v1", kind: "PersistentVolumeClaim" },
  { group: "storage.k8s.io", version: "v1", kind: "StorageClass" },
  { group: "", version: "v1", kind: "ServiceAccount" },
  { group: "rbac.authorization.k8s.io", version: "v1", kind: "Role" },
  { group: "rbac.authorization.k8s.io", version: "v1", kind: "RoleBinding" },
  { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRole" },
  { group: "rbac.authorization.k8s.io", version: "v1", kind: "ClusterRoleBinding" },
  { group: "networking.k8s.io", version: "v1", kind: "Ingress" },
  { group: "networking.k8s.io", version: "v1", kind: "NetworkPolicy" },
  { group: "autoscaling", version: "v2", kind: "HorizontalPodAutoscaler" },
  { group: "policy", version: "v1", kind: "PodDisruptionBudget" },
  { group: "", version: "v1", kind: "Event" },
  { group: "events.k8s.io", version: "v1", kind: "Event" },
  { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
  { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" },
  { group: "", version: "v1", kind: "LimitRange" },
  { group: "", version: "v1", kind: "ResourceQuota" },
  { group: "admissionregistration.k8s.io", version: "v1", kind: "ValidatingWebhookConfiguration" },
  { group: "admissionregistration.k8s.io", version: "v1", kind: "MutatingWebhookConfiguration" },
];

test("each type that the most used kinds have inside has a description, and so has each of its fields", () => {
  const names = reachableDefinitions(describedKinds.map((kind) => definitionOf(kind) ?? ""));

  const missing = names.flatMap((name) => {
    const { description, fields = {} } = typeDescriptions()[name] ?? {};
    const without = Object.keys(definition(name)?.properties ?? {}).filter((field) => !Object.hasOwn(fields, field));
    return [...(description === undefined ? [name] : []), ...without.map((field) => `${name}.${field}`)];
  });

  expect(missing).toEqual([]);
  expect(names).toHaveLength(345);
});

test("each description is that of a type or field that exists", () => {
  const known = new Set(definitionNames());

  const unknown = Object.entries(typeDescriptions()).flatMap(([name, { fields = {} }]) => {
    if (!known.has(name)) return [name];
    const properties = definition(name)?.properties ?? {};
    return Object.keys(fields).flatMap((field) => (Object.hasOwn(properties, field) ? [] : [`${name}.${field}`]));
  });

  expect(unknown).toEqual([]);
});

test("each description is one line of sentences that can be a comment", () => {
  const texts = Object.values(typeDescriptions()).flatMap(({ description, fields = {} }) => [
    description ?? "",
    ...Object.values(fields),
  ]);

  expect(texts.filter((text) => !/^\S.*\.$/u.test(text) || text.includes("*/"))).toEqual([]);
});

test("a field has another description than its type: kubectl explain prints both", () => {
  const equal = Object.entries(typeDescriptions()).flatMap(([name, { fields = {} }]) =>
    Object.entries(fields).flatMap(([field, text]) => {
      const { $ref, items }: DefinitionSchema = definition(name)?.properties?.[field] ?? {};
      const reference = $ref ?? items?.$ref;
      const type = reference && typeDescriptions()[definitionOfReference(reference)];
      return type && type.description === text ? [`${name}.${field}`] : [];
    }),
  );

  expect(equal).toEqual([]);
});

test("a kind has the fields of every object, and a type the lines of the type that it names", () => {
  const parsed = parseDescriptions([
    `package ${core}\nkind Secret: S.\n  data: D.\n`,
    "SecretKeySelector: K.\n  key: A.\n  name: B.\nSecretEnvSource < SecretKeySelector: E.\n  name: C.\n",
  ]);

  expect(parsed[`${core}.Secret`]?.fields).toMatchObject({ metadata: "The metadata of the object.", data: "D." });
  expect(parsed[`${core}.SecretEnvSource`]).toEqual({ description: "E.", fields: { name: "C." } });
});

test.each([
  ["Pod", 'Cannot read the description "Pod": must be a package, a type or a field'],
  ["Pod: A.\nPod: B.", `Cannot read the description of ${core}.Pod: it has two`],
  ["Pod < Gone: A.", `Cannot read the description of ${core}.Pod: the type "Gone" must be before it`],
])("parseDescriptions() rejects %j", (file, message) => {
  expect(() => parseDescriptions([`package ${core}`, file])).toThrow(new TypeError(message));
});

/** These definitions and those that they refer to. */
function reachableDefinitions(roots: readonly string[]): readonly string[] {
  const found = new Set(roots);
  for (const name of found) {
    for (const reference of JSON.stringify(definition(name)).matchAll(/"\$ref":"([^"]+)"/gu)) {
      found.add(definitionOfReference(reference[1] ?? ""));
    }
  }
  return [...found];
}
