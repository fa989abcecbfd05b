import assert from "node:assert/strict";
import { test } from "vitest";
import { typeOf } from "../model/type.ts";
import { fieldOf } from "./merge-field.ts";

const container = {
  type: "object",
  "x-kubewright-go": { definition: "io.k8s.api.core.v1.Container", isPointer: () => false },
} as const;
const podSpec = {
  type: "object",
  properties: {
    containers: {
      type: "array",
      items: container,
      "x-kubernetes-patch-strategy": "merge",
      "x-kubernetes-patch-merge-key": "name",
    },
    volumes: { type: "array", items: {}, "x-kubernetes-patch-strategy": "merge,retainKeys" },
    nodeSelector: { type: "object", additionalProperties: { type: "string" } },
    securityContext: { ...container },
  },
  "x-kubewright-go": {
    definition: "io.k8s.api.core.v1.PodSpec",
    isPointer: (field: string) => field === "securityContext",
  },
} as const;
const struct = { type: typeOf(podSpec), kind: "struct" } as const;

test("A field has the strategy, key and Go kind by which it merges", () => {
  assert.deepEqual(fieldOf(struct, "containers"), {
    patchStrategy: ["merge"],
    mergeKey: "name",
    kind: "list",
    struct: { type: typeOf(container), kind: "struct" },
  });
  assert.deepEqual(fieldOf(struct, "volumes").patchStrategy, ["merge", "retainKeys"]);
  assert.deepEqual(fieldOf(struct, "nodeSelector"), {
    patchStrategy: [],
    mergeKey: undefined,
    kind: "other",
    struct: undefined,
  });
  assert.equal(fieldOf(struct, "securityContext").kind, "pointer");
  assert.equal(fieldOf(struct, "securityContext").struct?.kind, "ptr");
});

test("The name of a field matches in any case", () => {
  assert.equal(fieldOf(struct, "Containers").mergeKey, "name");
});

test("A field that the type does not have is an error, also if every object inherits one of its name", () => {
  for (const name of ["container", "__proto__", "constructor"]) {
    assert.throws(() => fieldOf(struct, name), {
      message: `unable to find api field in struct PodSpec for the json field "${name}"`,
    });
  }
});
