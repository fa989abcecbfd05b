// `?timeout=` of a request. A write whose timeout passes while a webhook holds it is not stored. The limit of 34 s, which a client cannot change, is tested with the virtual
// clock only (packages/apiserver/src/admission/webhooks/request-deadlines.test.ts).
import { isTransportError } from "@kubewright/transport";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { create } from "./bodies.ts";
import { createRawClient } from "./raw-client.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { createWriteCases, versionsOf, writeCaseRules } from "./write-cases.ts";
import { connect, hold, post, remove, startWriters } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

interface Status {
  readonly message: string;
}

let server: ServerUnderTest;
let namespace: string;
let core: string;
let writers: Writers;
let host: WebhookHost;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  core = `/api/v1/namespaces/${namespace}`;
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

const timeout =
  '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout"';

/** Sends a request with a timeout of half a second. */
async function sendInTime(request: TestRequest): Promise<WriteResponse> {
  const path = `${request.path}${request.path.includes("?") ? "&" : "?"}timeout=500ms`;
  for (;;) {
    try {
      return await writers.send({ ...request, path });
    } catch (error) {
      // The filter and the handler of a kube-apiserver end at the same time. If both respond, it resets the stream.
      if (!isTransportError(error)) throw error;
    }
  }
}

for (const kind of ["mutating", "validating"] as const) {
  test(`writes whose timeout passes while a ${kind} webhook holds them are not carried out`, async () => {
    const cases = await createWriteCases(server, writers, namespace);
    await using _ = await host.configure(kind, [host.webhook("slow", { rules: writeCaseRules, timeoutSeconds: 30 })]);
    const held = hold(host, "/slow", Number.POSITIVE_INFINITY);
    const before = await versionsOf(writers, cases);

    const responses = await Promise.all(cases.map(({ request }) => sendInTime(request)));
    held.release();
    // This write passes the webhook later than the expired writes would have.
    await create(writers, `${core}/configmaps`, { metadata: { name: "after" } });

    for (const { status, headers, body } of responses) {
      expect([status, headers["content-type"], headers["x-kubernetes-pf-flowschema-uid"], body]).toEqual([
        504,
        "text/plain; charset=utf-8",
        undefined,
        `${timeout},"reason":"Timeout","details":{},"code":504}\n`,
      ]);
    }
    expect(await versionsOf(writers, cases)).toEqual(before);
  });
}

test("a delete of a collection whose timeout passes while a webhook holds it deletes nothing", async () => {
  const path = await create(writers, `${core}/configmaps`, { metadata: { name: "kept" } });
  await using _ = await host.configure("validating", [host.webhook("slow", { timeoutSeconds: 30 })]);
  const held = hold(host, "/slow", Number.POSITIVE_INFINITY);

  const { status, body } = await sendInTime(remove(`${core}/configmaps`));
  held.release();
  await writers.send(post(`${core}/configmaps`, { metadata: { name: "after" } }));

  expect([status, body]).toEqual([504, expect.stringContaining(timeout)]);
  expect((await writers.send({ path })).status).toBe(200);
});

test.for([
  ["GET", "/api?timeout=soon", {}],
  ["GET", "/nowhere?timeout=soon", {}],
  ["GET", "/healthz?timeout=soon", {}],
  ["GET", "/api/v1/namespaces/default/configmaps/absent?watch=true&timeout=soon", {}],
  ["DELETE", "/api/v1/namespaces/default/configmaps/absent?watch=true&timeout=soon", {}],
  ["GET", "/api?timeout=soon", { authorization: "Bearer unknown" }],
] as const)("%s %s with %j is rejected for its timeout", async ([method, path, headers]) => {
  await using connections = new AsyncDisposableStack();
  const [transport = server.transport] = await connect(server, connections, 1);

  const response = await sendRequest(transport, { method, path, headers });

  expect([response.status, (response.body as Status).message]).toEqual([
    400,
    'invalid timeout specified in the request URL - time: invalid duration "soon"',
  ]);
  expect(response.headers["x-content-type-options"]).toBeUndefined();
});

test("the timeout of a watch and of a log is ignored", async () => {
  const events = await writers.send({ path: `${core}/configmaps?watch=true&timeoutSeconds=1&timeout=soon` });
  const log = await writers.send({ path: `${core}/pods/absent/log?timeout=soon` });

  expect([events.status, log.status, log.body.message]).toEqual([200, 404, 'pods "absent" not found']);
});

// Over HTTP/1.1 a kube-apiserver keeps the response until the rest of the body arrives.
test("a request whose body does not arrive in time ends with 504", async () => {
  await using client = await createRawClient(server);

  const { status, body } = await client.sendRequest({
    protocol: "h2",
    method: "POST",
    path: `${core}/configmaps?timeout=500ms`,
    headers: { "content-type": "application/json" },
    body: Buffer.from('{"metadata":{'),
    endsAfterAnswer: true,
  });

  expect([status, body.toString()]).toEqual([504, expect.stringContaining(timeout)]);
});
