import { expect, test } from "vitest";
import { kubernetesVersion } from "./data/kinds.ts";
import { definitionOf } from "./definitions.ts";
import { findKind, servedKinds } from "./served-kinds.ts";

test("servedKinds() lists what discovery lists, the core group first and preferred versions before others", () => {
  const kinds = servedKinds();

  expect(kubernetesVersion).toMatch(/^1\.\d+\.\d+$/u);
  expect(kinds[0]).toMatchObject({ group: "", version: "v1" });
  const scalers = kinds.filter(({ kind }) => kind === "HorizontalPodAutoscaler").map(({ version }) => version);
  expect(scalers).toEqual(["v2", "v1"]);
});

test("findKind() finds a kind by its name and by its resource", () => {
  const byKind = findKind({ group: "apps", version: "v1", kind: "Deployment" });

  expect(byKind).toMatchObject({
    plural: "deployments",
    singular: "deployment",
    namespaced: true,
    shortNames: ["deploy"],
  });
  expect(findKind({ group: "apps", version: "v1", plural: "deployments" })).toBe(byKind);
});

test("findKind() gives undefined for what is not served by default", () => {
  expect(findKind({ group: "apps", version: "v1beta1", kind: "Deployment" })).toBeUndefined();
  expect(findKind({ group: "", version: "v1", kind: "pods" })).toBeUndefined();
});

test("subresources name the kind they take, which may be of another group", () => {
  const pods = findKind({ group: "", version: "v1", plural: "pods" });

  const eviction = pods?.subresources.find(({ name }) => name === "eviction");
  expect(eviction).toEqual({ name: "eviction", group: "policy", version: "v1", kind: "Eviction", verbs: ["create"] });
  expect(pods?.subresources.find(({ name }) => name === "status")).toMatchObject({ group: "", kind: "Pod" });
});

test("columns are those of the table that kubectl shows, without descriptions", () => {
  const pods = findKind({ group: "", version: "v1", kind: "Pod" });

  expect(pods?.columns.map(({ name, priority }) => `${name} ${priority}`)).toEqual([
    "Name 0",
    "Ready 0",
    "Status 0",
    "Restarts 0",
    "Age 0",
    "IP 1",
    "Node 1",
    "Nominated Node 1",
    "Readiness Gates 1",
  ]);
  expect(pods?.columns[0]).toEqual({ name: "Name", type: "string", format: "name", priority: 0 });
});

test("every served kind has a definition, and every kind that can be listed has columns and a list kind", () => {
  const withoutDefinition = servedKinds().filter((kind) => definitionOf(kind) === undefined);
  const withoutTable = servedKinds().filter(
    ({ verbs, columns, listKind }) => verbs.includes("list") !== (columns.length > 0 && listKind !== undefined),
  );

  expect(withoutDefinition).toEqual([]);
  expect(withoutTable).toEqual([]);
});
