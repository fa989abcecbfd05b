// Collections: order, selectors, pages, versions, and deleteAllOf.
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { isBadRequest } from "@kubewright/apimachinery";
import type { ListChunk } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";
import { all } from "./take.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** A namespace with ConfigMaps of these names, created in this order. */
async function namespaceWith(
  names: readonly string[],
  labelsOf: (name: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<string> {
  const namespace = await server.createNamespace();
  for (const name of names) {
    await server.client.create(ConfigMap, {
      metadata: { namespace, name, labels: labelsOf(name) },
    });
  }
  return namespace;
}

async function namesIn(options: Parameters<typeof server.client.list>[1]): Promise<readonly (string | undefined)[]> {
  const found = await Array.fromAsync(server.client.list(ConfigMap, options));
  return found.map(({ metadata }) => metadata.name);
}

function end(chunks: readonly ListChunk[]): Extract<ListChunk, { kind: "end" }> {
  const last = chunks.at(-1);
  if (last?.kind !== "end") throw new Error("the list has no end");
  return last;
}

function itemNames(chunks: readonly ListChunk[]): readonly unknown[] {
  const items = chunks.flatMap((chunk) => (chunk.kind === "items" ? chunk.items : []));
  return items.map(({ bytes }) => (JSON.parse(new TextDecoder().decode(bytes)) as ConfigMap).metadata?.name);
}

test("a list is ordered by name", async () => {
  const namespace = await namespaceWith(["b", "a.b", "a", "a-b", "b0"]);

  expect(await namesIn({ namespace })).toEqual(["a", "a-b", "a.b", "b", "b0"]);
});

test("a list of all namespaces is ordered by namespace, then by name", async () => {
  const first = await namespaceWith(["b", "a"], () => ({ suite: "order" }));
  const second = await namespaceWith(["c"], () => ({ suite: "order" }));

  const found = await Array.fromAsync(server.client.list(ConfigMap, { labelSelector: "suite=order" }));

  expect(found.map(({ metadata }) => [metadata.namespace, metadata.name])).toEqual(
    [
      [first, "a"],
      [first, "b"],
      [second, "c"],
    ].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
});

test("pages have the objects at the version of the first page, and the last page has no token", async () => {
  const namespace = await namespaceWith(["a", "b", "c", "d", "e"]);
  const first = await all(server.client.raw.listStream(ConfigMap, { namespace, limit: 2 }));
  await server.client.delete(ConfigMap, { namespace, name: "d" });

  const second = await all(
    server.client.raw.listStream(ConfigMap, { namespace, limit: 2, continue: end(first).continue ?? "" }),
  );
  const third = await all(
    server.client.raw.listStream(ConfigMap, { namespace, limit: 2, continue: end(second).continue ?? "" }),
  );

  expect([first, second, third].map(itemNames)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(end(first).remainingItemCount).toBe(3);
  expect(end(second).remainingItemCount).toBe(1);
  expect(end(third).continue).toBeUndefined();
  expect(new Set([first, second, third].map((page) => end(page).resourceVersion)).size).toBe(1);
});

test("list() follows the pages", async () => {
  const namespace = await namespaceWith(["a", "b", "c"]);

  expect(await namesIn({ namespace, pageSize: 1 })).toEqual(["a", "b", "c"]);
});

test("a page of a list with a selector has no remainingItemCount", async () => {
  const namespace = await namespaceWith(["a", "b"], () => ({ app: "web" }));

  const page = await all(server.client.raw.listStream(ConfigMap, { namespace, limit: 1, labelSelector: "app" }));

  expect(end(page).continue).toBeDefined();
  expect(end(page).remainingItemCount).toBeUndefined();
});

test("label selectors select by equality, by sets and by presence", async () => {
  const tiers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    a: { tier: "front" },
    b: { tier: "back" },
    c: {},
  };
  const namespace = await namespaceWith(["a", "b", "c"], (name) => tiers[name] ?? {});

  expect(await namesIn({ namespace, labelSelector: "tier=front" })).toEqual(["a"]);
  expect(await namesIn({ namespace, labelSelector: "tier!=front" })).toEqual(["b", "c"]);
  expect(await namesIn({ namespace, labelSelector: "tier in (front,back)" })).toEqual(["a", "b"]);
  expect(await namesIn({ namespace, labelSelector: "tier notin (front)" })).toEqual(["b", "c"]);
  expect(await namesIn({ namespace, labelSelector: "tier,tier!=back" })).toEqual(["a"]);
  expect(await namesIn({ namespace, labelSelector: "!tier" })).toEqual(["c"]);
});

test("field selectors select by name, and Pods by phase and node, too", async () => {
  const namespace = await namespaceWith(["a", "b"]);
  await server.client.create(Pod, {
    metadata: { namespace, name: "p" },
    spec: { nodeName: "n1", containers: [{ name: "c", image: "example.com/c:1" }] },
  });
  const pods = async (fieldSelector: string): Promise<number> =>
    (await Array.fromAsync(server.client.list(Pod, { namespace, fieldSelector }))).length;

  expect(await namesIn({ namespace, fieldSelector: "metadata.name=a" })).toEqual(["a"]);
  expect(await namesIn({ namespace, fieldSelector: "metadata.name!=a" })).toEqual(["b"]);
  expect(await pods("spec.nodeName=n1")).toBe(1);
  expect(await pods("spec.nodeName=n1,status.phase!=Pending")).toBe(0);
});

test("a field that the kind does not support in selectors is rejected", async () => {
  const namespace = await server.createNamespace();

  const error = await refusal(all(server.client.list(ConfigMap, { namespace, fieldSelector: "data.a=1" })));

  expect(isBadRequest(error)).toBe(true);
  expect(error.status.message).toBe(
    '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});

test("a list at an exact version has the objects of that version", async () => {
  const namespace = await namespaceWith(["a"]);
  const then = end(await all(server.client.raw.listStream(ConfigMap, { namespace }))).resourceVersion;
  await server.client.delete(ConfigMap, { namespace, name: "a" });

  const versions = { resourceVersion: then, resourceVersionMatch: "Exact" } as const;
  const chunks = await all(server.client.raw.listStream(ConfigMap, { namespace, ...versions }));

  expect(itemNames(chunks)).toEqual(["a"]);
  expect(end(chunks).resourceVersion).toBe(then);
});

test("deleteAllOf() deletes the selected objects only", async () => {
  const namespace = await namespaceWith(["a", "b", "c"], (name) => (name === "b" ? {} : { go: "yes" }));

  await server.client.deleteAllOf(ConfigMap, { namespace, labelSelector: "go=yes" });

  expect(await namesIn({ namespace })).toEqual(["b"]);
});

test("a metadata-only list has metadata only", async () => {
  const namespace = await namespaceWith(["a"], () => ({ app: "web" }));
  await server.client.patch(ConfigMap, { namespace, name: "a" }, { type: "merge", body: { data: { a: "1" } } });

  const [item] = await Array.fromAsync(server.client.list(ConfigMap, { namespace, metadataOnly: true }));

  expect(item?.metadata.labels).toEqual({ app: "web" });
  expect(item).not.toHaveProperty("data");
});
