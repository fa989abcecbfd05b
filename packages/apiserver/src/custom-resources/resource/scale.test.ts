import { expect, test } from "vitest";
import { customScale } from "./scale.ts";

const view = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 3 } };

test.each([
  [".spec.replicas", '{"replicas":3}'],
  [".spec.__proto__.replicas", '{"__proto__":{"replicas":3}}'],
  [".spec.size.__proto__", '{"size":{"__proto__":3}}'],
  [".spec.constructor.replicas", '{"constructor":{"replicas":3}}'],
])("a scale writes replicas to %s as an own property, also under a special name", (specReplicasPath, expected) => {
  const parent = { apiVersion: "a.dev/v1", kind: "A", metadata: { name: "a" } };
  const scale = customScale(() => ({ specReplicasPath, statusReplicasPath: ".status.replicas" }), ["v1"]);

  scale.write(parent, view, "v1");

  expect(JSON.stringify(Reflect.get(parent, "spec"))).toBe(expected);
  expect(Reflect.get({}, "replicas")).toBeUndefined();
});
