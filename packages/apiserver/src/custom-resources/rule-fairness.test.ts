// Expensive rules delay only the request whose object they validate, and not beyond its deadline.
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";
import type { BusyClock } from "../testdata/busy-clock.ts";
import { createBusyClock } from "../testdata/busy-clock.ts";

const widgets = "/apis/x.io/v1/namespaces/default/widgets";
const items = Array.from({ length: 300 }, () => 1);

let cluster: Cluster;
let clock: BusyClock;

beforeEach(() => {
  clock = createBusyClock();
  cluster = startCluster({ clock });
});

async function define(schema: object): Promise<void> {
  await cluster.sendOk("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.x.io" },
    spec: {
      group: "x.io",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [
        { name: "v1", served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
      ],
    },
  });
}

function widget(fields: object): object {
  return { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "w" }, ...fields };
}

/** A list with a rule for each item, and amounts with a rule for their sum. */
const itemsAndAmounts = {
  type: "object",
  "x-kubernetes-validations": [{ rule: "self.a + self.b <= 10", message: "too much" }],
  properties: {
    a: { type: "integer", default: 0 },
    b: { type: "integer", default: 0 },
    items: { type: "array", items: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] } },
    status: {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] } },
      },
    },
  },
};

/** Returns how many sequential reads the server answers during a request. */
async function readsDuring(sending: Promise<{ readonly status: number }>): Promise<{ reads: number; status: number }> {
  let status = 0;
  const sent = sending.then((response) => {
    ({ status } = response);
  });
  let reads = 0;
  for (; status === 0; reads++) assert.equal((await cluster.send("GET", "/api/v1/namespaces/default")).status, 200);
  await sent;
  return { reads, status };
}

test("the server answers reads while the rules of an object are evaluated for longer than a slice", async () => {
  await define(itemsAndAmounts);
  const quick = await readsDuring(cluster.send("POST", widgets, widget({ items })));
  assert.deepEqual([quick.status, quick.reads < 3, clock.turns], [201, true, 0]);
  clock.readingMs = 2;

  const updated = await readsDuring(cluster.send("PATCH", `${widgets}/w`, { a: 1 }, mergePatch));
  const status = await readsDuring(cluster.send("PATCH", `${widgets}/w/status`, { status: { items } }, mergePatch));
  await cluster.sendOk("DELETE", `${widgets}/w`);
  const created = await readsDuring(cluster.send("POST", widgets, widget({ items })));

  assert.deepEqual([updated.status, status.status, created.status], [200, 200, 201]);
  for (const { reads } of [updated, status, created]) assert.ok(reads > 10, `${reads} reads`);
});

test("of two patches whose validations pause at the same time, the second one is validated on the result of the first", async () => {
  await define(itemsAndAmounts);
  await cluster.sendOk("POST", widgets, widget({ items }));
  clock.readingMs = 2;

  const patches = [{ a: 6 }, { b: 6 }].map((patch) => cluster.send("PATCH", `${widgets}/w`, patch, mergePatch));

  const responses = await Promise.all(patches);
  assert.ok(clock.turns > 20, `${clock.turns} turns`);
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  );
  assert.match(responses.find(({ status }) => status === 422)?.message ?? "", /too much/);
});

test("of two creates of one name whose validations pause at the same time, one is stored", async () => {
  await define(itemsAndAmounts);
  clock.readingMs = 2;

  const creates = [1, 2].map((a) => cluster.send("POST", widgets, widget({ a, items })));

  assert.deepEqual(
    (await Promise.all(creates)).map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409],
  );
});

test("a create fails if its definition is deleted while the validation pauses", async () => {
  await define(itemsAndAmounts);
  clock.readingMs = 2;
  const creating = cluster.send("POST", widgets, widget({ items }));
  await cluster.send("DELETE", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.x.io");

  assert.equal((await creating).status, 404);
});

test("a write whose rules are evaluated beyond its deadline is answered with 504, and stores nothing", async () => {
  const all = [{ rule: "self.all(x, self.all(y, x != y + 1))" }];
  const list = { type: "array", maxItems: 300, items: { type: "integer" }, "x-kubernetes-validations": all };
  await define({ type: "object", properties: { items: list } });
  clock.readingMs = 100; // A write without rules reads the clock some ten times; this one, 900 times.

  const { status, message } = await cluster.send("POST", widgets, widget({ items }));

  clock.readingMs = 0;
  assert.equal(status, 504);
  assert.match(message, /request did not complete within requested timeout/);
  assert.equal((await cluster.send("GET", `${widgets}/w`)).status, 404);
  assert.equal((await cluster.send("POST", widgets, widget({ items }))).status, 201);
});
