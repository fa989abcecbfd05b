// Writes of a Service wait for the reviews of its IPAddress. The IPAddress is deleted later if the write ends before.
import { isAbort } from "@kubewright/async";
import { expect, test } from "vitest";
import { configure, startWebhookServer, webhook } from "../../admission/webhooks/testdata/webhook-server.ts";
import type { TestResponse, WebhookServer } from "../../admission/webhooks/testdata/webhook-server.ts";

const services = "/api/v1/namespaces/default/services";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
const merge = "application/merge-patch+json";

/** A server with a webhook for IPAddresses that responds once `release` has been called to what `holds` names: `CREATE 10.0.0.50`. */
async function startHolding(...holds: readonly string[]): Promise<WebhookServer & { readonly release: () => void }> {
  const server = startWebhookServer();
  const rules = [{ operations: ["*"], apiGroups: ["networking.k8s.io"], apiVersions: ["v1"], resources: ["*"] }];
  await configure(server, "Validating", "v", webhook("held", { rules, timeoutSeconds: 30 }));
  const released = Promise.withResolvers<void>();
  server.respond("/held", async ({ request: { operation, name } }) => {
    if (holds.includes(`${operation} ${name}`)) await released.promise;
    return {};
  });
  return { ...server, release: released.resolve };
}

function create(server: WebhookServer, name: string, clusterIP: string, query = ""): Promise<TestResponse> {
  const body = { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } };
  return server.send("POST", `${services}${query}`, body);
}

async function statusOf(server: WebhookServer, path: string): Promise<number> {
  return (await server.send("GET", path)).status;
}

test("a delete waits for its own address and for no other", async () => {
  await using server = await startHolding("DELETE 10.0.0.50");
  await create(server, "slow", "10.0.0.50");
  await create(server, "quick", "10.0.0.51");
  const slow = server.send("DELETE", `${services}/slow`);

  const quick = await server.send("DELETE", `${services}/quick`);

  expect([quick.status, await statusOf(server, `${services}/slow`)]).toEqual([200, 404]);
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(200);
  server.release();
  expect((await slow).status).toBe(200);
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(404);
});

test("a write that does not change the address does not wait for an address", async () => {
  await using server = await startHolding("DELETE 10.0.0.50");
  await create(server, "slow", "10.0.0.50");
  await create(server, "other", "10.0.0.51");
  const slow = server.send("DELETE", `${services}/slow`);

  const { status } = await server.send("PATCH", `${services}/other`, { metadata: { labels: { a: "b" } } }, merge);

  expect(status).toBe(200);
  server.release();
  await slow;
});

test("a delete that waits for its address ends at its timeout, and the address is deleted later", async () => {
  await using server = await startHolding("DELETE 10.0.0.50");
  await create(server, "slow", "10.0.0.50");
  const startedAt = server.clock.now();

  const path = `${services}/slow?timeout=2s`;
  const response = await server.clock.runUntilSettled(server.server.transport().request({ method: "DELETE", path }));

  expect([response.status, server.clock.now() - startedAt]).toEqual([504, 2000]);
  expect(await statusOf(server, `${services}/slow`)).toBe(404);
  server.release();
  await server.clock.settle();
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(404);
});

test("an update that waits for the deletion of its released address ends at its timeout, and is stored", async () => {
  await using server = await startHolding("DELETE 10.0.0.50");
  await create(server, "slow", "10.0.0.50");
  const spec = { type: "ExternalName", externalName: "a.test", clusterIP: null, clusterIPs: null };

  const response = await server.clock.runUntilSettled(
    server.server.transport().request({
      method: "PATCH",
      path: `${services}/slow?timeout=2s`,
      headers: { "content-type": merge },
      body: JSON.stringify({ spec }),
    }),
  );

  expect(response.status).toBe(504);
  expect((await server.send("GET", `${services}/slow`)).body.spec).toMatchObject({ type: "ExternalName" });
  server.release();
  await server.clock.settle();
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(404);
});

test("a create that waits for its address ends at its timeout, and the address is released later", async () => {
  await using server = await startHolding("CREATE 10.0.0.50");
  const startedAt = server.clock.now();

  const response = await server.clock.runUntilSettled(
    server.server.transport().request({
      method: "POST",
      path: `${services}?timeout=2s`,
      body: JSON.stringify({ metadata: { name: "slow" }, spec: { clusterIP: "10.0.0.50", ports: [{ port: 80 }] } }),
    }),
  );

  expect([response.status, server.clock.now() - startedAt]).toEqual([504, 2000]);
  server.release();
  await server.clock.settle();
  expect(await statusOf(server, `${services}/slow`)).toBe(404);
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(404);
  expect((await create(server, "next", "10.0.0.50")).status).toBe(201);
});

test("a create whose client disconnects while it waits for its address releases the address later", async () => {
  await using server = await startHolding("CREATE 10.0.0.50");
  const client = new AbortController();
  const gone = server.server.transport().request({
    method: "POST",
    path: services,
    body: JSON.stringify({ metadata: { name: "slow" }, spec: { clusterIP: "10.0.0.50", ports: [{ port: 80 }] } }),
    signal: client.signal,
  });
  await server.clock.settle();

  client.abort();

  await expect(gone).rejects.toSatisfy((error) => isAbort(error, client.signal));
  server.release();
  await server.clock.settle();
  expect(await statusOf(server, `${addresses}/10.0.0.50`)).toBe(404);
});

test("an address whose IPAddress cannot be deleted is taken until the IPAddress is gone", async () => {
  await using server = startWebhookServer();
  const rules = [{ operations: ["DELETE"], apiGroups: ["networking.k8s.io"], apiVersions: ["v1"], resources: ["*"] }];
  await configure(server, "Validating", "v", webhook("no", { rules }));
  server.respond("/no", () => ({ allowed: false }));
  await create(server, "first", "10.0.0.50");
  await server.send("DELETE", `${services}/first`);

  const taken = await create(server, "second", "10.0.0.50");
  server.respond("/no", () => ({}));
  await server.send("DELETE", `${addresses}/10.0.0.50`);
  const free = await create(server, "second", "10.0.0.50");

  expect(taken.body.message).toContain("failed to allocate IP 10.0.0.50: provided IP is already allocated");
  expect([taken.status, free.status]).toEqual([422, 201]);
});
