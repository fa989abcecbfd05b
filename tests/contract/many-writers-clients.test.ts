// Twenty operators write one object through the cached-write path of the client: no write is lost, and the number of attempts is bounded.
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { isConflict } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const writers = Array.from({ length: 20 }, (_, index) => `w${index + 1}`);

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** The writers that succeeded. Throws if one failed with another error than the one about lost races. */
async function winnersOf(writes: readonly Promise<unknown>[]): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(writes);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected" && !isLostToAll(outcome.reason)) throw outcome.reason;
  }
  return writers.filter((_, index) => outcomes[index]?.status === "fulfilled");
}

/** How many attempts are needed depends on the machine; the error of the last one names them. */
function isLostToAll(error: unknown): boolean {
  return isConflict(error) && error.message.includes("other writers were faster in all of 10 attempts");
}

async function configMap(name: string, finalizers: readonly string[] = []): Promise<Stored<ConfigMap>> {
  return await server.client.create(ConfigMap, {
    metadata: { namespace, name, finalizers },
  });
}

test("createOrUpdate() of 20 concurrent operators keeps the field of each", async () => {
  const key = { namespace, name: "shared" };
  const calls = new Map<string, number>();

  const winners = await winnersOf(
    writers.map((writer) =>
      server.client.createOrUpdate(ConfigMap, key, (current): ConfigMap => {
        calls.set(writer, (calls.get(writer) ?? 0) + 1);
        const metadata = { ...current?.metadata, ...key };
        return { ...current, apiVersion: "v1", kind: "ConfigMap", metadata, data: { ...current?.data, [writer]: "1" } };
      }),
    ),
  );

  const found = await server.client.get(ConfigMap, key);
  expect(Object.keys(found?.data ?? {}).toSorted()).toEqual(winners.toSorted());
  expect(winners.length).toBeGreaterThan(0);
  expect(Math.max(...calls.values())).toBeLessThanOrEqual(10);
});

test("finalizers that 20 operators add and remove concurrently are all added and all removed", async () => {
  const object = await configMap("finalized");
  const finalizerOf = (writer: string): string => `example.dev/${writer}`;

  const added = await winnersOf(writers.map((writer) => ensureFinalizer(server.client, object, finalizerOf(writer))));
  const full = await server.client.get(ConfigMap, object.metadata);
  expect((full?.metadata.finalizers ?? []).toSorted()).toEqual(added.map(finalizerOf).toSorted());

  const removed = await winnersOf(
    writers.map((writer) => releaseFinalizer(server.client, full ?? object, finalizerOf(writer))),
  );
  const left = (await server.client.get(ConfigMap, object.metadata))?.metadata.finalizers ?? [];
  expect(left.toSorted()).toEqual(
    added
      .filter((writer) => !removed.includes(writer))
      .map(finalizerOf)
      .toSorted(),
  );
});

test("patchStatus() of several concurrent operators keeps the fields of each", async () => {
  const pod = await server.client.create(Pod, {
    metadata: { namespace, name: "reported" },
    spec: { containers: [{ name: "c", image: "example.com/c:1" }] },
  });
  const changes = { message: "m", reason: "r", hostIP: "10.0.0.1", phase: "Failed", startTime: "2026-01-01T00:00:00Z" };

  await Promise.all(
    Object.entries(changes).map(([field, value]) => server.client.patchStatus<Pod>(pod, { [field]: value })),
  );

  const found = await server.client.get(Pod, pod.metadata);
  expect(found?.status).toMatchObject(changes);
});
