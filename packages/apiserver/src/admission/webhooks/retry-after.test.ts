// When a webhook that responds with Retry-After is called again. tests/contract/webhook-retries compares with a kube-apiserver.
import { bodyOf, readText } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";
import { expect, test } from "vitest";
import { configure, startWebhookServer, webhook } from "./testdata/webhook-server.ts";
import type { WebhookServer } from "./testdata/webhook-server.ts";

function busy(seconds: string): TransportResponse {
  return { status: 503, headers: { "retry-after": seconds }, body: bodyOf("busy") };
}

/** Creates a ConfigMap, and resolves with the seconds that it took, the status, and the message if there is one. */
async function create({ server, clock }: WebhookServer): Promise<readonly [number, number, string | undefined]> {
  const startedAt = clock.now();
  const path = "/api/v1/namespaces/default/configmaps";
  const body = JSON.stringify({ metadata: { name: "x" } });
  const response = await clock.runUntilSettled(
    server.transport().request({ method: "POST", path, headers: { "content-type": "application/json" }, body }),
  );
  const { message } = JSON.parse(await readText(response)) as { readonly message?: string };
  return [(clock.now() - startedAt) / 1000, response.status, message];
}

async function startBusy(timeoutSeconds: number, ...waits: readonly string[]): Promise<WebhookServer> {
  const server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("one", { timeoutSeconds }));
  const left = [...waits];
  server.respond("/one", () => {
    const seconds = left.shift();
    return seconds === undefined ? {} : busy(seconds);
  });
  return server;
}

test("a webhook is called again after the seconds of each response", async () => {
  await using server = await startBusy(30, "7", "0", "2");

  expect(await create(server)).toEqual([9, 201, undefined]);
  expect(server.calls).toHaveLength(4);
});

test("a webhook is not called again after its timeout", async () => {
  await using server = await startBusy(10, "7", "7");

  expect(await create(server)).toEqual([
    10,
    500,
    'Internal error occurred: failed calling webhook "one.hooks.test": failed to call webhook: Post "https://hooks.test/one?timeout=10s": context deadline exceeded',
  ]);
  expect(server.calls).toHaveLength(2);
});
