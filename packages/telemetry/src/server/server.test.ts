// The server over a real loopback socket: it is the one part of this package that opens one.
import { expect, test } from "vitest";
import { createHealthChecks } from "../health/health.ts";
import { createMetrics } from "../metrics/metrics.ts";
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
