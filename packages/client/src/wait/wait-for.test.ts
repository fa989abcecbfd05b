import assert from "node:assert/strict";

import { untilAborted } from "@kubewright/async";
import { createApiServer } from "@kubewright/apiserver";
import { isForbidden } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { bodyOf, TransportError } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { createClient } from "../client/create-client.ts";
import { isWaitTimeoutError } from "../errors.ts";
import { answerJson, answerStatus } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, stored } from "../testdata/fixture.ts";
import { hasCondition, isDeleted } from "./conditions.ts";
import { waitFor } from "./wait-for.ts";
import type { WaitingClient } from "./wait-for.ts";

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}

const ConfigMap: ResourceType<ConfigMap> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
};
const mapKey = { namespace: "default", name: "settings" };
const mapBody = (data: object) => JSON.stringify({ metadata: { name: "settings" }, data });

const list = (version: string, ...items: readonly object[]) =>
  answerJson({ kind: "MyJobList", apiVersion: "v1", metadata: { resourceVersion: version }, items });
const event = (type: string, object: object) => JSON.stringify({ type, object });
const events = (...lines: readonly string[]): TransportResponse => ({
  status: 200,
  headers: {},
  body: bodyOf(...lines),
});
const at = (resourceVersion: string, phase: string) => ({
  ...stored,
  metadata: { ...stored.metadata, resourceVersion },
  status: { phase },
});
const bookmark = (resourceVersion: string) =>
  event("BOOKMARK", { apiVersion: "v1", kind: "MyJob", metadata: { name: "", resourceVersion } });
const isRunning = (job: { readonly status?: { readonly phase?: string } } | undefined) =>
  job?.status?.phase === "running";

test("waitFor() resolves with the object when it is created, changed and deleted, and ignores other objects", async () => {
  await using server = createApiServer();
  const client = createClient({ transport: server.transport() });
  const created = waitFor(client, ConfigMap, mapKey, (map) => map !== undefined);
  const changed = waitFor(client, ConfigMap, mapKey, (map) => map?.data?.["colour"] === "green");

  const other = JSON.stringify({ metadata: { name: "other" }, data: { colour: "green" } });
  await client.raw.create(ConfigMap, mapKey, other);
  await client.raw.create(ConfigMap, mapKey, mapBody({ colour: "blue" }));
  const object = await created;
  await client.raw.update(ConfigMap, mapKey, mapBody({ colour: "green" }));
  const deleted = waitFor(client, ConfigMap, mapKey, isDeleted(object?.metadata.uid ?? ""));

  assert.deepEqual(object?.data, { colour: "blue" });
  assert.deepEqual((await changed)?.data, { colour: "green" });
  await client.raw.delete(ConfigMap, mapKey);
  assert.equal(await deleted, undefined);
});

test("waitFor() rejects a key without a name", async () => {
  const { client } = createFixture(() => list("1"));

  await assert.rejects(waitFor(client, MyJob, { ...key, name: "" }, isDeleted("u1")), {
    name: "TypeError",
    message: "Cannot wait for MyJob: the name is empty",
  });
});

test("waitFor() resolves after one list if the condition already holds", async () => {
  const { client, requests } = createFixture(() => list("50", at("41", "running")));

  const job = await waitFor(client, MyJob, key, isRunning);

  assert.equal(job?.metadata.resourceVersion, "41");
  assert.deepEqual(
    requests.map(({ path }) => path.replace(/.*\?/u, "")),
    ["fieldSelector=metadata.name%3Dpi"],
  );
});

test("a watch that ends is resumed from its last event, and the object is listed again after an expired watch", async () => {
  const answers = [
    () => list("50"),
    () => events(event("ADDED", at("51", "pending")), bookmark("60")),
    () => events(event("ERROR", { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 })),
    () => list("70", at("65", "pending")),
    () => events(event("MODIFIED", at("71", "running"))),
  ];
  const { client, requests, clock } = createFixture(() => answers[requests.length - 1]?.() ?? answerStatus(500, ""));

  const job = await clock.runUntilSettled(waitFor(client, MyJob, key, isRunning));

  assert.equal(job?.metadata.resourceVersion, "71");
  assert.deepEqual(
    requests.map(({ path }) => /[?&]resourceVersion=(\d+)/u.exec(path)?.[1]),
    [undefined, "50", "60", undefined, "70"],
  );
});

test("lost connections, 429 and 5xx are retried with pauses, and other errors reject", async () => {
  const answers = [
    () => answerStatus(503, "ServiceUnavailable"),
    () => {
      throw new TransportError({
        kind: "reset",
        action: "list",
        address: "a",
        found: "reset",
        mayHaveBeenProcessed: true,
      });
    },
    () => answerStatus(500, "InternalError"),
    () => list("50"),
    () => answerStatus(429, "TooManyRequests"),
    () => answerStatus(403, "Forbidden"),
  ];
  const { client, requests, clock } = createFixture(() => answers[requests.length - 1]?.() ?? answerStatus(404, ""));

  const waiting = clock.runUntilSettled(waitFor(client, MyJob, key, isRunning));

  await assert.rejects(waiting, isForbidden);
  assert.equal(requests.length, answers.length);
});

test("the pauses between watches grow if the server ends every watch at once", async () => {
  const { client, requests, clock } = createFixture(() => (requests.length === 1 ? list("50") : events()));
  const end = new AbortController();
  const waiting = waitFor(client, MyJob, key, isRunning, { signal: end.signal }).catch((error: unknown) => error);

  await clock.advance(60_000);
  const reason = new Error("enough");
  end.abort(reason);

  assert.equal(await waiting, reason);
  assert.ok(requests.length < 250, `${requests.length} requests in a minute`);
});

test("the error of a timeout names the object, the condition and the last state", async () => {
  const { client, clock } = createFixture(() => list("50", at("41", "pending")));
  const silent: WaitingClient = {
    ...client,
    raw: {
      ...client.raw,
      async *watch(_type, { signal } = {}) {
        if (signal) await untilAborted(signal);
        signal?.throwIfAborted();
        yield* [];
      },
    },
  };
  const options = { timeoutMs: 5000, clock };
  const aborted = AbortSignal.abort(new Error("before"));
  const waiting = waitFor(silent, MyJob, key, hasCondition("Ready"), options).catch((error: unknown) => error);

  await clock.settle();
  await clock.advance(5000);
  const error = await waiting;

  assert.ok(isWaitTimeoutError(error));
  assert.equal(
    error.message,
    'Cannot wait for MyJob "default/pi": its version is "41" after 5000 ms, must meet hasCondition(Ready, True)',
  );
  assert.equal(error.object?.metadata?.name, "pi");
  await assert.rejects(waitFor(client, MyJob, key, isRunning, { signal: aborted }), /before/u);
  await assert.rejects(waitFor(client, MyJob, { name: "pi" }, isRunning), {
    message: 'Cannot wait for MyJob "pi": it has no namespace, and myjobs are namespaced',
  });
});
