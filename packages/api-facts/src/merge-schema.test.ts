import { strategicMerge } from "@kubewright/schema";
import { expect, test } from "vitest";
import { mergeSchemaOfDefinition } from "./merge-schema.ts";

const pod = mergeSchemaOfDefinition("io.k8s.api.core.v1.Pod");

test("a field says by which strategy and key it merges, and what is inside it", () => {
  const podSpec = pod?.field("spec")?.schema;

  expect(podSpec?.name).toBe("PodSpec");
  expect(podSpec?.field("containers")).toMatchObject({ patchStrategy: ["merge"], mergeKey: "name" });
  expect(podSpec?.field("containers")?.schema?.name).toBe("Container");
  expect(podSpec?.field("volumes")?.patchStrategy).toEqual(["merge", "retainKeys"]);
  expect(podSpec?.field("tolerations")).toMatchObject({ patchStrategy: [] });
  expect(podSpec?.field("nodeSelector")).toEqual({ patchStrategy: [], type: "other" });
});

test("a field says whether it is a list, a pointer or something else, and matches in any case", () => {
  const podSpec = pod?.field("spec")?.schema;

  expect(podSpec?.field("containers")?.type).toBe("list");
  expect(podSpec?.field("securityContext")).toMatchObject({ type: "pointer", schema: { kind: "ptr" } });
  expect(podSpec?.field("Containers")).toEqual(podSpec?.field("containers"));
});

test("a field that the type does not have is undefined, also when every object has one of its name", () => {
  expect(pod?.field("container")).toBeUndefined();
  expect(pod?.field("__proto__")).toBeUndefined();
  expect(pod?.field("constructor")).toBeUndefined();
});

test("only definitions of objects have a merge schema", () => {
  expect(mergeSchemaOfDefinition("io.k8s.api.core.v1.Unknown")).toBeUndefined();
  expect(mergeSchemaOfDefinition("io.k8s.apimachinery.pkg.apis.meta.v1.Time")).toBeUndefined();
});

test("strategicMerge() changes one container of a Pod by its name, and names the type that lacks a field", () => {
  if (pod === undefined) throw new TypeError("Cannot test merging: there is no merge schema of a Pod");
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
