// A kind whose converter waits, as a conversion webhook does: every verb works in a version that is not stored.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { ApiObject } from "../objects/api-object.ts";
import type { ServedResource } from "../registry/strategy.ts";
import { openWatch } from "../testdata/open-watch.ts";
import type { TestServer } from "../testdata/test-server.ts";
import { startTestServer, widgets } from "../testdata/test-server.ts";

const v1 = "/apis/x.io/v1/namespaces/default/widgets";
const v2 = "/apis/x.io/v2/namespaces/default/widgets";

const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;

interface Setup {
  readonly server: TestServer;
  /** The batches that were converted: the version, and the names of the objects. */
  readonly batches: string[];
}

/** Widgets are stored in v2 with `spec.size`, which is `spec.replicas` in v1. */
function start(failure?: Error): Setup {
  const batches: string[] = [];
  async function convertAll(objects: readonly ApiObject[], toApiVersion: string): Promise<readonly ApiObject[]> {
    batches.push(`${toApiVersion} ${objects.map(({ metadata }) => metadata.name).join(",")}`);
    await Promise.resolve();
    if (failure !== undefined) throw failure;
    const [from, to] = toApiVersion === "x.io/v1" ? ["size", "replicas"] : ["replicas", "size"];
    return objects.map((object) => {
      const { [from]: value, ...spec } = object["spec"] as Record<string, unknown>;
      return { ...structuredClone(object), apiVersion: toApiVersion, spec: { ...spec, [to]: value } };
    });
  }
  const kind: ServedResource = {
    ...widgets,
    versions: widgets.versions.map((version) => ({ ...version, schema: () => schema })),
    strategy: { ...widgets.strategy, allowUnconditionalUpdate: true, converter: { type: "ahead", convertAll } },
  };
  return { server: startTestServer({ kinds: [kind] }), batches };
}

function widget(name: string, version: "v1" | "v2", spec: object): object {
  return { apiVersion: `x.io/${version}`, kind: "Widget", metadata: { name }, spec };
}

async function specOf({ server }: Setup, path: string): Promise<unknown> {
  return (await server.send("GET", path)).json.spec;
}

test("an object that is created in one version is read in both", async () => {
  const setup = start();

  const created = await setup.server.send("POST", v1, widget("w", "v1", { replicas: 3 }));

  assert.deepEqual([created.status, created.json.apiVersion, created.json.spec], [201, "x.io/v1", { replicas: 3 }]);
  assert.deepEqual(await specOf(setup, `${v1}/w`), { replicas: 3 });
  assert.deepEqual(await specOf(setup, `${v2}/w`), { size: 3 });
});

test("a list converts the objects in one batch, and the next list converts none", async () => {
  const { server, batches } = start();
  for (const name of ["a", "b", "c"]) await server.send("POST", v2, widget(name, "v2", { size: 1 }));

  const first = await server.send("GET", v1);
  const paged = await server.send("GET", `${v1}?limit=2`);

  assert.deepEqual(
    first.json.items.map(({ spec }) => spec),
    [{ replicas: 1 }, { replicas: 1 }, { replicas: 1 }],
  );
  assert.equal(paged.json.items.length, 2);
  assert.deepEqual(batches, ["x.io/v1 a,b,c"]);
});

test("objects of the stored version and metadata are read without the converter", async () => {
  const { server, batches } = start();
  await server.send("POST", v2, widget("w", "v2", { size: 1 }));
  const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

  await server.send("GET", v2);
  await server.send("GET", v1, undefined, { accept });

  assert.deepEqual(batches, []);
});

test("a PUT, a patch, an apply and a deletion in one version change what the other version reads", async () => {
  const setup = start();
  const { send } = setup.server;
  await send("POST", v2, widget("w", "v2", { size: 1 }));

  const put = await send("PUT", `${v1}/w`, widget("w", "v1", { replicas: 2 }));
  const sizeAfterPut = await specOf(setup, `${v2}/w`);
  const patched = await send(
    "PATCH",
    `${v1}/w`,
    { spec: { replicas: 3 } },
    { "content-type": "application/merge-patch+json" },
  );
  const sizeAfterPatch = await specOf(setup, `${v2}/w`);
  const applied = await send("PATCH", `${v1}/w?fieldManager=test&force=true`, widget("w", "v1", { replicas: 4 }), {
    "content-type": "application/apply-patch+yaml",
  });
  const sizeAfterApply = await specOf(setup, `${v2}/w`);
  const dryRun = await send("PUT", `${v1}/w?dryRun=All`, widget("w", "v1", { replicas: 5 }));
  const deleted = await send("DELETE", `${v1}/w`);

  assert.deepEqual([put.json.spec, sizeAfterPut], [{ replicas: 2 }, { size: 2 }]);
  assert.deepEqual([patched.json.spec, sizeAfterPatch], [{ replicas: 3 }, { size: 3 }]);
  assert.deepEqual([applied.json.spec, sizeAfterApply], [{ replicas: 4 }, { size: 4 }]);
  assert.deepEqual(dryRun.json.spec, { replicas: 5 });
  assert.deepEqual([deleted.status, (await send("GET", `${v2}/w`)).status], [200, 404]);
});

test("watches receive initial objects and events in their version, and an event is converted once for all of them", async () => {
  const { server, batches } = start();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  const watches = [await openWatch(server, `${v1}?watch=1`), await openWatch(server, `${v1}?watch=1`)];
  const initial = await Promise.all(watches.map((watch) => watch.next()));

  await server.send("POST", v2, widget("b", "v2", { size: 2 }));
  const events = await Promise.all(watches.map((watch) => watch.next()));

  assert.deepEqual(
    [...initial, ...events].map((event) => event?.object.spec),
    [{ replicas: 1 }, { replicas: 1 }, { replicas: 2 }, { replicas: 2 }],
  );
  assert.equal(batches.filter((batch) => batch === "x.io/v1 b").length, 1);
});

test("an object that stops matching a selector is deleted in the version of the watch", async () => {
  const { server } = start();
  const labelled = { ...widget("a", "v2", { size: 1 }), metadata: { name: "a", labels: { on: "true" } } };
  await server.send("POST", v2, labelled);
  const watch = await openWatch(server, `${v1}?watch=1&labelSelector=on`);
  await watch.next();

  await server.send("PUT", `${v2}/a`, widget("a", "v2", { size: 2 }));
  const event = await watch.next();

  assert.deepEqual([event?.type, event?.object.spec], ["DELETED", { replicas: 1 }]);
});

test("a failing converter fails the request that needs it, and ends a watch", async () => {
  const { server } = start(new Error("no answer from the converter"));
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));

  const watch = await openWatch(server, `${v1}?watch=1`);

  await assert.rejects(server.send("GET", `${v1}/a`), /no answer from the converter/);
  await assert.rejects(watch.next(), /no answer from the converter/);
});
