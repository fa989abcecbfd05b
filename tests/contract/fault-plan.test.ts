// Injected faults between a client and either server: the state of the server, and what the client reads afterwards.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isAlreadyExists } from "@kubewright/apimachinery";
import { createClient } from "@kubewright/client";
import { createFaultPlan } from "@kubewright/envtest";
import type { FaultPlan, PlannedFault } from "@kubewright/envtest";
import { isTransportError } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

test("the server has stored a write whose response was lost, and not one whose request was lost", async () => {
  await using server = await startServerUnderTest();
  const { client, metadata } = await faultyClient(server, [
    { name: "lost", at: { verb: "create" }, fault: { kind: "requestLost" } },
    { name: "unanswered", at: { verb: "create", call: 2 }, fault: { kind: "responseLost" } },
  ]);

  const lost = await client.create(ConfigMap, { metadata }).catch((error: unknown) => error);
  const afterLost = await server.client.get(ConfigMap, metadata);
  const unanswered = await client.create(ConfigMap, { metadata }).catch((error: unknown) => error);
  const afterUnanswered = await server.client.get(ConfigMap, metadata);

  expect([isTransportError(lost), isTransportError(unanswered)]).toEqual([true, true]);
  expect([afterLost === undefined, afterUnanswered === undefined]).toEqual([true, false]);
});

test("a create that arrives twice gets AlreadyExists", async () => {
  await using server = await startServerUnderTest();
  const { client, metadata, plan } = await faultyClient(server, [
    { name: "twice", at: { verb: "create", type: ConfigMap }, fault: { kind: "duplicate" } },
  ]);

  const response = await client.create(ConfigMap, { metadata }).catch((error: unknown) => error);

  expect(isAlreadyExists(response)).toBe(true);
  expect(plan.injected.map(({ name }) => name)).toEqual(["twice"]);
});

test("a stale read returns the earlier version, whose update conflicts", async () => {
  await using server = await startServerUnderTest();
  const { client, metadata } = await faultyClient(server, [
    { name: "stale", at: { verb: "get" }, fault: { kind: "stale" } },
  ]);
  await client.create(ConfigMap, { metadata, data: { a: "1" } });
  await client.get(ConfigMap, metadata);
  await server.client.patch(ConfigMap, metadata, { type: "merge", body: { data: { a: "2" } } });

  const stale = await client.get(ConfigMap, metadata);
  const updating = stale && client.update(ConfigMap, { ...stale, data: { a: "3" } });

  expect(stale?.data).toEqual({ a: "1" });
  await expect(updating).rejects.toThrow("the object has been modified");
  expect((await client.get(ConfigMap, metadata))?.data).toEqual({ a: "2" });
});

test("an interrupted watch has delivered the earlier events, and loses none when it resumes", async () => {
  await using server = await startServerUnderTest();
  const { client, metadata } = await faultyClient(server, [
    { name: "cut", at: { verb: "watch" }, fault: { kind: "cut", afterEvents: 1 } },
  ]);
  const { namespace } = metadata;
  const first = await server.client.create(ConfigMap, { metadata });
  for (const name of ["b", "c"]) await server.client.create(ConfigMap, { metadata: { namespace, name } });
  const seen: string[] = [];
  let { resourceVersion } = first.metadata;
  const watch = async (): Promise<void> => {
    for await (const { object } of client.watch(ConfigMap, { namespace, resourceVersion })) {
      ({ resourceVersion } = object.metadata);
      seen.push(object.metadata.name);
      if (object.metadata.name === "c") break;
    }
  };

  await expect(watch()).rejects.toThrow("the connection was lost");
  const before = [...seen];
  await watch();

  expect(before).toEqual(["b"]);
  expect(seen).toEqual(["b", "c"]);
});

async function faultyClient(
  server: ServerUnderTest,
  faults: readonly PlannedFault[],
): Promise<{
  readonly client: ReturnType<typeof createClient>;
  readonly plan: FaultPlan;
  readonly metadata: { readonly namespace: string; readonly name: string };
}> {
  const plan = createFaultPlan(server, faults);
  const namespace = await server.createNamespace();
  const client = createClient({ transport: plan.wrap(server.transport), clock: server.clock, random: server.random });
  return { client, plan, metadata: { namespace, name: "a" } };
}
