// Lists, watches and deletions of collections in a version to which a conversion webhook converts.
import { beforeEach, expect, test } from "vitest";
import { eventsIn } from "../http.ts";
import { withVersion } from "./conversion-answers.ts";
import { converted } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import type { CrateVersion } from "./crates.ts";
import { patch, post, remove } from "./writers.ts";
import type { WriteResponse } from "./writers.ts";

const crates = useCrates();

beforeEach(() => crates.begin());

interface List {
  readonly items: readonly (WriteResponse["body"] & { readonly apiVersion: string })[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: WriteResponse["body"] }[];
}

async function list(version: CrateVersion, query = "", as?: string): Promise<List> {
  const headers = as === undefined ? {} : { accept: `application/json;as=${as};v=v1;g=meta.k8s.io` };
  return (await crates.send({ path: crates.at(version, query), headers })).body as unknown as List;
}

/** The names of the objects that a list selects. */
async function select(version: CrateVersion, query: string): Promise<readonly string[]> {
  return (await list(version, `?${query}`)).items.map(({ metadata }) => metadata.name);
}

test("objects of a list are converted in reviews with one object each, and a list of the stored version needs no review", async () => {
  const { at, crate, host, send } = crates;
  for (const name of ["a", "b", "c"]) await send(post(at("v2"), crate("v2", name, { size: 1 })));

  const stored = await list("v2");
  const callsForStored = host.batches.filter((batch) => batch.startsWith("v2")).length;
  const { items } = await list("v1");

  expect(stored.items.map(({ spec }) => spec)).toEqual([1, 1, 1].map((size) => ({ size, grade: 5 })));
  expect(callsForStored).toBe(0);
  expect(items.map(({ spec }) => spec)).toEqual([{ replicas: 1 }, { replicas: 1 }, { replicas: 1 }]);
  expect([...new Set(host.batches)].toSorted()).toEqual(["v1 a", "v1 b", "v1 c"]);
});

test("selectors, tables and metadata are those of the requested version", async () => {
  const { at, crate, host, send } = crates;
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

test("a watch selects by fields of its version and sends objects in it", async () => {
  const { at, crate, host, send } = crates;
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

  const events = eventsIn(byField?.body) as readonly {
    readonly type: string;
    readonly object: WriteResponse["body"];
  }[];
  expect(events.map(({ type, object }) => [type, object.metadata.name, object.spec?.["replicas"]])).toEqual([
    ["ADDED", "b", 1],
    ["MODIFIED", "b", 1],
    ["DELETED", "b", 1],
    ["DELETED", "a", 1],
  ]);
  expect(eventsIn(byLabel?.body)).toEqual([]);
});

test("the deletion of a collection returns the objects in the requested version", async () => {
  const { at, crate, send } = crates;
  for (const name of ["a", "b"]) await send(post(at("v2"), crate("v2", name, { size: 1 })));

  const deleted = (await send(remove(at("v1")))).body as unknown as List;

  expect(deleted.items.map(({ apiVersion, spec }) => [apiVersion.split("/")[1], spec])).toEqual([
    ["v1", { replicas: 1 }],
    ["v1", { replicas: 1 }],
  ]);
  expect((await list("v2")).items).toEqual([]);
});
