// One change of a CRD per case: the rule and the place that are reported.
import { expect, test } from "vitest";

import { readDefinition } from "../definitions/definition.ts";
import type { CompatibilityRule } from "./change.ts";
import { compareDefinitions } from "./compare-definitions.ts";

interface Parts {
  readonly group?: string;
  readonly names?: object;
  readonly scope?: string;
  readonly strategy?: string;
  readonly versions?: readonly object[];
  readonly stored?: readonly string[];
}

const v1 = { name: "v1", served: true, storage: true };
const v2 = { name: "v2", served: true, storage: false };
const unserved = { name: "v1alpha1", served: false, storage: false };

/** A CRD that differs from a minimal one in some parts. */
function crd({
  group = "example.com",
  names,
  scope = "Namespaced",
  strategy,
  versions = [v1],
  stored,
}: Parts): unknown {
  const all = { plural: "jobs", kind: "Job", ...names };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${all.plural}.${group}` },
    spec: {
      group,
      names: all,
      scope,
      ...(strategy !== undefined && { conversion: { strategy } }),
      versions: versions.map((version) => ({ schema: { openAPIV3Schema: { type: "object" } }, ...version })),
    },
    ...(stored !== undefined && { status: { storedVersions: stored } }),
  };
}

function rulesOf(before: Parts, after: Parts): readonly string[] {
  const changes = compareDefinitions([readDefinition(crd(before))], [readDefinition(crd(after))]);
  return changes.map(({ rule, version, path, severity }) =>
    `${severity} ${rule} ${version ?? ""} ${path}`.replace("  ", " "),
  );
}

const status = (properties?: object): object => ({ schema: { openAPIV3Schema: { type: "object", properties } } });
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
const column = { name: "Phase", type: "string", jsonPath: ".status.phase" };
const selectable = { ...v1, selectableFields: [{ jsonPath: ".spec.colour" }] };

test.each<{ before: Parts; after: Parts; rules: readonly string[] }>([
  { before: {}, after: {}, rules: [] },
  { before: {}, after: { group: "other.com" }, rules: ["breaking group-changed spec.group"] },
  {
    before: {},
    after: { names: { plural: "tasks" } },
    rules: ["breaking plural-changed spec.names.plural"],
  },
  {
    before: {},
    after: { names: { kind: "Task", singular: "job", listKind: "JobList" } },
    rules: ["breaking kind-changed spec.names.kind"],
  },
  { before: {}, after: { names: { listKind: "Jobs" } }, rules: ["note list-kind-changed spec.names.listKind"] },
  { before: {}, after: { names: { singular: "one" } }, rules: ["note singular-changed spec.names.singular"] },
  { before: {}, after: { scope: "Cluster" }, rules: ["breaking scope-changed spec.scope"] },
  {
    before: { names: { shortNames: ["j"], categories: ["all"] } },
    after: { names: { shortNames: ["jb"], categories: ["work"] } },
    rules: [
      "note short-name-removed spec.names.shortNames",
      "compatible short-name-added spec.names.shortNames",
      "note category-removed spec.names.categories",
      "compatible category-added spec.names.categories",
    ],
  },
  {
    before: { strategy: "Webhook", versions: [v1, v2] },
    after: { versions: [v1, v2] },
    rules: ["breaking conversion-withdrawn spec.conversion.strategy"],
  },
  {
    before: { strategy: "None", versions: [v1, v2] },
    after: { strategy: "Webhook", versions: [v1, v2] },
    rules: ["note conversion-introduced spec.conversion.strategy"],
  },
  { before: {}, after: { versions: [v1, v2] }, rules: ["compatible version-added spec.versions"] },
  { before: { versions: [v1, v2] }, after: {}, rules: ["breaking version-removed spec.versions"] },
  { before: { versions: [v1, unserved] }, after: {}, rules: ["compatible unserved-version-removed spec.versions"] },
  {
    before: { versions: [v1, unserved], stored: ["v1alpha1", "v1"] },
    after: {},
    rules: ["breaking stored-version-removed spec.versions"],
  },
  {
    before: { versions: [v1, v2] },
    after: { versions: [v1, { ...v2, served: false }] },
    rules: ["breaking version-unserved spec.versions[v2].served"],
  },
  {
    before: { versions: [v1, unserved] },
    after: { versions: [v1, { ...unserved, served: true }] },
    rules: ["compatible version-served spec.versions[v1alpha1].served"],
  },
  {
    before: {},
    after: { versions: [{ ...v1, deprecated: true }] },
    rules: ["note version-deprecated spec.versions[v1].deprecated"],
  },
  {
    before: { versions: [{ ...v1, deprecated: true }] },
    after: {},
    rules: ["compatible version-undeprecated spec.versions[v1].deprecated"],
  },
  {
    before: { versions: [v1, v2] },
    after: {
      versions: [
        { ...v1, storage: false },
        { ...v2, storage: true },
      ],
    },
    rules: ["note storage-version-changed spec.versions[*].storage"],
  },
  {
    before: { versions: [v1, v2] },
    after: {
      versions: [
        { ...v1, storage: false, served: false },
        { ...v2, storage: true },
      ],
    },
    rules: [
      "breaking version-unserved spec.versions[v1].served",
      "note storage-version-changed spec.versions[*].storage",
      "breaking storage-version-unserved spec.versions[*].storage",
    ],
  },
  {
    before: { versions: [{ ...v1, subresources: { status: {} } }] },
    after: {},
    rules: ["breaking status-removed v1 status"],
  },
  {
    before: {},
    after: { versions: [{ ...v1, subresources: { status: {} } }] },
    rules: ["compatible status-added v1 status"],
  },
  {
    before: { versions: [{ ...v1, ...status({ status: { type: "object" } }) }] },
    after: { versions: [{ ...v1, ...status({ status: { type: "object" } }), subresources: { status: {} } }] },
    rules: ["breaking status-separated v1 status"],
  },
  {
    before: { versions: [{ ...v1, subresources: { scale } }] },
    after: {},
    rules: ["breaking scale-removed v1 scale"],
  },
  {
    before: {},
    after: { versions: [{ ...v1, subresources: { scale } }] },
    rules: ["compatible scale-added v1 scale"],
  },
  {
    before: { versions: [{ ...v1, subresources: { scale: { ...scale, labelSelectorPath: ".status.selector" } } }] },
    after: { versions: [{ ...v1, subresources: { scale: { ...scale, specReplicasPath: ".spec.size" } } }] },
    rules: [
      "breaking scale-path-changed v1 scale.specReplicasPath",
      "breaking scale-path-changed v1 scale.labelSelectorPath",
    ],
  },
  { before: { versions: [selectable] }, after: {}, rules: ["breaking selectable-field-removed v1 spec.colour"] },
  { before: {}, after: { versions: [selectable] }, rules: ["compatible selectable-field-added v1 spec.colour"] },
  {
    before: { versions: [{ ...v1, additionalPrinterColumns: [column, { ...column, name: "Old" }] }] },
    after: {
      versions: [
        {
          ...v1,
          additionalPrinterColumns: [
            { ...column, jsonPath: ".status.state" },
            { ...column, name: "New" },
          ],
        },
      ],
    },
    rules: [
      "note column-changed v1 status.phase",
      "note column-removed v1 status.phase",
      "compatible column-added v1 status.phase",
    ],
  },
])("$before to $after: $rules", ({ before, after, rules }) => {
  expect(rulesOf(before, after)).toEqual(rules);
});

test("Added, removed and renamed CRDs are reported", () => {
  const job = readDefinition(crd({}));
  const task = readDefinition(crd({ names: { plural: "tasks", kind: "Task" } }));

  expect(compareDefinitions([job], [task]).map(({ rule, definition }) => [rule, definition])).toEqual([
    ["definition-removed", "jobs.example.com"],
    ["definition-added", "tasks.example.com"],
  ] satisfies readonly (readonly [CompatibilityRule, string])[]);
  expect(compareDefinitions([], [])).toEqual([]);
});

test("Objects of the old storage version are compared with the new one unless a webhook converts them", () => {
  const field = (name: string): object => ({
    openAPIV3Schema: { type: "object", properties: { [name]: { type: "string" } } },
  });
  const old = { ...v1, schema: field("colour") };
  const next = { ...v2, schema: field("color") };
  const before = { versions: [old, next] };
  const after = {
    versions: [
      { ...old, storage: false },
      { ...next, storage: true },
    ],
  };

  expect(rulesOf(before, after)).toEqual([
    "note storage-version-changed spec.versions[*].storage",
    "breaking field-removed v1 -> v2 colour",
    "compatible field-added v1 -> v2 color",
  ]);
  expect(rulesOf({ ...before, strategy: "Webhook" }, { ...after, strategy: "Webhook" })).toEqual([
    "note storage-version-changed spec.versions[*].storage",
  ]);
});

test("Changes to the schema of a version that is not served and not stored are not breaking", () => {
  const schema = (type: string): object => ({ openAPIV3Schema: { type: "object", properties: { spec: { type } } } });

  expect(
    rulesOf(
      { versions: [v1, { ...unserved, schema: schema("object") }] },
      { versions: [v1, { ...unserved, schema: schema("string") }] },
    ),
  ).toEqual([]);
});
