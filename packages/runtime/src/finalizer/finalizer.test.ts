import { createApiServer } from "@kubewright/apiserver";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { isConflict } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { ensureFinalizer, releaseFinalizer } from "./finalizer.ts";

const key = { namespace: "default", name: "a" };
const finalizer = "example.dev/clean-up";

async function start(finalizers: readonly string[] = []): Promise<{
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly object: Stored<ConfigMap>;
  readonly revision: () => number;
}> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("finalizer")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  const object = await client.create(ConfigMap, {
    metadata: { ...key, finalizers },
  });
  return { client, clock, object, revision: () => server.revision };
}

test("ensureFinalizer() adds the finalizer once, and keeps other finalizers", async () => {
  const { client, object, revision } = await start(["example.dev/other"]);

  const after = await ensureFinalizer(client, object, finalizer);
  const before = revision();
  await ensureFinalizer(client, after, finalizer);

  expect(after.metadata.finalizers).toEqual(["example.dev/other", finalizer]);
  expect(revision()).toBe(before);
});

test("ensureFinalizer() does not change an object that is being deleted", async () => {
  const { client, object, revision } = await start(["example.dev/other"]);
  await client.delete(object);
  const terminating = await client.get(ConfigMap, key);
  const before = revision();

  if (terminating) await ensureFinalizer(client, terminating, finalizer);

  expect(revision()).toBe(before);
});

test("ensureFinalizer() keeps a finalizer that was added since the object was read", async () => {
  const { client, clock, object } = await start();
  await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { finalizers: ["example.dev/other"] } } });

  const after = await clock.runUntilSettled(ensureFinalizer(client, object, finalizer));

  expect(after.metadata.finalizers).toEqual(["example.dev/other", finalizer]);
});

test("ensureFinalizer() rejects if another object now has the name", async () => {
  const { client, clock, object } = await start();
  await client.delete(object);
  await client.create(ConfigMap, { metadata: key });

  const outcome = await clock
    .runUntilSettled(ensureFinalizer(client, object, finalizer))
    .catch((error: unknown) => error);

  expect(isConflict(outcome)).toBe(true);
  expect((await client.get(ConfigMap, key))?.metadata.finalizers).toBeUndefined();
});

test("releaseFinalizer() removes only its own finalizer, and the object is then deleted", async () => {
  const { client, clock, object } = await start([finalizer]);
  await client.delete(object);

  await clock.runUntilSettled(releaseFinalizer(client, object, finalizer));
  await clock.runUntilSettled(releaseFinalizer(client, object, finalizer)); // The object is gone: nothing to do.

  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("releaseFinalizer() keeps a finalizer that was added since the object was read", async () => {
  const { client, clock, object } = await start([finalizer]);
  const finalizers = ["example.dev/other", finalizer];
  await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { finalizers } } });

  await clock.runUntilSettled(releaseFinalizer(client, object, finalizer));

  expect((await client.get(ConfigMap, key))?.metadata.finalizers).toEqual(["example.dev/other"]);
});
