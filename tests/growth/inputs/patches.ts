/** JSON patches, merge patches and strategic merge patches. */
import type { GrowingInput } from "../input.ts";
import { container, json, list, map } from "../input.ts";
import {
  configMap,
  containers,
  createDeployment,
  jsonPatch,
  maps,
  merge,
  strategic,
  strategicPatch,
  withFinalizers,
} from "./patched-objects.ts";

function operations(name: string, operation: (index: number) => object): GrowingInput {
  return {
    name: `json patch ${name}`,
    partsMax: 10_000,
    before: (n) => [withFinalizers(n)],
    request: (n) => json("PATCH", `${maps}/a`, list(n, operation), jsonPatch),
  };
}

export const patchInputs: readonly GrowingInput[] = [
  operations("adds of fields", (index) => ({
    op: "add",
    path: "/metadata/annotations",
    value: { [`k${index}`]: "v" },
  })),
  operations("tests", () => ({ op: "test", path: "/metadata/name", value: "a" })),
  operations("appends to a list", (index) => ({
    op: "add",
    path: "/metadata/finalizers/-",
    value: `example.com/g${index}`,
  })),
  operations("inserts at the start of a list", (index) => ({
    op: "add",
    path: "/metadata/finalizers/0",
    value: `example.com/g${index}`,
  })),
  operations("removes from the start of a list", () => ({ op: "remove", path: "/metadata/finalizers/0" })),
  operations("replaces in a list", (index) => ({
    op: "replace",
    path: `/metadata/finalizers/${index}`,
    value: "example.com/x",
  })),
  operations("moves in a list", () => ({ op: "move", from: "/metadata/finalizers/0", path: "/metadata/finalizers/-" })),
  operations("copies in a list", () => ({
    op: "copy",
    from: "/metadata/finalizers/0",
    path: "/metadata/finalizers/-",
  })),
  operations("copies of a growing value", () => ({ op: "copy", from: "/metadata", path: "/metadata/annotations" })),
  operations("unknown keys", () => ({ op: "test", path: "/metadata/name", value: "a", x: 1 })),
  operations("long paths", () => ({ op: "add", path: `/metadata/annotations/${"~1".repeat(50)}`, value: "v" })),
  {
    name: "json patch with one long path",
    before: () => [configMap],
    request: (n) => json("PATCH", `${maps}/a`, [{ op: "remove", path: `/data${"/a".repeat(n)}` }], jsonPatch),
  },
  {
    name: "json patch with one large value",
    before: () => [configMap],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        [{ op: "replace", path: "/data", value: map(n, (index) => [`k${index}`, "v"]) }],
        jsonPatch,
      ),
  },
  {
    name: "merge patch",
    before: () => [configMap],
    request: (n) => json("PATCH", `${maps}/a`, { data: map(n, (index) => [`k${index}`, "v"]) }, merge),
  },
  {
    name: "merge patch that deletes",
    before: (n) => [json("POST", maps, { metadata: { name: "a" }, data: map(n, (index) => [`k${index}`, "v"]) })],
    request: (n) => json("PATCH", `${maps}/a`, { data: map(n, (index) => [`k${index}`, null]) }, merge),
  },
  {
    name: "merge patch of unknown fields",
    before: () => [configMap],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        map(n, (index) => [`k${index}`, "v"]),
        merge,
      ),
  },
  {
    name: "merge patch of unknown fields, strict",
    before: () => [configMap],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldValidation=Strict`,
        map(n, (index) => [`k${index}`, "v"]),
        merge,
      ),
  },
  {
    name: "merge patch of the wrong type",
    before: () => [configMap],
    request: (n) => json("PATCH", `${maps}/a`, { data: map(n, (index) => [`k${index}`, 1]) }, merge),
  },
  {
    name: "strategic merge of containers",
    before: () => [createDeployment({})],
    request: (n) => strategicPatch({ containers: containers(n) }),
  },
  {
    name: "strategic merge of existing containers",
    before: (n) => [createDeployment({ containers: containers(n) })],
    request: (n) => strategicPatch({ containers: list(n, (index) => ({ name: `c${index}`, image: "y" })) }),
  },
  {
    name: "strategic merge of existing containers, reversed",
    before: (n) => [createDeployment({ containers: containers(n) })],
    request: (n) => strategicPatch({ containers: list(n, (index) => ({ name: `c${n - index - 1}`, image: "y" })) }),
  },
  {
    name: "strategic merge that deletes containers",
    before: (n) => [createDeployment({ containers: containers(n) })],
    request: (n) =>
      strategicPatch({ containers: [container, ...list(n, (index) => ({ name: `c${index}`, $patch: "delete" }))] }),
  },
  {
    name: "strategic merge with an order",
    before: (n) => [createDeployment({ containers: containers(n) })],
    request: (n) =>
      strategicPatch({
        "$setElementOrder/containers": list(n, (index) => ({ name: `c${n - index - 1}` })),
        containers: containers(n),
      }),
  },
  {
    name: "strategic merge with an order of other items",
    before: (n) => [createDeployment({ containers: containers(n) })],
    request: (n) => strategicPatch({ "$setElementOrder/containers": list(n, (index) => ({ name: `x${index}` })) }),
  },
  {
    name: "strategic merge of env",
    before: () => [createDeployment({})],
    request: (n) =>
      strategicPatch({ containers: [{ ...container, env: list(n, (index) => ({ name: `E${index}`, value: "v" })) }] }),
  },
  {
    name: "strategic merge of finalizers",
    before: (n) => [withFinalizers(n)],
    request: (n) =>
      json("PATCH", `${maps}/a`, { metadata: { finalizers: list(n, (index) => `example.com/g${index}`) } }, strategic),
  },
  {
    name: "strategic merge that deletes finalizers",
    before: (n) => [withFinalizers(n)],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        { metadata: { "$deleteFromPrimitiveList/finalizers": list(n, (index) => `example.com/f${index}`) } },
        strategic,
      ),
  },
  {
    name: "strategic merge with an order of finalizers",
    before: (n) => [withFinalizers(n)],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        { metadata: { "$setElementOrder/finalizers": list(n, (index) => `example.com/f${n - index - 1}`) } },
        strategic,
      ),
  },
  {
    name: "strategic merge that retains keys",
    before: () => [createDeployment({})],
    request: (n) => strategicPatch({ $retainKeys: list(n, (index) => `k${index}`) }),
  },
  {
    name: "strategic merge of owner references",
    before: () => [configMap],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        {
          metadata: {
            ownerReferences: list(n, (index) => ({ apiVersion: "v1", kind: "Pod", name: "p", uid: `u${index}` })),
          },
        },
        strategic,
      ),
  },
  {
    name: "strategic merge of a map",
    before: () => [configMap],
    request: (n) => json("PATCH", `${maps}/a`, { data: map(n, (index) => [`k${index}`, "v"]) }, strategic),
  },
  {
    name: "strategic merge of unknown fields",
    before: () => [configMap],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a`,
        map(n, (index) => [`k${index}`, "v"]),
        strategic,
      ),
  },
];
