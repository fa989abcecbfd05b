// Who manages the fields of an object once dev has handed it over to kubectl.
import { expect, test } from "vitest";
import { devFieldManager, handedOver } from "./hand-over.ts";

test("handedOver() adds the fields to those of kubectl, and keeps other managers", () => {
  const other = { manager: "me", operation: "Update", apiVersion: "v1", fieldsV1: { "f:c": {} } } as const;
  const kubectl = {
    manager: "kubectl",
    operation: "Apply",
    apiVersion: "v1",
    fieldsV1: { "f:a": { "f:x": {} } },
  } as const;
  const ours = {
    manager: devFieldManager,
    operation: "Update",
    apiVersion: "v1",
    fieldsV1: { "f:a": { "f:y": {} } },
  } as const;

  expect(handedOver([kubectl, other, ours])).toEqual([
    other,
    { ...kubectl, fieldsV1: { "f:a": { "f:x": {}, "f:y": {} } } },
  ]);
  expect(handedOver([other, ours])).toEqual([other, { ...ours, manager: "kubectl", operation: "Apply" }]);
  expect(handedOver([other])).toEqual([other]);
});
