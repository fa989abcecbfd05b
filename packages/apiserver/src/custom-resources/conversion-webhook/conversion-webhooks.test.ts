// Slow and hostile conversion webhooks: their cost is bounded, and no other request waits for them. tests/contract/conversion*.test.ts compares the
// responses with those of a kube-apiserver.
import { bodyOf } from "@kubewright/transport";
import { expect, test } from "vitest";
import {
  httpResponse,
  at,
  converted,
  crate,
  definitions,
  responseWith,
  startCrateServer,
} from "./testdata/crate-server.ts";
import type { Body, Responder } from "./testdata/crate-server.ts";

const never = (): Promise<never> => new Promise(() => undefined);
const failed = "conversion webhook for x.io/v2, Kind=Crate failed";

test("a webhook that does not respond fails a read after thirty seconds, and delays no request of the stored version", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  server.respond(never);

  const reading = server.send("GET", at("v1", "/a"));
  const stored = await server.send("GET", at("v2", "/a"));
  const read = await server.clock.runUntilSettled(reading);

  expect(stored.status).toBe(200);
  expect([read.status, read.json.message]).toEqual([
    500,
    `${failed}: Post "https://hooks.test/convert?timeout=30s": context deadline exceeded`,
  ]);
  expect(server.clock.now()).toBe(30_000);
});

test("a request ends at its deadline, and a later response of the webhook changes nothing", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  const late = Promise.withResolvers<void>();
  server.respond(async (review) => {
    await late.promise;
    return converted(review);
  });

  const changed = { ...crate("a"), apiVersion: "x.io/v1", spec: { size: 2 } };
  const writing = server.send("PUT", `${at("v1", "/a")}?timeout=5s`, changed);
  const write = await server.clock.runUntilSettled(writing);
  late.resolve();
  await server.clock.advance(1000);

  expect([write.status, write.json.reason, server.clock.now()]).toEqual([504, "Timeout", 6000]);
  expect((await server.send("GET", at("v2", "/a"))).json.spec).toEqual({ size: 1 });
});

test("a list converts sixteen objects at a time, and begins none after a failure", async () => {
  await using server = await startCrateServer();
  for (let index = 0; index < 100; index++) await server.send("POST", at("v2"), crate(`a${index}`));
  server.respond(never);

  const list = await server.clock.runUntilSettled(server.send("GET", at("v1")));

  expect(list.status).toBe(500);
  expect(server.requests).toHaveLength(16);
});

test("a list begins no conversion after its deadline", async () => {
  await using server = await startCrateServer();
  for (let index = 0; index < 100; index++) await server.send("POST", at("v2"), crate(`a${index}`));
  server.respond(async (review) => {
    await server.clock.sleep(3000);
    return converted(review);
  });

  const list = await server.clock.runUntilSettled(server.send("GET", `${at("v1")}?timeout=5s`));
  await server.clock.advance(60_000);

  expect(list.status).toBe(504);
  expect(server.requests).toHaveLength(32);
});

test("a failure is not cached, and lists share the conversions that have succeeded", async () => {
  await using server = await startCrateServer();
  for (const name of ["a", "b"]) await server.send("POST", at("v2"), crate(name));
  server.respond((review) =>
    review.request.objects[0]?.metadata.name === "b" ? httpResponse(bodyOf("busy"), 500) : converted(review),
  );

  const first = await server.send("GET", at("v1"));
  server.respond(converted);
  const second = await server.send("GET", at("v1"));
  const third = await server.send("GET", at("v1"));

  expect([first.status, second.status, third.status]).toEqual([500, 200, 200]);
  expect(server.requests).toHaveLength(3);
});

test("the body of a response is not read beyond a limit", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  let chunks = 0;
  server.respond(() => httpResponse(endless(() => chunks++)));

  const read = await server.send("GET", at("v1", "/a"));

  expect(read.status).toBe(500);
  expect(read.json.message).toMatch(
    /^conversion webhook for x\.io\/v2, Kind=Crate failed: Post "https:\/\/hooks\.test\/convert\?timeout=30s": /,
  );
  expect(chunks).toBeLessThan(20);
});

function endless(onChunk: () => void): Body {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20);
  const body = bodyOf("");
  return Object.assign(Object.create(Object.getPrototypeOf(body) as object) as Body, body, {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        onChunk();
        yield chunk;
      }
    },
  });
}

test("a webhook redirects ten times at most, and never to another scheme than HTTP", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  const to =
    (location: string): Responder =>
    () =>
      httpResponse(bodyOf(""), 307, { location });

  server.respond(to("https://hooks.test/again"));
  const loop = await server.send("GET", at("v1", "/a"));
  const requests = server.requests.length;
  server.respond(to("file:///etc/passwd"));
  const file = await server.send("GET", at("v1", "/a"));

  expect(loop.json.message).toBe(`${failed}: Post "https://hooks.test/again": stopped after 10 redirects`);
  expect(requests).toBe(10);
  expect(file.json.message).toBe(`${failed}: Post "file:///etc/passwd": unsupported protocol scheme "file"`);
});

test("a response that is nested too deeply fails", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  server.respond(() => httpResponse(bodyOf(`{"a":${"[".repeat(200_000)}`)));

  const read = await server.send("GET", at("v1", "/a"));

  expect([
    read.status,
    read.json.message?.startsWith(`${failed}: couldn't get version/kind; json parse error:`),
  ]).toEqual([500, true]);
});

test("keys such as __proto__ are data", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  server.respond(({ request: { uid, desiredAPIVersion, objects } }) => {
    const [object] = objects;
    const labels = JSON.parse('{"__proto__":"a","constructor":"b"}') as unknown;
    const spec = JSON.parse('{"__proto__":{"polluted":true}}') as unknown;
    return responseWith(uid, [
      { ...object, apiVersion: desiredAPIVersion, metadata: { ...object?.metadata, labels }, spec },
    ]);
  });

  const read = await server.send("GET", at("v1", "/a"));

  expect(read.status).toBe(500); // "__proto__" is not a label.
  expect(read.json.message).toContain('Invalid value: "__proto__"');
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("a change of the definition during a conversion leaves the request with the old webhook, and the next one uses the new webhook", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  const held = Promise.withResolvers<void>();
  server.respond(async (review) => {
    await held.promise;
    return converted(review);
  });

  const reading = server.send("GET", at("v1", "/a"));
  await server.clock.advance(0);
  const { json } = await server.send("GET", `${definitions}/crates.x.io`);
  const changed = JSON.parse(JSON.stringify(json).replace("hooks.test", "other.test")) as unknown;
  await server.send("PUT", `${definitions}/crates.x.io`, changed);
  held.resolve();
  const read = await reading;
  const next = await server.send("GET", at("v1", "/a"));

  expect([read.status, next.status]).toEqual([200, 200]);
  expect(server.requests).toEqual(["POST hooks.test/convert?timeout=30s", "POST other.test/convert?timeout=30s"]);
});

test("a definition is deleted with its objects while its webhook does not respond", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  server.respond(never);

  const deleted = await server.send("DELETE", `${definitions}/crates.x.io`);

  expect([deleted.status, (await server.send("GET", `${definitions}/crates.x.io`)).status]).toEqual([200, 404]);
  expect(server.requests).toEqual([]);
});

test("the metrics count calls by result, and measure them by definition and versions", async () => {
  await using server = await startCrateServer();
  await server.send("POST", at("v2"), crate("a"));
  await server.send("GET", at("v1", "/a"));
  server.respond(({ request: { uid } }) => responseWith(uid, []));
  await server.send("GET", at("v1", "/a"));
  server.respond(() => httpResponse(bodyOf("busy"), 500));
  await server.send("GET", at("v1", "/a"));

  const { text } = await server.send("GET", "/metrics");

  for (const line of [
    'apiserver_conversion_webhook_request_total{failure_type="",result="success"} 1',
    'apiserver_conversion_webhook_request_total{failure_type="conversion_webhook_partial_response_failure",result="failure"} 1',
    'apiserver_conversion_webhook_request_total{failure_type="conversion_webhook_call_failure",result="failure"} 1',
    'apiserver_conversion_webhook_duration_seconds_count{failure_type="",result="success"} 1',
    'apiserver_crd_conversion_webhook_duration_seconds_count{crd_name="crates.x.io",from_version="v2",succeeded="true",to_version="v1"} 1',
    'apiserver_crd_conversion_webhook_duration_seconds_count{crd_name="crates.x.io",from_version="v2",succeeded="false",to_version="v1"} 2',
  ])
    expect(text.split("\n")).toContain(line);
});
