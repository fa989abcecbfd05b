import assert from "node:assert/strict";

import { isConflict, isNotFound, modifiedMessage } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { answerJson, answerStatus } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, path, stored } from "../testdata/fixture.ts";
import { guaranteedUpdate, updateAttemptsMax } from "./guaranteed-update.ts";

/** The job on the server, which is newer than the job that was read. */
const fresh = {
  ...stored,
  metadata: { ...stored.metadata, resourceVersion: "42", labels: { by: "other" } },
} as unknown as Stored<MyJob>;

const conflict = (): TransportResponse =>
  answerStatus(409, "Conflict", { message: modifiedMessage, details: { name: "pi" } });
const notFound = (): TransportResponse => answerStatus(404, "NotFound", { details: { name: "pi" } });

/** A client whose requests get these responses, in order; `sent` returns method, path below the collection, and body of each request. */
function createTest(answers: readonly (() => TransportResponse)[]) {
  const left = [...answers];
  const { client, requests, clock } = createFixture(() => left.shift()?.() ?? answerStatus(500, "InternalError"));
  return {
    client,
    clock,
    sent: () =>
      requests.map(({ method, path: sentPath, body }) => [
        `${method} ${sentPath.replace(path, "").replace(/\?.*/u, "")}`,
        ...(body === "" ? [] : [JSON.parse(body) as unknown]),
      ]),
  };
}

function withImage(job: MyJob | undefined, image: string): MyJob {
  return {
    apiVersion: stored.apiVersion,
    kind: "MyJob",
    ...job,
    metadata: { ...job?.metadata, ...key },
    spec: { image },
  };
}

test("an update sends the difference with the version that was read", async () => {
  const { client, sent } = createTest([() => answerJson(stored), () => answerJson(fresh)]);

  const { operation } = await guaranteedUpdate(client, MyJob, key, (job) => withImage(job, "a"));

  assert.equal(operation, "updated");
  assert.deepEqual(sent(), [["GET /pi"], ["PATCH /pi", { spec: { image: "a" }, metadata: { resourceVersion: "41" } }]]);
});

test("an update contains the version that was read even if the change returns a new object", async () => {
  const { client, sent } = createTest([() => answerJson(fresh)]);

  await guaranteedUpdate(client, MyJob, key, () => withImage(undefined, "a"), { current: fresh });

  assert.deepEqual(sent(), [
    ["PATCH /pi", { spec: { image: "a" }, metadata: { labels: null, resourceVersion: "42" } }],
  ]);
});

test("nothing is sent if only server-set fields differ, or if the change returns undefined", async () => {
  const { client, sent } = createTest([]);
  const managed = { ...stored, metadata: { ...stored.metadata, managedFields: [], generation: 7 } };

  const same = await guaranteedUpdate(client, MyJob, key, () => managed, { current: stored });
  const left = await guaranteedUpdate(client, MyJob, key, () => undefined, { current: stored });

  assert.deepEqual(
    [same, left],
    [
      { operation: "unchanged", object: stored },
      { operation: "unchanged", object: stored },
    ],
  );
  assert.deepEqual(sent(), []);
});

test("after a conflict the change is computed from the object on the server", async () => {
  const { client, clock, sent } = createTest([conflict, () => answerJson(fresh), () => answerJson(fresh)]);
  const labels = (job: MyJob | undefined): MyJob => ({
    ...withImage(job, "a"),
    metadata: { ...job?.metadata, labels: { ...job?.metadata?.labels, mine: "x" } },
  });

  await clock.runUntilSettled(guaranteedUpdate(client, MyJob, key, labels, { current: stored }));

  assert.deepEqual(sent(), [
    ["PATCH /pi", { spec: { image: "a" }, metadata: { labels: { mine: "x" }, resourceVersion: "41" } }],
    ["GET /pi"],
    ["PATCH /pi", { spec: { image: "a" }, metadata: { labels: { mine: "x" }, resourceVersion: "42" } }],
  ]);
});

test("an object that appears before the create is updated, and one that is gone before the update is created", async () => {
  const appears = createTest([
    notFound,
    () => answerStatus(409, "AlreadyExists", { details: { name: "pi" } }),
    () => answerJson(fresh),
    () => answerJson(fresh),
  ]);
  const goes = createTest([notFound, () => answerJson(fresh)]);

  const updated = await appears.clock.runUntilSettled(
    guaranteedUpdate(appears.client, MyJob, key, (job) => withImage(job, "a")),
  );
  const created = await guaranteedUpdate(goes.client, MyJob, key, (job) => withImage(job, "a"), { current: stored });

  assert.deepEqual([updated.operation, created.operation], ["updated", "created"]);
  assert.deepEqual(
    appears.sent().map(([request]) => request),
    ["GET /pi", "POST ", "GET /pi", "PATCH /pi"],
  );
  assert.deepEqual(
    goes.sent().map(([request]) => request),
    ["PATCH /pi", "POST "],
  );
});

test("an object with a null, which a merge patch cannot set, is sent as a PUT with the version that was read", async () => {
  const { client, sent } = createTest([() => answerJson(fresh)]);
  const wanted = { ...stored, spec: { image: null } } as unknown as MyJob;

  await guaranteedUpdate(client, MyJob, key, () => wanted, { current: stored });

  assert.deepEqual(sent(), [["PUT /pi", { ...wanted, metadata: stored.metadata }]]);
});

test("the number of attempts is bounded, and other errors are thrown at once", async () => {
  const races = createTest(Array.from({ length: updateAttemptsMax }, () => [conflict, () => answerJson(fresh)]).flat());
  const invalid = createTest([() => answerStatus(422, "Invalid")]);

  const lost: unknown = await races.clock
    .runUntilSettled(guaranteedUpdate(races.client, MyJob, key, (job) => withImage(job, "a"), { current: stored }))
    .catch((error: unknown) => error);
  await assert.rejects(
    guaranteedUpdate(invalid.client, MyJob, key, (job) => withImage(job, "a"), { current: stored }),
    { message: /Invalid/u },
  );

  assert.ok(isConflict(lost));
  assert.equal(
    lost.message,
    `Cannot update MyJob "default/pi": other writers were faster in all of 10 attempts: Conflict: ${modifiedMessage}`,
  );
  assert.equal(races.sent().length, 2 * updateAttemptsMax - 1);
  assert.equal(invalid.sent().length, 1);
});

test("the pause after a lost race is random and at most 10 ms, then at most twice as long each time", async () => {
  const { client, clock } = createTest([]);
  const waits: number[] = [];

  for (const lostRaces of [1, 1, 2, 3, 4, 20]) {
    const before = clock.now();
    await clock.runUntilSettled(client.waitBeforeRetry(lostRaces));
    waits.push(clock.now() - before);
  }

  assert.deepEqual(
    waits.map((ms, index) => ms > 0 && ms <= ([10, 10, 20, 40, 80, 1000][index] ?? 0)),
    [true, true, true, true, true, true],
  );
  assert.notEqual(waits[0], waits[1]);
});

test("the signal ends the pause after a lost race, and no further request is sent", async () => {
  const { client, clock, sent } = createTest([conflict]);
  const stop = new AbortController();
  const stopped = new Error("stopped");

  const update = guaranteedUpdate(client, MyJob, key, (job) => withImage(job, "a"), {
    current: stored,
    signal: stop.signal,
  });
  await clock.settle();
  stop.abort(stopped);

  await assert.rejects(update, stopped);
  assert.equal(sent().length, 1);
});

test("a change that returns another object is rejected", async () => {
  const { client } = createTest([]);
  const other = { ...stored, metadata: { ...stored.metadata, name: "e" } };

  await assert.rejects(
    guaranteedUpdate(client, MyJob, key, () => other, { current: stored }),
    { message: 'Cannot update MyJob "default/pi": the change returns "default/e", must be the same object' },
  );
});

test("a status is set although other fields of the object have changed since it was read", async () => {
  const { client, clock, sent } = createTest([conflict, () => answerJson(fresh), () => answerJson(fresh)]);

  await clock.runUntilSettled(client.patchStatus(stored, { phase: "running" }));

  assert.deepEqual(sent(), [
    ["PATCH /pi/status", { status: { phase: "running" }, metadata: { resourceVersion: "41" } }],
    ["GET /pi"],
    ["PATCH /pi/status", { status: { phase: "running" }, metadata: { resourceVersion: "42" } }],
  ]);
});

test.for([
  ["one of its fields has changed", { ...fresh, status: { phase: "failed", retries: 2 } }, {}],
  ["the name belongs to another object", { ...fresh, metadata: { ...fresh.metadata, uid: "u2" } }, {}],
  ["anything has changed and the version was expected", fresh, { optimisticLock: true }],
] as const)("a status is a conflict if %s", async ([_title, found, options]) => {
  const { client, clock, sent } = createTest([conflict, () => answerJson(found)]);

  await assert.rejects(clock.runUntilSettled(client.patchStatus(stored, { phase: "running" }, options)), isConflict);

  assert.equal(sent().length, 2);
});

test("the status of an object that is gone is not found", async () => {
  const { client, sent } = createTest([notFound]);

  await assert.rejects(client.patchStatus(stored, { phase: "running" }), isNotFound);

  assert.equal(sent().length, 1);
});
