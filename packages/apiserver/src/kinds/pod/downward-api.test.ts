import assert from "node:assert/strict";
import { fieldPath } from "@kubewright/apimachinery";
import { test } from "vitest";
import { checkFieldRef, checkResourceFieldRef, variableFields } from "./downward-api.ts";

const path = fieldPath("ref");

test.for(["metadata.name", "spec.host", "metadata.labels['app']", "metadata.annotations['Example.com/A']"])(
  "checkFieldRef() accepts %s in a variable",
  (text) => {
    assert.deepEqual(checkFieldRef({ apiVersion: "v1", fieldPath: text }, variableFields, path), []);
  },
);

test.for([
  ["", "Required"],
  ["status.phase", "NotSupported"],
  ["metadata.labels", "NotSupported"],
  ["metadata.owner", "Invalid"],
  ["metadata.name['a']", "Invalid"],
  ["metadata.labels['a b']", "Invalid"],
] as const)("checkFieldRef() rejects %j in a variable as %s", ([text, type]) => {
  const errors = checkFieldRef({ apiVersion: "v1", fieldPath: text }, variableFields, path);

  assert.deepEqual(
    errors.map((error) => error.type),
    [`FieldValue${type}`],
  );
});

test.for([
  [{ resource: "limits.cpu", divisor: "1m" }, 0],
  [{ resource: "limits.cpu", divisor: "1Mi" }, 1],
  [{ resource: "requests.memory", divisor: "1Mi" }, 0],
  [{ resource: "requests.hugepages-2Mi", divisor: "3" }, 1],
  [{ resource: "requests.gpu" }, 1],
] as const)("checkResourceFieldRef() of %j returns this number of errors: %i", ([reference, count]) => {
  assert.equal(checkResourceFieldRef(reference, path, { inFile: false }).length, count);
});
