import { asResourceVersion, asUid } from "@kubewright/apimachinery";
import type { KubernetesObject, ManagedFieldsEntry, Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { upgradeManagedFieldsPatch } from "./upgrade-managed-fields.ts";

const update: ManagedFieldsEntry = {
  manager: "operator",
  operation: "Update",
  apiVersion: "v1",
  fieldsV1: { "f:metadata": { "f:labels": { "f:a": {} } }, "f:data": { ".": {}, "f:b": {} } },
};
const apply: ManagedFieldsEntry = { ...update, operation: "Apply", fieldsV1: { "f:data": { "f:c": {} } } };
const status: ManagedFieldsEntry = { ...update, subresource: "status" };
const user: ManagedFieldsEntry = { ...update, manager: "user" };

test("upgradeManagedFieldsPatch() turns the Update entry of the field manager into an Apply entry, with the resourceVersion", () => {
  const patch = upgradeManagedFieldsPatch(objectWith([user, update, status]), { fieldManager: "operator" });

  expect(patch).toEqual({
    type: "json",
    body: [
      { op: "replace", path: "/metadata/managedFields", value: [{ ...update, operation: "Apply" }, user, status] },
      { op: "replace", path: "/metadata/resourceVersion", value: "7" },
    ],
  });
});

test("upgradeManagedFieldsPatch() adds the fields to an existing Apply entry, and removes entries of another apiVersion", () => {
  const old = { ...update, apiVersion: "v1beta1" };

  expect(entriesOf(objectWith([update, old, apply]))).toEqual([
    {
      ...apply,
      fieldsV1: { "f:metadata": { "f:labels": { "f:a": {} } }, "f:data": { ".": {}, "f:b": {}, "f:c": {} } },
    },
  ]);
});

test("upgradeManagedFieldsPatch() keeps the metadata fields of other managers", () => {
  expect(entriesOf(objectWith([apply, user]), ["user"])).toEqual([
    { ...apply, fieldsV1: { "f:data": { ".": {}, "f:b": {}, "f:c": {} } } },
    { ...user, fieldsV1: { "f:metadata": { "f:labels": { "f:a": {} } } } },
  ]);
});

test.each([
  { title: "no entries", entries: undefined },
  { title: "entries of other managers", entries: [user] },
  { title: "an Apply entry and the status", entries: [apply, status] },
])("upgradeManagedFieldsPatch() returns undefined for an object with $title", ({ entries }) => {
  expect(upgradeManagedFieldsPatch(objectWith(entries), { fieldManager: "operator" })).toBeUndefined();
});

function entriesOf(object: Stored<KubernetesObject>, updateManagers = ["operator"]): unknown {
  const patch = upgradeManagedFieldsPatch(object, { fieldManager: "operator", updateManagers });
  const [first] = patch?.type === "json" ? patch.body : [];
  return first && "value" in first ? first.value : undefined;
}

function objectWith(managedFields: readonly ManagedFieldsEntry[] | undefined): Stored<KubernetesObject> {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      uid: asUid("1"),
      resourceVersion: asResourceVersion("7"),
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(managedFields ? { managedFields } : {}),
    },
  };
}
