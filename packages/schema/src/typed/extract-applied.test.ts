import { expect, test } from "vitest";
import { extractApplied } from "./extract-applied.ts";

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "web",
    namespace: "default",
    uid: "1",
    labels: { app: "web", other: "theirs" },
    finalizers: ["example.com/mine", "example.com/theirs"],
    managedFields: [
      entry("me", "Apply", {
        "f:metadata": { "f:labels": { "f:app": {} }, "f:finalizers": { 'v:"example.com/mine"': {} } },
        "f:spec": {
          "f:selector": {},
          "f:gone": {},
          "f:template": {
            "f:spec": { "f:containers": { 'k:{"name":"b"}': { ".": {}, "f:name": {}, "f:image": {} } } },
          },
          "f:emptied": { "f:field": {} },
          "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:target": {} } },
        },
      }),
      { ...entry("me", "Apply", { "f:status": { "f:replicas": {} } }), subresource: "status" },
      entry("me", "Update", { "f:spec": { "f:replicas": {} } }),
      entry("them", "Apply", { "f:spec": { "f:replicas": {} } }, "apps/v1beta1"),
    ],
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    emptied: {},
    template: { spec: { containers: [{ name: "a" }, { name: "b", image: "b:1", tty: true }] } },
    ports: [
      { port: 80, protocol: "UDP", target: "x" },
      { port: 80, protocol: "TCP", target: "y" },
    ],
  },
  status: { replicas: 2 },
};

test("extractApplied() gives what a manager has applied, with its values of now, and the keys of items and of the object", () => {
  expect(extractApplied(deployment, "me")).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "default", labels: { app: "web" }, finalizers: ["example.com/mine"] },
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: { spec: { containers: [{ name: "b", image: "b:1" }] } },
      ports: [{ port: 80, protocol: "TCP", target: "y" }],
    },
  });
});

test("extractApplied() keeps apart what was applied to a subresource", () => {
  expect(extractApplied(deployment, "me", { subresource: "status" })).toMatchObject({ status: { replicas: 2 } });
  expect(extractApplied(deployment, "me")).not.toHaveProperty("status");
});

test("extractApplied() of a manager that has applied nothing is the key", () => {
  const key = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web", namespace: "default" } };

  expect(extractApplied(deployment, "nobody")).toEqual(key);
});

test("extractApplied() rejects an object with fields and without managedFields, such as one from a cache", () => {
  const { managedFields: _none, ...metadata } = deployment.metadata;

  expect(() => extractApplied({ ...deployment, metadata }, "me")).toThrow("metadata.managedFields is absent");
  expect(extractApplied({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", uid: "u" } }, "me")).toEqual({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a" },
  });
});

test("extractApplied() refuses what was applied in another version", () => {
  expect(() => extractApplied(deployment, "them")).toThrow(
    'Cannot extract what "them" has applied to Deployment "web": it was applied as apps/v1beta1, and the object is read as apps/v1',
  );
});

function entry(manager: string, operation: "Apply" | "Update", fieldsV1: object, apiVersion = "apps/v1"): object {
  return { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1 };
}
