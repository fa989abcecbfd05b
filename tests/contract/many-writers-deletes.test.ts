// Deletes while others write: one delete removes the object, writers find it or do not, finalizers keep it until the last of them is gone, and
// preconditions hold at the moment of the write.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { apply, hold, messagesOf, patch, post, put, remove, startWriters, tally, ways } from "./writers.ts";
import type { WriteAnswer, Writers } from "./writers.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index);
const otherUid = "11111111-2222-4333-8444-555555555555";

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  path = `${configMaps}/gone`;
});

function create(writers: Writers, metadata: object = {}): Promise<WriteAnswer> {
  return writers.send(post(configMaps, { metadata: { name: "gone", ...metadata }, data: { first: "x" } }));
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("of deletes of one object one removes it, and the others do not find it", async () => {
    await create(writers);

    const answers = await writers.together(numbers.map(() => remove(path)));

    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
    expect(messagesOf(answers, 404)).toEqual(['configmaps "gone" not found']);
  });

  test("deletes of a terminating object all succeed, and leave it to its finalizers", async () => {
    await create(writers, { finalizers: ["a.b/c"] });

    const answers = await writers.together(numbers.map(() => remove(path)));

    expect(tally(answers)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.metadata.finalizers).toEqual(["a.b/c"]);
    expect(new Set(answers.map((answer) => answer.body.metadata.deletionTimestamp)).size).toBe(1);
  });

  test("a delete between patches succeeds, and a patch finds the object or does not", async () => {
    await create(writers);
    const patches = numbers.map((n) => patch("merge", path, { data: { [`k${n}`]: "x" } }));

    const answers = await writers.together([...patches.slice(0, 5), remove(path), ...patches.slice(5)]);

    expect(answers[5]?.status).toBe(200);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a delete between applies succeeds, and applies create the object anew", async () => {
    const { body } = await create(writers);
    const applied = (n: number): object => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "gone" },
      data: { [`k${n}`]: "x" },
    });
    const applies = numbers.map((n) => apply(`manager-${n}`, path, applied(n)));

    const answers = await writers.together([...applies.slice(0, 5), remove(path), ...applies.slice(5)]);

    expect(answers[5]?.status).toBe(200);
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 201]).toContain(status);
    const last = await writers.send({ path });
    expect(last.status).toBe(created.length === 0 ? 404 : 200);
    for (const made of created) expect(made.body.metadata.uid).not.toBe(body.metadata.uid);
  });

  test("finalizers that are added at once are all there", async () => {
    await create(writers);

    const answers = await writers.together(
      numbers.map((n) => patch("strategic", path, { metadata: { finalizers: [`a.b/f${n}`] } })),
    );

    expect(tally(answers)).toEqual({ 200: 10 });
    const { body } = await writers.send({ path });
    expect(body.metadata.finalizers?.toSorted()).toEqual(numbers.map((n) => `a.b/f${n}`));
  });

  test("finalizers that are removed at once all go, and with the last of them the object", async () => {
    await create(writers, { finalizers: numbers.map((n) => `a.b/f${n}`) });
    await writers.send(remove(path));

    const answers = await writers.together(
      numbers.map((n) =>
        patch("strategic", path, { metadata: { "$deleteFromPrimitiveList/finalizers": [`a.b/f${n}`] } }),
      ),
    );

    expect(tally(answers)).toEqual({ 200: 10 });
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("of writers that remove the last finalizer at once each succeeds or finds the object gone", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await writers.send(remove(path));

    const answers = await writers.together(
      numbers.map(() => patch("merge", path, { metadata: { finalizers: null } })),
    );

    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(tally(answers)[200]).toBeGreaterThanOrEqual(1);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a delete between writers that remove finalizers takes the object away once all are gone", async () => {
    await create(writers, { finalizers: numbers.map((n) => `a.b/f${n}`) });
    const removals = numbers.map((n) =>
      patch("strategic", path, { metadata: { "$deleteFromPrimitiveList/finalizers": [`a.b/f${n}`] } }),
    );

    const answers = await writers.together([...removals.slice(0, 5), remove(path), ...removals.slice(5)]);

    expect(tally(answers)).toEqual({ 200: 11 });
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("deletes with a uid or a version as precondition: one removes the object, and none removes another", async () => {
    const { body } = await create(writers);
    const { uid, resourceVersion } = body.metadata;

    const wrong = await writers.together([
      remove(path, { preconditions: { uid: otherUid } }),
      remove(path, { preconditions: { resourceVersion: "1" } }),
    ]);
    const answers = await writers.together(
      numbers.map((n) => remove(path, { preconditions: n % 2 === 0 ? { uid } : { resourceVersion } })),
    );

    expect(tally(wrong)).toEqual({ 409: 2 });
    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
  });

  test("a collection is deleted between creates: each of them succeeds, and no object is deleted twice", async () => {
    const creates = numbers.map((n) => post(configMaps, { metadata: { name: `c${n}` } }));
    await writers.together(creates.slice(0, 5));

    const answers = await writers.together([
      ...creates.slice(5),
      remove(configMaps),
      remove(`${configMaps}/c0`),
      remove(configMaps),
    ]);

    const [deleted] = answers.slice(6);
    expect([200, 404]).toContain(deleted?.status);
    expect(tally(answers.filter((answer) => answer !== deleted))).toEqual({ 201: 5, 200: 2 });
    const { body } = await writers.send({ path: configMaps });
    const left = (body as unknown as { readonly items: readonly WriteAnswer["body"][] }).items;
    for (const { metadata } of left) expect(["c5", "c6", "c7", "c8", "c9"]).toContain(metadata.name);
  });
});

describe("with a webhook that holds the request", () => {
  let writers: Writers;
  let host: WebhookHost;

  beforeEach(async () => {
    writers = await startWriters(server, "four HTTP/2 connections");
    host = await startWebhookHost(server, namespace);
    return async () => {
      await host[Symbol.asyncDispose]();
      await writers[Symbol.asyncDispose]();
    };
  });

  function slow(...operations: readonly string[]): object {
    const rule = { operations, apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
    return host.webhook("slow", { rules: [rule] });
  }

  function operations(): readonly string[] {
    return host.callsOf("/slow").map(({ review }) => review.request.operation);
  }

  test.for(["merge", "strategic"] as const)("a %s patch does not find an object that is deleted meanwhile", async (type) => {
    await create(writers);
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow");

    const late = writers.send(patch(type, path, { data: { late: "x" } }));
    await held.arrived;
    const deleted = await writers.send(remove(path));
    held.release();

    expect(deleted.status).toBe(200);
    const { status, body } = await late;
    expect([status, body.message]).toEqual([404, 'configmaps "gone" not found']);
  });

  test("a PUT does not find an object that is deleted meanwhile, with and without a version", async () => {
    const { body } = await create(writers);
    const { resourceVersion } = body.metadata;
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow", 2);

    const late = writers.together([
      put(path, { metadata: { name: "gone" } }),
      put(path, { metadata: { name: "gone", resourceVersion } }),
    ]);
    await held.arrived;
    await writers.send(remove(path));
    held.release();

    expect(tally(await late)).toEqual({ 404: 2 });
  });

  test("a patch changes the object that has been created anew meanwhile", async () => {
    const first = await create(writers);
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow");

    const late = writers.send(patch("merge", path, { data: { late: "x" } }));
    await held.arrived;
    await writers.send(remove(path));
    const second = await create(writers);
    held.release();

    const { status, body } = await late;
    expect(status).toBe(200);
    expect(second.body.metadata.uid).not.toBe(first.body.metadata.uid);
    expect(body.metadata.uid).toBe(second.body.metadata.uid);
    expect(body.data).toEqual({ first: "x", late: "x" });
  });

  test("a patch with the uid or the version of the object that was there is refused", async () => {
    const { body: first } = await create(writers);
    const { uid, resourceVersion } = first.metadata;
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow", 3);

    const late = writers.together([
      patch("merge", path, { metadata: { uid }, data: { late: "x" } }),
      patch("merge", path, { metadata: { resourceVersion }, data: { late: "x" } }),
      put(path, { metadata: { name: "gone", uid } }),
    ]);
    await held.arrived;
    await writers.send(remove(path));
    const { body: second } = await create(writers);
    held.release();

    const [named, versioned, replaced] = await late;
    expect([named?.status, versioned?.status, replaced?.status]).toEqual([422, 409, 409]);
    expect(named?.body.message).toBe(
      `ConfigMap "gone" is invalid: metadata.uid: Invalid value: "${uid}": field is immutable`,
    );
    expect(versioned?.body.message).toBe(
      'Operation cannot be fulfilled on configmaps "gone": the object has been modified; please apply your changes to the latest version and try again',
    );
    expect(replaced?.body.message).toContain(
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${second.metadata.uid}`,
    );
  });

  test("a delete removes the object that others have changed meanwhile, and its webhook is asked again", async () => {
    await create(writers);
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path));
    await held.arrived;
    const patched = await writers.send(patch("merge", path, { data: { second: "x" } }));
    held.release();

    expect(patched.status).toBe(200);
    const { status } = await late;
    expect(status).toBe(200);
    expect((await writers.send({ path })).status).toBe(404);
    expect(host.callsOf("/slow").map(({ review }) => review.request.oldObject.data)).toEqual([
      { first: "x" },
      { first: "x", second: "x" },
    ]);
  });

  test("a delete removes the object that has been created anew meanwhile, unless it names the uid", async () => {
    const { body: first } = await create(writers);
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path, { preconditions: { uid: first.metadata.uid } }));
    await held.arrived;
    await writers.send(remove(path));
    const { body: second } = await create(writers);
    held.release();
    const named = await late;
    const again = hold(host, "/slow");
    const unnamed = writers.send(remove(path));
    await again.arrived;
    await writers.send(remove(path));
    const { body: third } = await create(writers);
    again.release();

    expect(named.status).toBe(409);
    expect(named.body.message).toContain(
      `Precondition failed: UID in precondition: ${first.metadata.uid}, UID in object meta: ${second.metadata.uid}`,
    );
    expect((await unnamed).status).toBe(200);
    expect(third.metadata.uid).not.toBe(second.metadata.uid);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a delete with the version as precondition is refused when others have changed the object meanwhile", async () => {
    const { body } = await create(writers);
    const { resourceVersion } = body.metadata;
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path, { preconditions: { resourceVersion } }));
    await held.arrived;
    const { body: patched } = await writers.send(patch("merge", path, { data: { second: "x" } }));
    held.release();

    const answer = await late;
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain(
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${patched.metadata.resourceVersion}`,
    );
  });

  test("a delete of an object with finalizers marks what others have made of it meanwhile", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path));
    await held.arrived;
    await writers.send(patch("strategic", path, { metadata: { finalizers: ["a.b/d"] }, data: { second: "x" } }));
    held.release();

    const { status, body } = await late;
    expect(status).toBe(200);
    expect(body.metadata.deletionTimestamp).toBeDefined();
    expect(body.metadata.finalizers).toEqual(["a.b/d", "a.b/c"]);
    expect(body.data).toEqual({ first: "x", second: "x" });
    expect(operations()).toEqual(["DELETE", "DELETE"]);
  });

  test("a delete removes the object when its finalizers have gone meanwhile", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path));
    await held.arrived;
    await writers.send(patch("merge", path, { metadata: { finalizers: null } }));
    held.release();

    expect((await late).status).toBe(200);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a finalizer that is added while a delete is held keeps the object, or goes with it", async () => {
    await create(writers);
    await using _ = await host.configure("validating", [slow("DELETE")]);
    const held = hold(host, "/slow");

    const late = writers.send(remove(path));
    await held.arrived;
    const added = await writers.send(patch("merge", path, { metadata: { finalizers: ["a.b/c"] } }));
    held.release();

    expect([added.status, (await late).status]).toEqual([200, 200]);
    // kube-apiserver reads the finalizers once, before it calls webhooks, and so removes the object here.
    const left = await writers.send({ path });
    expect([200, 404]).toContain(left.status);
    if (left.status === 200) expect(left.body.metadata.deletionTimestamp).toBeDefined();
  });

  test("a writer that removes a finalizer and is held removes the object that has been deleted meanwhile", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow");

    const late = writers.send(patch("merge", path, { metadata: { finalizers: null } }));
    await held.arrived;
    const deleted = await writers.send(remove(path));
    held.release();

    expect(deleted.body.metadata.deletionTimestamp).toBeDefined();
    const { status, body } = await late;
    expect(status).toBe(200);
    expect(body.metadata.deletionTimestamp).toBe(deleted.body.metadata.deletionTimestamp);
    expect((await writers.send({ path })).status).toBe(404);
  });

  test("a writer that adds a finalizer and is held is refused when the object has been deleted meanwhile", async () => {
    await create(writers, { finalizers: ["a.b/c"] });
    await using _ = await host.configure("mutating", [slow("UPDATE")]);
    const held = hold(host, "/slow");

    const late = writers.send(patch("merge", path, { metadata: { finalizers: ["a.b/c", "a.b/d"] } }));
    await held.arrived;
    await writers.send(remove(path));
    held.release();

    const { status, body } = await late;
    expect(status).toBe(422);
    expect(body.message).toBe(
      'ConfigMap "gone" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/d"}',
    );
  });
});
