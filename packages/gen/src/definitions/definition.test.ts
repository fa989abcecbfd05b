import { expect, test } from "vitest";

import { readDefinition } from "./definition.ts";
import { isDefinitionError } from "./read-fields.ts";

/** A CRD with one part replaced. */
function crd(path: string, value: unknown): unknown {
  const plain = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "jobs.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "jobs", kind: "Job" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  };
  return path === "" ? value : replaced(plain, path.split("."), value);
}

function replaced(object: unknown, [step = "", ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) {
    return object.map((item: unknown) => (rest.length === 0 ? value : replaced(item, rest, value)));
  }
  const fields = { ...(object as Record<string, unknown>) }; // On these paths the CRD has only objects.
  fields[step] = rest.length === 0 ? value : replaced(fields[step] ?? {}, rest, value);
  return fields;
}

test("Absent fields of a CRD get the defaults of the API server", () => {
  expect(readDefinition(crd("status", { storedVersions: ["v1"] }))).toEqual({
    name: "jobs.example.com",
    group: "example.com",
    names: { plural: "jobs", singular: "job", kind: "Job", listKind: "JobList", shortNames: [], categories: [] },
    scope: "Namespaced",
    conversion: "None",
    storedVersions: ["v1"],
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        deprecated: false,
        schema: { type: "object" },
        status: false,
        columns: [],
        selectableFields: [],
      },
    ],
  });
});

const schema = "spec.versions.0.schema.openAPIV3Schema";

test("A bound with more digits than a double is rounded to a double, as on the API server", () => {
  const spec = { type: "integer", maximum: 2n ** 63n - 1n, default: 2n ** 53n + 1n };
  const read = readDefinition(crd(schema, { type: "object", properties: { spec } })).versions[0]?.schema;

  expect(read?.properties?.["spec"]).toEqual({ type: "integer", maximum: 2 ** 63, default: 2n ** 53n + 1n });
});

test("A keyword that is null or an empty string is absent, as on the API server", () => {
  const given = {
    type: "object",
    properties: {
      a: { type: "string", pattern: "", format: null, enum: null, minLength: null, default: "", nullable: null },
      b: { type: "object", properties: null, required: null, additionalProperties: null, allOf: null, $ref: null },
      c: { type: "array", items: { type: "string", default: null }, "x-kubernetes-list-type": null },
      d: null,
      e: { type: "string", externalDocs: { url: "https://a.example", description: null } },
      f: {
        type: "string",
        "x-kubernetes-validations": [
          { rule: "true", message: null, messageExpression: "", reason: null, fieldPath: null, optionalOldSelf: null },
        ],
      },
    },
    "x-kubernetes-validations": null,
  };

  expect(readDefinition(crd(schema, given)).versions[0]?.schema).toEqual({
    type: "object",
    properties: {
      a: { type: "string", default: "" },
      b: { type: "object" },
      c: { type: "array", items: { type: "string" } },
      d: {},
      e: { type: "string", externalDocs: { url: "https://a.example" } },
      f: { type: "string", "x-kubernetes-validations": [{ rule: "true" }] },
    },
  });
});

test("Names that are empty strings get the defaults of the API server", () => {
  const names = { plural: "jobs", kind: "Job", singular: "", listKind: "" };

  expect(readDefinition(crd("spec.names", names)).names).toMatchObject({ singular: "job", listKind: "JobList" });
});

function nested(depth: number): object {
  return depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };
}

test.each<[path: string, value: unknown, message: string]>([
  ["", "text", 'Cannot read the CRD: it is "text": expected an object'],
  ["", { kind: "Pod" }, "Cannot read the CRD: apiVersion is missing: expected a non-empty string"],
  ["kind", "Pod", 'the CRD "jobs.example.com": kind is "Pod": expected "CustomResourceDefinition"'],
  [
    "apiVersion",
    "apiextensions.k8s.io/v1beta1",
    'is "apiextensions.k8s.io/v1beta1": expected "apiextensions.k8s.io/v1"',
  ],
  [
    "metadata.name",
    "other.example.com",
    'metadata.name is "other.example.com": expected "jobs.example.com", the plural and the group',
  ],
  ["spec.group", "../../etc", 'spec.group is "../../etc": expected a DNS name'],
  ["spec.names.kind", "Job; process.exit()", 'spec.names.kind is "Job; process.exit()": expected letters and digits'],
  ["spec.names.plural", "a/b", 'spec.names.plural is "a/b": expected a DNS label'],
  ["spec.names.shortNames", [1], "spec.names.shortNames is a list: expected a list of strings"],
  ["spec.scope", "Galaxy", 'spec.scope is "Galaxy": expected Namespaced or Cluster'],
  ["spec.versions", [], "spec.versions is a list: expected at least one version"],
  ["spec.versions.0.name", "v1/../x", 'spec.versions[0].name is "v1/../x": expected a DNS label such as v1beta1'],
  ["spec.versions.0.served", "yes", 'spec.versions[0].served is "yes": expected true or false'],
  [`${schema}.pattern`, 1, "spec.versions[0].schema.openAPIV3Schema.pattern is 1: expected a string"],
  [`${schema}.properties`, { a: 1 }, "openAPIV3Schema.properties.a is 1: expected an object"],
  [`${schema}.$ref`, "#/x", '$ref is "#/x": expected a structural schema, which cannot have it'],
  [
    `${schema}.x-kubernetes-validations`,
    [{ rule: "true", message: 1 }],
    "x-kubernetes-validations is a list: expected a list of rules",
  ],
  [schema, nested(200), "expected at most 100 schemas nested in each other"],
])("%s set to %j is rejected", (path, value, message) => {
  let thrown: unknown;
  try {
    readDefinition(crd(path, value));
  } catch (error) {
    thrown = error;
  }

  expect(isDefinitionError(thrown)).toBe(true);
  expect(String(thrown)).toContain(message);
});
