import assert from "node:assert/strict";
import { test } from "vitest";

import { patchSchemas } from "./patch-schemas.ts";

const crd = `# Kept by hand.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: jobs.example.com # the plural and the group
spec:
  group: 'example.com'
  names: {kind: Job, plural: jobs}
  versions:
    - schema:
        openAPIV3Schema:
          type: object
          description: old

      # Served since spring.
      name: v1
      served: true
    - name: v2
      schema: {openAPIV3Schema: {type: object}}
    - name: v3
      schema:
        openAPIV3Schema: {type: object} # as it was
`;
const schema = { type: "object", properties: { spec: { type: "string" } } };

test("patchSchemas() replaces the schemas of known versions, and keeps comments, order and quotes", () => {
  const patched = patchSchemas("jobs.yaml", crd, (group, kind, version) =>
    group === "example.com" && kind === "Job" && version !== "v2" ? schema : undefined,
  );

  assert.equal(
    patched,
    crd
      .replace(
        "          type: object\n          description: old\n",
        "          properties:\n            spec:\n              type: string\n          type: object\n",
      )
      .replace(
        " {type: object} # as",
        "\n          properties:\n            spec:\n              type: string\n          type: object # as",
      ),
  );
});

test("patchSchemas() returns undefined for files without a known CRD", () => {
  assert.equal(
    patchSchemas("jobs.yaml", crd, () => undefined),
    undefined,
  );
  assert.equal(
    patchSchemas("pod.yaml", "kind: Pod\n", () => schema),
    undefined,
  );
  assert.equal(
    patchSchemas("empty.yaml", "", () => schema),
    undefined,
  );
});

test("patchSchemas() names the version without a schema, and the file that is not valid YAML", () => {
  const bare = crd.replace("schema: {openAPIV3Schema: {type: object}}", "served: true");

  assert.throws(() => patchSchemas("jobs.yaml", bare, () => schema), {
    name: "GenerateError",
    message:
      'Cannot generate:\njobs.yaml:18:7: version "v2" of Job has no schema to replace: write schema: { openAPIV3Schema: {} }',
  });
  assert.throws(
    () => patchSchemas("bad.yaml", "a: [", () => schema),
    /^GenerateError: Cannot generate:\nbad\.yaml:1:5: the file is not valid YAML: /,
  );
});
