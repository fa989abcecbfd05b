import { expect, test } from "vitest";
import type { DefinitionSchema } from "./definition-schema.ts";
import { definition, definitionNames, definitionOf, definitionOfReference, definitionOfType } from "./definitions.ts";

test("definition() returns a schema as published, with references and the keywords beside them", () => {
  const podSpec = definition("io.k8s.api.core.v1.PodSpec");

  expect(podSpec?.required).toEqual(["containers"]);
  expect(podSpec?.properties?.["containers"]).toEqual({
    type: "array",
    items: { $ref: "#/components/schemas/io.k8s.api.core.v1.Container", default: {} },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    "x-kubernetes-patch-strategy": "merge",
    "x-kubernetes-patch-merge-key": "name",
  });
});

test("definition() keeps enums, defaults, formats and unions", () => {
  expect(definition("io.k8s.api.core.v1.ContainerPort")?.properties).toMatchObject({
    containerPort: { type: "integer", format: "int32" },
    protocol: { type: "string", default: "TCP", enum: ["SCTP", "TCP", "UDP"] },
  });
  expect(definition("io.k8s.api.core.v1.SeccompProfile")?.["x-kubernetes-unions"]).toEqual([
    { discriminator: "type", "fields-to-discriminateBy": { localhostProfile: "LocalhostProfile" } },
  ]);
});

test("definition() gives undefined for a name that is not there, or is not a definition's", () => {
  expect(definition("io.k8s.api.core.v1.Pods")).toBeUndefined();
  expect(definition("__proto__")).toBeUndefined();
  expect(definition("")).toBeUndefined();
});

test("definitionOf() finds served kinds, lists, and kinds of bodies and subresources", () => {
  expect(definitionOf({ group: "", version: "v1", kind: "Pod" })).toBe("io.k8s.api.core.v1.Pod");
  expect(definitionOf({ group: "", version: "v1", kind: "PodList" })).toBe("io.k8s.api.core.v1.PodList");
  expect(definitionOf({ group: "policy", version: "v1", kind: "Eviction" })).toBe("io.k8s.api.policy.v1.Eviction");
  expect(definitionOf({ group: "", version: "v1", kind: "Status" })).toBe(
    "io.k8s.apimachinery.pkg.apis.meta.v1.Status",
  );
  expect(definitionOf({ group: "events.k8s.io", version: "v1", kind: "Event" })).toBe("io.k8s.api.events.v1.Event");
  expect(definitionOf({ group: "apps", version: "v1", kind: "Pod" })).toBeUndefined();
});

test("definitionOfType() finds what each type of @kubewright/api was made from", () => {
  expect(definitionOfType("core/v1", "PodSpec")).toBe("io.k8s.api.core.v1.PodSpec");
  expect(definitionOfType("rbac.authorization.k8s.io/v1", "PolicyRule")).toBe("io.k8s.api.rbac.v1.PolicyRule");
  expect(definitionOfType("meta/v1", "IntOrString")).toBe("io.k8s.apimachinery.pkg.util.intstr.IntOrString");
  expect(definitionOfType("apiregistration.k8s.io/v1", "ServiceReference")).toBe(
    "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference",
  );
  expect(definitionOfType("apps/v1", "PodSpec")).toBeUndefined();
  expect(definitionOfType("apps/v9", "Deployment")).toBeUndefined();
});

test("no definition holds a sentence: there is no description beside the fields of that name", () => {
  const described = definitionNames().filter((name) => holdsDescription(definition(name) ?? {}));

  expect(definitionNames().length).toBeGreaterThan(500);
  expect(described).toEqual([]);
});

test("every reference points at a definition", () => {
  const missing = definitionNames().flatMap((name) =>
    [...JSON.stringify(definition(name)).matchAll(/"\$ref":"([^"]+)"/gu)]
      .map(([, reference = ""]) => definitionOfReference(reference))
      .filter((target) => definition(target) === undefined),
  );

  expect(missing).toEqual([]);
});

test("definitionOfReference() rejects a string that is not a reference to a definition", () => {
  expect(() => definitionOfReference("io.k8s.api.core.v1.Pod")).toThrow(
    'Cannot follow the reference "io.k8s.api.core.v1.Pod": expected it to start with "#/components/schemas/"',
  );
});

function holdsDescription(schema: DefinitionSchema): boolean {
  const { properties = {}, items, additionalProperties } = schema;
  const parts = [...Object.values(properties), items, additionalProperties];
  return "description" in schema || parts.some((part) => typeof part === "object" && holdsDescription(part));
}
