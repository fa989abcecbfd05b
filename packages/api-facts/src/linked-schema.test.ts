import { expect, test } from "vitest";
import {
  applyDefaults,
  fieldSetOf,
  fieldSetToJson,
  prune,
  strategicMerge,
  typedErrors,
  validate,
  validateEmbeddedResources,
  validateListTypes,
} from "@kubewright/schema";
import { definitionNames } from "./definitions.ts";
import { schemaOf, schemaOfKind } from "./linked-schema.ts";

test("schemaOf() puts the schema that is referred to in the place of the reference", () => {
  const deployment = schemaOfKind({ group: "apps", version: "v1", kind: "Deployment" });

  const container =
    deployment?.properties?.["spec"]?.properties?.["template"]?.properties?.["spec"]?.properties?.["containers"];
  expect(container).toMatchObject({ type: "array", "x-kubernetes-list-map-keys": ["name"] });
  expect(container?.items).toMatchObject({ type: "object", required: ["name"], default: {} });
  expect(container?.items).not.toHaveProperty("$ref");
});

test("schemaOf() keeps the keywords beside a reference, and does not add them to the definition", () => {
  const claimRef = schemaOf("io.k8s.api.core.v1.PersistentVolumeSpec")?.properties?.["claimRef"];
  const reference = schemaOf("io.k8s.api.core.v1.ObjectReference");

  expect(claimRef?.["x-kubernetes-map-type"]).toBe("granular");
  expect(reference?.["x-kubernetes-map-type"]).toBe("atomic");
  expect(claimRef?.properties).toBe(reference?.properties);
});

test("schemaOf() resolves each level of a recursive type when it is read", () => {
  const props = schemaOf("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");

  const inner = props?.properties?.["properties"]?.additionalProperties;
  expect(inner).toMatchObject({ type: "object" });
  expect(typeof inner === "object" && inner.properties).toBe(props?.properties);
  expect(props?.properties?.["not"]?.properties?.["not"]?.properties).toBe(props?.properties);
});

test("schemaOf() gives the same schema each time, and undefined for an unknown name", () => {
  expect(schemaOf("io.k8s.api.core.v1.Pod")).toBe(schemaOf("io.k8s.api.core.v1.Pod"));
  expect(schemaOf("io.k8s.api.core.v1.Unknown")).toBeUndefined();
  expect(schemaOfKind({ group: "", version: "v1", kind: "NodeProxyOptions" })).toBeUndefined();
});

test("no linked schema holds a reference", () => {
  const linked = definitionNames().map((name) => schemaOf(name));

  const seen = new Set<unknown>();
  const references: unknown[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if ("$ref" in value && typeof value.$ref === "string") references.push(value);
    Object.values(value).forEach(walk);
  };
  linked.forEach(walk);
  expect(references).toEqual([]);
});

test("all walks over values of a recursive type end", () => {
  const props = schemaOf("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps") ?? {};
  const value = { properties: { a: { properties: { b: { type: "string" } } } } };

  expect(prune(value, props)).toEqual({ value, pruned: [] });
  expect(applyDefaults(value, props)).toBe(value);
  expect(validate(value, props)).toEqual([]);
  expect(validateListTypes(value, props)).toEqual([]);
  expect(validateEmbeddedResources(value, props)).toEqual([]);
});

test("in a linked schema, quantities merge as scalars and raw objects as one value, as in kube-apiserver", () => {
  const limits = schemaOf("io.k8s.api.core.v1.ResourceRequirements")?.properties?.["limits"];
  const revision = schemaOf("io.k8s.api.apps.v1.ControllerRevision");

  expect(typedErrors({ cpu: { a: 1 } }, limits ?? {})).toEqual([".cpu: expected any scalar, got &{map[a:1]}"]);
  expect(fieldSetToJson(fieldSetOf({ data: { a: { b: 1 } } }, revision ?? {}))).toEqual({ "f:data": {} });
});

test("a linked schema has the name and the pointers of its Go struct, also those of embedded structs", () => {
  const spec = schemaOf("io.k8s.api.core.v1.Pod")?.properties?.["spec"];
  const volume = schemaOf("io.k8s.api.core.v1.PersistentVolumeSpec")?.["x-kubewright-go"];

  expect(spec?.["x-kubewright-go"]?.definition).toBe("io.k8s.api.core.v1.PodSpec");
  expect(spec?.["x-kubewright-go"]?.isPointer("securityContext")).toBe(true);
  expect(spec?.["x-kubewright-go"]?.isPointer("containers")).toBe(false);
  expect(volume?.isPointer("awsElasticBlockStore")).toBe(true);
  expect(schemaOf("io.k8s.api.core.v1.Pod")?.["x-kubewright-go"]?.definition).toBe("io.k8s.api.core.v1.Pod");
});

test("strategicMerge() changes one container of a Pod by its name, and names the type that lacks a field", () => {
  const pod = schemaOf("io.k8s.api.core.v1.Pod") ?? {};
  const [a, b] = [
    { name: "a", image: "a:1" },
    { name: "b", resources: { odd: { cpu: 1 } } },
  ];

  const merged = strategicMerge(
    { spec: { containers: [a, b] } },
    { spec: { containers: [{ name: "b", image: "b:2" }] } },
    pod,
  );

  expect(merged).toEqual({ spec: { containers: [a, { ...b, image: "b:2" }] } });
  expect(() =>
    strategicMerge(
      { spec: { containers: [a, b] } },
      { spec: { containers: [{ name: "b", resources: { odd: { cpu: 2 } } }] } },
      pod,
    ),
  ).toThrow('unable to find api field in struct ResourceRequirements for the json field "odd"');
});
