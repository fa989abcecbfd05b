// The effects of the patch types. tests/differential compares each of their rejections.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { RoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { isConflict, isInvalid, isNotFound } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function configMap(name: string): Promise<Stored<ConfigMap>> {
  return await server.client.create(ConfigMap, {
    metadata: { namespace, name, labels: { l: "1" } },
    data: { a: "1", b: "2" },
  });
}

async function deployment(name: string): Promise<Stored<Deployment>> {
  const container = { name: "one", image: "example.com/one:1", env: [{ name: "A", value: "1" }] };
  return await server.client.create(Deployment, {
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [container, { name: "two", image: "example.com/two:1" }] },
      },
    },
  });
}

function containersOf({ spec }: Deployment): readonly (readonly [string, string | undefined])[] {
  return (spec?.template.spec?.containers ?? []).map(({ name, image }) => [name, image]);
}

test("a merge patch sets fields, removes those with null, and keeps the rest", async () => {
  const stored = await configMap("merged");

  const patched = await server.client.patch(stored, { type: "merge", body: { data: { a: "3", b: null, c: "4" } } });

  expect(patched.data).toEqual({ a: "3", c: "4" });
  expect(patched.metadata.labels).toEqual({ l: "1" });
});

test("a merge patch that changes nothing keeps the version", async () => {
  const stored = await configMap("merge-no-op");

  const patched = await server.client.patch(stored, { type: "merge", body: { data: { a: "1" } } });

  expect(patched.metadata.resourceVersion).toBe(stored.metadata.resourceVersion);
});

test("a JSON patch applies its operations in order", async () => {
  const stored = await configMap("json");

  const patched = await server.client.patch(stored, {
    type: "json",
    body: [
      { op: "test", path: "/data/a", value: "1" },
      { op: "replace", path: "/data/a", value: "3" },
      { op: "move", from: "/data/b", path: "/data/c" },
      { op: "copy", from: "/data/c", path: "/data/d" },
      { op: "add", path: "/metadata/labels/example.com~1l", value: "2" },
      { op: "remove", path: "/metadata/labels/l" },
    ],
  });

  expect(patched.data).toEqual({ a: "3", c: "2", d: "2" });
  expect(patched.metadata.labels).toEqual({ "example.com/l": "2" });
});

test("a JSON patch whose test fails changes nothing", async () => {
  const stored = await configMap("json-test");

  const error = await refusal(
    server.client.patch(stored, {
      type: "json",
      body: [
        { op: "remove", path: "/data/a" },
        { op: "test", path: "/data/b", value: "9" },
      ],
    }),
  );

  expect(isInvalid(error)).toBe(true);
  expect(await server.client.get(ConfigMap, stored.metadata)).toEqual(stored);
});

test("a strategic merge patch matches the items of a list by their merge key", async () => {
  const stored = await deployment("by-key");

  const patched = await server.client.patch(stored, {
    type: "strategic",
    body: { spec: { template: { spec: { containers: [{ name: "two", image: "example.com/two:2" }] } } } },
  });

  expect(containersOf(patched)).toEqual([
    ["one", "example.com/one:1"],
    ["two", "example.com/two:2"],
  ]);
});

test("a strategic merge patch removes an item by its directive, and adds new ones before the others", async () => {
  const stored = await deployment("by-directive");
  const containers = [
    { name: "one", $patch: "delete" },
    { name: "three", image: "example.com/three:1" },
  ];

  const patched = await server.client.patch(stored, {
    type: "strategic",
    body: { spec: { template: { spec: { containers } } } },
  });

  expect(containersOf(patched)).toEqual([
    ["three", "example.com/three:1"],
    ["two", "example.com/two:1"],
  ]);
});

test("a strategic merge patch replaces a list without a merge key", async () => {
  const stored = await deployment("no-key");
  const args = (values: readonly string[]): object => ({
    spec: { template: { spec: { containers: [{ name: "one", args: values }] } } },
  });

  await server.client.patch(stored, { type: "strategic", body: args(["a", "b"]) });
  const patched = await server.client.patch(stored, { type: "strategic", body: args(["c"]) });

  expect(patched.spec?.template.spec?.containers[0]?.args).toEqual(["c"]);
});

// A kube-apiserver panics and closes the connection; the embedded server returns an error.
test.for([
  ["order", { "$setElementOrder/tolerations": [{ key: "a" }], tolerations: [{ key: "b", operator: "Exists" }] }],
  ["retain", { $retainKeys: [["containers"]] }],
  ["order-null", { "$setElementOrder/tolerations": [], tolerations: [null] }],
] as const)("a strategic merge patch that compares objects or lists as a whole fails: %s", async ([name, spec]) => {
  const stored = await deployment(`compares-${name}`);

  const patched = server.client.patch(stored, { type: "strategic", body: { spec: { template: { spec } } } });

  await expect(patched).rejects.toThrow(/Cannot (?:patch|PATCH) /u);
  expect(await server.client.get(Deployment, stored.metadata)).toEqual(stored);
});

test("a patch with a resourceVersion is rejected if there is a newer version", async () => {
  const stored = await configMap("patch-version");
  await server.client.patch(stored, { type: "merge", body: { data: { a: "2" } } });
  const { resourceVersion } = stored.metadata;

  const error = await refusal(
    server.client.patch(stored, { type: "merge", body: { metadata: { resourceVersion }, data: { a: "3" } } }),
  );

  expect(isConflict(error)).toBe(true);
});

test("concurrent patches without a version are all applied", async () => {
  const stored = await configMap("at-once");
  const names = ["c", "d", "e", "f", "g"];

  await Promise.all(
    names.map((name) => server.client.patch(stored, { type: "merge", body: { data: { [name]: "1" } } })),
  );

  const found = await server.client.get(ConfigMap, stored.metadata);
  expect(Object.keys(found?.data ?? {}).toSorted()).toEqual(["a", "b", ...names]);
});

test("a dry run of a patch returns the result and stores nothing", async () => {
  const stored = await configMap("patch-dry");

  const patched = await server.client.patch(stored, { type: "merge", body: { data: { a: "2" } } }, { dryRun: true });

  expect(patched.data).toEqual({ a: "2", b: "2" });
  expect(await server.client.get(ConfigMap, stored.metadata)).toEqual(stored);
});

test("a patch of an absent object is rejected", async () => {
  const error = await refusal(
    server.client.patch(ConfigMap, { namespace, name: "absent" }, { type: "merge", body: {} }),
  );

  expect(isNotFound(error)).toBe(true);
});

test("a patch does not create an object, not even of a kind that an update may create", async () => {
  const key = { namespace, name: "absent" };

  const error = await refusal(server.client.patch(RoleBinding, key, { type: "merge", body: {} }));

  expect(isNotFound(error)).toBe(true);
});
