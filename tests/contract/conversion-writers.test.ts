// Writers that wait for a conversion webhook while other clients write, and webhooks that fail in between.
import { beforeEach, expect, test } from "vitest";
import { eventsIn } from "../http.ts";
import { withoutDefaults } from "./conversion-answers.ts";
import { converted } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import { apply, patch, post, put, remove, tally } from "./writers.ts";

const crates = useCrates();

beforeEach(() => crates.begin());

/** The webhook holds its first conversion to this version until it is released. */
function hold(version: "v1" | "v2"): { readonly begun: Promise<void>; readonly release: () => void } {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  crates.host.answer(async (call) => {
    if (!isHeld && call.desiredAPIVersion.endsWith(`/${version}`)) {
      isHeld = true;
      begun.resolve();
      await released.promise;
    }
    return converted(call);
  });
  return { begun: begun.promise, release: () => released.resolve() };
}

/** The webhook converts to this version only. */
function failExceptTo(version: "v1" | "v2" | "none"): void {
  crates.host.answer((call) =>
    call.desiredAPIVersion.endsWith(`/${version}`)
      ? converted(call)
      : { response: { uid: call.uid, result: { status: "Failure", message: "down" } } },
  );
}

test("a patch that waits for the webhook keeps what another version has written meanwhile", async () => {
  const { at, crate, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  await send({ path: at("v1") });
  const { begun, release } = hold("v2");

  const waiting = send(patch("merge", at("v1", "/a"), { spec: { color: "red" } }));
  await begun;
  const other = await send(patch("merge", at("v2", "/a"), { spec: { size: 5 } }));
  release();
  const patched = await waiting;

  expect([other.status, patched.status, patched.body.spec]).toMatchObject([200, 200, { replicas: 5, color: "red" }]);
  expect((await send({ path: at("v2", "/a") })).body.spec).toMatchObject({ size: 5, color: "red" });
});

test("a PUT that waits for the webhook conflicts if another writer replaces its resourceVersion meanwhile", async () => {
  const { at, crate, send } = crates;
  const { body } = await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  await send({ path: at("v1") });
  const { begun, release } = hold("v2");
  const { resourceVersion } = body.metadata;

  const waiting = send(put(at("v1", "/a"), crate("v1", "a", { replicas: 2 }, { resourceVersion })));
  await begun;
  await send(patch("merge", at("v2", "/a"), { spec: { size: 5 } }));
  release();

  expect((await waiting).body).toMatchObject({ reason: "Conflict" });
  expect((await send({ path: at("v2", "/a") })).body.spec).toMatchObject({ size: 5 });
});

test("one of twenty creates of a name through both versions succeeds", async () => {
  const { at, crate } = crates;
  const creates = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? post(at("v1"), crate("v1", "a", { replicas: 1 })) : post(at("v2"), crate("v2", "a", { size: 1 })),
  );

  const responses = await crates.writers.together(creates);

  expect(tally(responses)).toEqual({ 201: 1, 409: 19 });
});

test("twenty patches through both versions lose nothing", async () => {
  const { at, crate, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  const patches = Array.from({ length: 20 }, (_, index) =>
    patch("merge", at(index % 2 === 0 ? "v1" : "v2", "/a"), { metadata: { annotations: { [`k${index}`]: "1" } } }),
  );

  const responses = await crates.writers.together(patches);

  expect(tally(responses)).toEqual({ 200: 20 });
  const { body } = await send({ path: at("v1", "/a") });
  expect(Object.keys(body.metadata.annotations ?? {})).toHaveLength(20);
});

test("concurrent appliers of both versions own their fields", async () => {
  const { at, crate, host, send } = crates;
  host.answer((call) => converted(call, withoutDefaults));
  await send(apply("base", at("v2", "/a"), crate("v2", "a", { size: 1 })));

  const responses = await crates.writers.together([
    apply("color", at("v1", "/a"), crate("v1", "a", { color: "red" })),
    apply("label", at("v2", "/a"), crate("v2", "a", {}, { labels: { a: "b" } })),
  ]);

  expect(tally(responses)).toEqual({ 200: 2 });
  const { body } = await send({ path: at("v2", "/a") });
  expect([body.spec, body.metadata.labels]).toEqual([{ size: 1, color: "red", grade: 5 }, { a: "b" }]);
  expect(body.metadata.managedFields?.map(({ manager }) => manager).toSorted()).toEqual(["base", "color", "label"]);
});

test("a create is stored although its response cannot be converted", async () => {
  const { at, crate, send } = crates;
  failExceptTo("v2");

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));

  const message = `conversion webhook for ${crates.group}/v2, Kind=Crate failed: down`;
  expect([created.status, created.body.message]).toEqual([500, message]);
  expect((await send({ path: at("v2", "/a") })).body.spec).toMatchObject({ size: 1 });
});

test("a create is not stored if the webhook cannot convert it", async () => {
  const { at, crate, send } = crates;
  failExceptTo("v1");

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));

  const message = `conversion webhook for ${crates.group}/v1, Kind=Crate failed: down`;
  expect([created.status, created.body.message]).toEqual([500, message]);
  expect((await send({ path: at("v2", "/a") })).status).toBe(404);
});

test("while the webhook fails, the stored version is read, written and deleted, and the other one fails", async () => {
  const { at, crate, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  failExceptTo("none");
  await send(post(at("v2"), crate("v2", "b", { size: 1 })));

  const failed = await crates.writers.together([
    { path: at("v1", "/a") },
    { path: at("v1", "/a/scale") },
    { path: at("v1") },
    { path: at("v1", "/a"), headers: { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" } },
    remove(at("v1", "/a")),
    remove(at("v1")),
  ]);
  const stored = [
    await send({ path: at("v2", "/a") }),
    await send({ path: at("v2") }),
    await send(patch("merge", at("v2", "/a"), { spec: { size: 2 } })),
    await send(remove(at("v2", "/a"))),
    await send(remove(at("v2"))),
  ];

  expect(tally(failed)).toEqual({ 500: 6 });
  const message = `conversion webhook for ${crates.group}/v2, Kind=Crate failed: down`;
  expect([...new Set(failed.map(({ body }) => body.message))]).toEqual([message]);
  expect(tally(stored)).toEqual({ 200: 5 });
});

test("a watch ends without an error at an event that cannot be converted, and a later one shows the object", async () => {
  const { at, crate, host, send } = crates;
  const { body } = await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  await send({ path: at("v1") });
  const { resourceVersion } = body.metadata;

  const watching = send({ path: at("v1", `?watch=1&resourceVersion=${resourceVersion}`), asText: true });
  failExceptTo("none");
  await send(post(at("v2"), crate("v2", "b", { size: 2 })));
  // A kube-apiserver tries to convert the event for 30 seconds.
  const events = eventsIn((await watching).body);
  host.reset();
  // A kube-apiserver lists the objects again after a moment.
  await expect.poll(async () => (await send({ path: at("v1") })).status).toBe(200);
  const later = await send({ path: at("v1", "?watch=1&timeoutSeconds=1"), asText: true });

  expect(events).toEqual([]);
  expect(eventsIn(later.body)).toMatchObject([
    { type: "ADDED", object: { metadata: { name: "a" }, spec: { replicas: 1 } } },
    { type: "ADDED", object: { metadata: { name: "b" }, spec: { replicas: 2 } } },
  ]);
});
