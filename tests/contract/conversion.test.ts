// A custom kind with a conversion webhook: what the webhook receives, and what each verb returns in a version that is not stored.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { eventsIn } from "../http.ts";
import { converted } from "./conversion-host.ts";
import type { ConvertedObject } from "./conversion-host.ts";
import { startCrates } from "./crates.ts";
import type { Crates, CrateVersion } from "./crates.ts";
import { apply, patch, post, put, remove } from "./writers.ts";
import type { WriteAnswer } from "./writers.ts";

let server: ServerUnderTest;
let crates: Crates;

beforeAll(async () => {
  server = await startServerUnderTest();
  crates = await startCrates(server);
});

beforeEach(() => crates.begin());

afterAll(async () => {
  await crates[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function send(...asked: Parameters<Crates["writers"]["send"]>): Promise<WriteAnswer> {
  return crates.writers.send(...asked);
}

async function specOf(version: CrateVersion, name: string): Promise<unknown> {
  return (await send({ path: crates.at(version, `/${name}`) })).body.spec;
}

interface List {
  readonly items: readonly (WriteAnswer["body"] & { readonly apiVersion: string })[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: WriteAnswer["body"] }[];
}

async function list(version: CrateVersion, query = "", as?: string): Promise<List> {
  const headers = as === undefined ? {} : { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` };
  return (await send({ path: crates.at(version, query), headers })).body as unknown as List;
}

/** The names of the objects that a list selects. */
async function select(version: CrateVersion, query: string): Promise<readonly string[]> {
  return (await list(version, `?${query}`)).items.map(({ metadata }) => metadata.name);
}

test("an object that is created in v1 is stored in v2 and read in both", async () => {
  const { at, crate } = crates;

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 3, color: "red" })));

  expect([created.status, created.body.spec]).toEqual([201, { replicas: 3, color: "red" }]);
  expect(await specOf("v1", "a")).toEqual({ replicas: 3, color: "red" });
  expect(await specOf("v2", "a")).toEqual({ size: 3, color: "red", grade: 5 });
});

test("a review has one object, without a resourceVersion, and requests the other version", async () => {
  const { at, crate, host, group } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 3 }, { labels: { l: "1" } })));
  host.reset();

  await send({ path: at("v1", "/a") });

  const [call] = host.calls;
  expect(call?.url).toBe("/convert?timeout=30s");
  expect([call?.kind, call?.apiVersion]).toEqual(["ConversionReview", "apiextensions.k8s.io/v1"]);
  expect(call?.uid).toMatch(/^[0-9a-f-]{36}$/);
  expect(call?.desiredAPIVersion).toBe(`${group}/v1`);
  expect(call?.headers["content-type"]).toBe("application/json");
  expect(call?.headers["user-agent"]).toBe("kube-apiserver-admission");
  expect(call?.objects).toMatchObject([
    {
      apiVersion: `${group}/v2`,
      kind: "Crate",
      metadata: { name: "a", labels: { l: "1" } },
      spec: { size: 3, grade: 5 },
    },
  ]);
  expect(call?.objects[0]?.metadata["resourceVersion"]).toBeUndefined();
});

test("objects of a list are converted in reviews with one object each, and those of the stored version in none", async () => {
  const { at, crate, host } = crates;
  for (const name of ["a", "b", "c"]) await send(post(at("v2"), crate("v2", name, { size: 1 })));

  const stored = await list("v2");
  const callsForStored = host.batches.filter((batch) => batch.startsWith("v2")).length;
  const { items } = await list("v1");

  expect(stored.items.map(({ spec }) => spec)).toEqual([1, 1, 1].map((size) => ({ size, grade: 5 })));
  expect(callsForStored).toBe(0);
  expect(items.map(({ spec }) => spec)).toEqual([{ replicas: 1 }, { replicas: 1 }, { replicas: 1 }]);
  expect([...new Set(host.batches)].toSorted()).toEqual(["v1 a", "v1 b", "v1 c"]);
});

test("each write in v1 changes what v2 reads", async () => {
  const { at, crate } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  const { body } = await send({ path: at("v1", "/a") });

  const steps = [
    put(at("v1", "/a"), { ...body, spec: { replicas: 2 } }),
    patch("merge", at("v1", "/a"), { spec: { replicas: 3 } }),
    patch("json", at("v1", "/a"), [{ op: "replace", path: "/spec/replicas", value: 4 }]),
    {
      ...apply("m", at("v1", "/a"), crate("v1", "a", { replicas: 5 })),
      path: `${at("v1", "/a")}?fieldManager=m&force=true`,
    },
    patch("merge", at("v1", "/a/scale"), { spec: { replicas: 6 } }),
  ];
  const sizes: unknown[] = [];
  for (const step of steps) {
    const { status } = await send(step);
    const { size } = (await specOf("v2", "a")) as { readonly size: number };
    sizes.push([status, size]);
  }

  expect(sizes).toEqual([2, 3, 4, 5, 6].map((size) => [200, size]));
});

test("the status and the scale are read and written in v1", async () => {
  const { at, crate } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 2 })));

  const patched = await send(patch("merge", at("v1", "/a/status"), { status: { replicas: 1 }, spec: { replicas: 9 } }));
  const scale = await send({ path: at("v1", "/a/scale") });

  expect([patched.body.spec, patched.body.status]).toEqual([{ replicas: 2 }, { replicas: 1 }]);
  expect([scale.body.spec, scale.body.status]).toEqual([{ replicas: 2 }, { replicas: 1 }]);
});

/** Sets a label and an annotation with the name of the version, and changes metadata that a webhook must not change. */
function withVersion(object: ConvertedObject): unknown {
  const version = object.apiVersion.split("/")[1] ?? "";
  const own = {
    labels: { version },
    annotations: { version },
    finalizers: ["x.io/y"],
    generation: 99,
    ownerReferences: [{}],
  };
  return { ...object, metadata: { ...object.metadata, ...own } };
}

test("a webhook changes labels and annotations, and no other metadata", async () => {
  const { at, crate, host } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 }, { labels: { stored: "true" } })));
  host.answer((call) => converted(call, withVersion));

  const v1 = await send({ path: at("v1", "/a") });
  const v2 = await send({ path: at("v2", "/a") });

  const { labels, annotations, managedFields: _, ...others } = v1.body.metadata;
  const { labels: storedLabels, managedFields: __, ...storedOthers } = v2.body.metadata;
  expect([labels, annotations]).toEqual([{ version: "v1" }, { version: "v1" }]);
  expect(storedLabels).toEqual({ stored: "true" });
  expect(others).toEqual(storedOthers);
});

test("selectors, tables and metadata are those of the requested version", async () => {
  const { at, crate, host } = crates;
  host.answer((call) => converted(call, withVersion));
  await send(post(at("v2"), crate("v2", "a", { size: 1 }, { labels: { version: "none" } })));
  await send(post(at("v2"), crate("v2", "b", { size: 2 })));

  const metadata = await list("v1", "?labelSelector=version%3Dv1", "PartialObjectMetadataList");
  const table = await list("v1", "?labelSelector=version%3Dv1", "Table");

  expect(await select("v1", "labelSelector=version%3Dv1")).toEqual(["a", "b"]);
  expect(await select("v1", "labelSelector=version%3Dnone")).toEqual([]);
  expect(await select("v1", "labelSelector=version%3Dv1&limit=1")).toEqual(["a"]);
  expect(await select("v2", "labelSelector=version%3Dnone")).toEqual(["a"]);
  expect(await select("v1", "fieldSelector=spec.replicas%3D2")).toEqual(["b"]);
  expect(await select("v2", "fieldSelector=spec.size%3D2")).toEqual(["b"]);
  expect(metadata.items.map((item) => item.metadata.labels)).toEqual([{ version: "v1" }, { version: "v1" }]);
  expect(table.rows.map(({ cells, object }) => [cells, object.metadata.labels])).toEqual([
    [["a", 1], { version: "v1" }],
    [["b", 2], { version: "v1" }],
  ]);
});

test("a watch selects and shows its events in its version", async () => {
  const { at, crate, host } = crates;
  host.answer((call) => converted(call, withVersion));
  const { body } = await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  const from = body.metadata.resourceVersion;
  await send(post(at("v2"), crate("v2", "b", { size: 2 })));
  await send(patch("merge", at("v2", "/b"), { spec: { size: 1 } }));
  await send(patch("merge", at("v2", "/b"), { spec: { color: "red" } }));
  await send(patch("merge", at("v2", "/b"), { spec: { size: 3 } }));
  await send(remove(at("v2", "/a")));

  const query = `?watch=1&timeoutSeconds=1&resourceVersion=${from}`;
  const [byField, byLabel] = await crates.writers.together([
    { path: at("v1", `${query}&fieldSelector=spec.replicas%3D1`), asText: true },
    { path: at("v1", `${query}&labelSelector=version%3Dv2`), asText: true },
  ]);

  const events = eventsIn(byField?.body) as readonly { readonly type: string; readonly object: WriteAnswer["body"] }[];
  expect(events.map(({ type, object }) => [type, object.metadata.name, object.spec?.["replicas"]])).toEqual([
    ["ADDED", "b", 1],
    ["MODIFIED", "b", 1],
    ["DELETED", "b", 1],
    ["DELETED", "a", 1],
  ]);
  expect(eventsIn(byLabel?.body)).toEqual([]);
});

test("an object that the webhook has converted is pruned and gets no defaults", async () => {
  const { at, crate, host } = crates;
  host.answer((call) =>
    converted(call, (object) => ({
      ...object,
      extra: 1,
      spec: { ...(object["spec"] as object), unknown: 1, grade: 7 },
    })),
  );

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));
  const v2 = await specOf("v2", "a");
  const read = await send({ path: at("v1", "/a") });

  expect(created.body.spec).toEqual({ replicas: 1 });
  expect(v2).toEqual({ size: 1, grade: 7 });
  expect(read.body).not.toHaveProperty("extra");
  expect(read.body.spec).toEqual({ replicas: 1 });
});

test("a write is validated in its own version, before it is converted", async () => {
  const { at, crate, host } = crates;
  host.answer((call) => converted(call, (object) => ({ ...object, spec: { size: "many" } })));

  const invalid = await send(post(at("v1"), crate("v1", "a", { replicas: "x" })));
  const calls = host.calls.length;
  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));

  expect([invalid.status, calls]).toEqual([422, 0]);
  expect(created.status).toBe(201);
  expect(await specOf("v2", "a")).toEqual({ size: "many", grade: 5 });
});

test("the deletion of a collection returns the objects in the requested version", async () => {
  const { at, crate } = crates;
  for (const name of ["a", "b"]) await send(post(at("v2"), crate("v2", name, { size: 1 })));

  const deleted = (await send(remove(at("v1")))).body as unknown as List;

  expect(deleted.items.map(({ apiVersion, spec }) => [apiVersion.split("/")[1], spec])).toEqual([
    ["v1", { replicas: 1 }],
    ["v1", { replicas: 1 }],
  ]);
  expect((await list("v2")).items).toEqual([]);
});

test("a dry run converts and stores nothing", async () => {
  const { at, crate, host } = crates;

  const created = await send(post(`${at("v1")}?dryRun=All`, crate("v1", "a", { replicas: 1 })));

  expect([created.status, created.body.spec?.["replicas"]]).toEqual([201, 1]);
  expect(host.batches).toEqual(["v2 a", "v1 a"]);
  expect((await send({ path: at("v2", "/a") })).status).toBe(404);
});
