import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, expectTypeOf, test } from "vitest";
import { storedObject } from "./stored-object.ts";

test("a stored object has the metadata that a server sets", () => {
  const settings = storedObject(ConfigMap, { metadata: { namespace: "default", name: "settings" }, data: { a: "b" } });

  expectTypeOf(settings).toEqualTypeOf<Stored<ConfigMap>>();
  expect(settings).toEqual({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      namespace: "default",
      name: "settings",
      uid: expect.stringMatching(/^[\da-f-]{36}$/u) as string,
      resourceVersion: "1",
      creationTimestamp: expect.stringMatching(/^\d{4}-.*Z$/u) as string,
    },
    data: { a: "b" },
  });
  expect(storedObject(Deployment, { metadata: { namespace: "default", name: "web" } }).metadata.generation).toBe(1);
});

test("metadata in the fields has precedence", () => {
  const metadata = {
    name: "default",
    uid: "u1",
    resourceVersion: "7",
    generation: 3,
    deletionTimestamp: "2026-01-01T00:00:00Z",
  };

  expect(storedObject(Namespace, { metadata }).metadata).toMatchObject(metadata);
});

test("the uid is the same in each run, and another for another key or kind", () => {
  const uidOf = (namespace: string, name: string) =>
    storedObject(ConfigMap, { metadata: { namespace, name } }).metadata.uid;

  expect(uidOf("a", "b")).toBe(uidOf("a", "b"));
  expect(uidOf("a", "c")).not.toBe(uidOf("a", "b"));
  expect(storedObject(Deployment, { metadata: { namespace: "a", name: "b" } }).metadata.uid).not.toBe(uidOf("a", "b"));
});
