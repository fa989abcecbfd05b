// The server over a real loopback socket: it is the one part of this package that opens one.
import { expect, test } from "vitest";
import { createHealthChecks } from "../health/health.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { ServedResponse, ServedRequest } from "./listener.ts";
import { startHealthServer, startMetricsServer } from "./server.ts";

const loopback = { host: "127.0.0.1", port: 0 };

test("a health server answers both paths, single checks and verbose, and nothing else", async () => {
  const readyz = createHealthChecks("readyz");
  readyz.add("sync", () => Promise.reject(new Error("waiting for Pod")));
  await using server = await startHealthServer(loopback, { healthz: createHealthChecks("healthz"), readyz });
  const get = (path: string, method = "GET"): Promise<Response> => probe(server.port, path, method);

  expect((await get("/healthz")).status).toBe(200);
  expect(await (await get("/healthz?verbose")).text()).toBe("[+]ping ok\nhealthz check passed\n");
  expect((await get("/readyz")).status).toBe(500);
  expect((await get("/readyz?exclude=sync")).status).toBe(200);
  expect((await get("/readyz/sync")).status).toBe(500);
  expect((await get("/readyz/what")).status).toBe(404);
  expect((await get("/metrics")).status).toBe(404);
  expect((await get("/healthz", "POST")).status).toBe(405);
});

test("a metrics server answers in the Prometheus text format", async () => {
  await using server = await startMetricsServer(loopback, createMetrics());

  const response = await probe(server.port, "/metrics");

  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await response.text()).toContain("# TYPE controller_runtime_reconcile_total counter");
});

test("extra handlers respond at their paths beside the metrics", async () => {
  const extraHandlers = {
    "/debug/queue": ({ query }: ServedRequest): ServedResponse => ({
      status: 200,
      contentType: "application/json",
      body: JSON.stringify({ depth: 3, of: query.get("of") }),
    }),
    "/debug/broken": (): ServedResponse => {
      throw new Error("the queue is gone");
    },
  };
  await using server = await startMetricsServer(loopback, createMetrics(), { extraHandlers });

  const queue = await probe(server.port, "/debug/queue?of=pods");
  const broken = await probe(server.port, "/debug/broken");

  expect([queue.status, queue.headers.get("content-type"), await queue.text()]).toEqual([
    200,
    "application/json",
    '{"depth":3,"of":"pods"}',
  ]);
  expect([broken.status, await broken.text()]).toEqual([500, "the queue is gone\n"]);
  expect((await probe(server.port, "/debug/queue", "POST")).status).toBe(405);
  expect((await probe(server.port, "/debug")).status).toBe(404);
  expect((await probe(server.port, "/metrics")).status).toBe(200);
});

test.each(["debug", "/metrics"])("the path %j of an extra handler is rejected", async (path) => {
  const extraHandlers = { [path]: (): ServedResponse => ({ status: 200, contentType: "text/plain", body: "" }) };

  await expect(startMetricsServer(loopback, createMetrics(), { extraHandlers })).rejects.toThrow(
    `Cannot serve metrics: path of extraHandlers is "${path}", must begin with "/" and not be "/metrics"`,
  );
});

test("metrics are not served where others could read them", async () => {
  await expect(startMetricsServer({ port: 8080 }, createMetrics())).rejects.toThrow(
    'Cannot serve metrics on ":8080": it is open to others and metrics are served without authentication: use HTTPS (--metrics-secure), "127.0.0.1:8080", or "0" for off',
  );
});

test("a port that is taken is one clear line", async () => {
  await using first = await startMetricsServer(loopback, createMetrics());

  await expect(startMetricsServer({ host: "127.0.0.1", port: first.port }, createMetrics())).rejects.toThrow(
    `Cannot serve metrics on "127.0.0.1:${first.port}": the port is taken by another program: end it, or choose another port`,
  );
});

/** What a kubelet or a Prometheus does. */
function probe(port: number, path: string, method = "GET"): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- Probes come over a socket, and a Transport is what this package is below.
  return fetch(`http://127.0.0.1:${port}${path}`, { method });
}
