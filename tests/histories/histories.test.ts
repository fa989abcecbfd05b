// Random histories of eight concurrent clients on the embedded server: each is linearizable, with consistent lists and watches. The seeds are fixed;
// tests/long/histories.test.ts draws fresh ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { widgetCrd } from "../contract/widget-crd.ts";
import { connect } from "../contract/writers.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { historyGroup } from "./history.ts";
import { runHistories } from "./run.ts";
import { slowLabels, startSlowWebhooks } from "./slow-webhooks.ts";

const clientsCount = 8;

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetCrd(historyGroup)] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test("histories over HTTP/2 are linearizable", async () => {
  await using resources = new AsyncDisposableStack();
  const transports = await connect(server, resources, clientsCount);

  const reports = await runHistories({ transports, prefix: "sockets-", seed: "sockets", range: [0, 40] });

  expect(reports.join("\n\n")).toBe("");
});

test("histories over HTTP/2 with slow webhooks are linearizable", async () => {
  await using resources = new AsyncDisposableStack();
  const transports = await connect(server, resources, clientsCount);
  resources.use(await startSlowWebhooks(server, "webhooks"));

  const reports = await runHistories({
    transports,
    prefix: "webhooks-",
    labels: slowLabels,
    seed: "webhooks",
    range: [0, 20],
  });

  expect(reports.join("\n\n")).toBe("");
});

test("histories without sockets are linearizable", async () => {
  const transports = Array.from({ length: clientsCount }, () => server.transport);

  const reports = await runHistories({ transports, prefix: "direct-", seed: "direct", range: [0, 80] });

  expect(reports.join("\n\n")).toBe("");
});
