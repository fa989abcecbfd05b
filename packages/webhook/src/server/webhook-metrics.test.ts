import { createVirtualClock } from "@kubewright/async";
import { createMetrics } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createWebhookMetrics } from "./webhook-metrics.ts";
import { createWebhookServer } from "./webhook-server.ts";

test("requests of webhooks are counted by status, timed, and counted in flight, but not requests of unknown paths", async () => {
  const clock = createVirtualClock();
  const metrics = createMetrics({ process: false });
  const server = createWebhookServer({
    observer: createWebhookMetrics(metrics, { clock }),
    webhooks: {
      "/slow": async () => {
        await clock.sleep(2_000);
        return {};
      },
      "/broken": () => Promise.reject(new Error("no")),
    },
  });
  const ask = async (path: string): Promise<number> => (await server.handle(review(path))).status;

  const slow = ask("/slow");
  const meanwhile = await linesOf(metrics);
  await clock.advance(2_000);
  const statuses = [await slow, await ask("/broken"), await ask("/stranger")];
  const afterwards = await linesOf(metrics);

  expect(statuses).toEqual([200, 500, 404]);
  expect(meanwhile).toContain('controller_runtime_webhook_requests_in_flight{webhook="/slow"} 1');
  expect(afterwards).toEqual(
    expect.arrayContaining([
      'controller_runtime_webhook_requests_in_flight{webhook="/slow"} 0',
      'controller_runtime_webhook_requests_total{webhook="/slow",code="200"} 1',
      'controller_runtime_webhook_requests_total{webhook="/broken",code="500"} 1',
      'controller_runtime_webhook_latency_seconds_sum{webhook="/slow"} 2',
    ]),
  );
  expect(afterwards.filter((line) => line.includes("stranger"))).toEqual([]);
});

test("the expiry of the certificate is in seconds since the Unix epoch", async () => {
  const metrics = createMetrics({ process: false });

  createWebhookMetrics(metrics, { clock: createVirtualClock() }).certificateUsed(1_900_000_000_000);

  expect(await linesOf(metrics)).toContain("kubewright_webhook_certificate_expiration_timestamp_seconds 1900000000");
});

async function linesOf(metrics: ReturnType<typeof createMetrics>): Promise<readonly string[]> {
  return (await metrics.expose()).body.split("\n");
}

function review(path: string): Parameters<ReturnType<typeof createWebhookServer>["handle"]>[0] {
  const kind = { group: "", version: "v1", kind: "Pod" };
  const body = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" };
  const text = JSON.stringify({ ...body, request: { uid: "1", operation: "CREATE", kind, object: {} } });
  const headers = { "content-type": "application/json" };
  return { method: "POST", path: `${path}?timeout=10s`, headers, body: new TextEncoder().encode(text) };
}
