// Rules whose evaluation takes longer than the request may.
import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { startCluster } from "../kinds/testdata/cluster.ts";

const widgets = "/apis/x.io/v1/namespaces/default/widgets";
const widget = {
  apiVersion: "x.io/v1",
  kind: "Widget",
  metadata: { name: "w" },
  items: Array.from({ length: 300 }, () => 1),
};

test("a write whose rules are evaluated beyond its deadline is answered with 504, and stores nothing", async () => {
  const virtual = createVirtualClock();
  let secondsPerReading = 0;
  let seconds = 0;
  const clock = { ...virtual, now: () => virtual.now() + (seconds += secondsPerReading) * 1000 };
  const cluster = startCluster({ clock });
  const rule = { rule: "self.all(x, self.all(y, x != y + 1))" };
  const items = { type: "array", maxItems: 300, items: { type: "integer" }, "x-kubernetes-validations": [rule] };
  await cluster.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.x.io" },
    spec: {
      group: "x.io",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { items } } },
        },
      ],
    },
  });
  secondsPerReading = 0.1; // A write without rules reads the clock some ten times; this one, 900 times.

  const { status, message } = await cluster.send("POST", widgets, widget);

  secondsPerReading = 0;
  assert.equal(status, 504);
  assert.match(message, /request did not complete within requested timeout/);
  assert.equal((await cluster.send("GET", `${widgets}/w`)).status, 404);
  assert.equal((await cluster.send("POST", widgets, widget)).status, 201);
});
