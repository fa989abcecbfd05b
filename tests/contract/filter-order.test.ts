// The order of the filters: a request with several faults gets the error of the first filter that rejects it. Two other suites complete this one:
// server-metrics.test.ts counts a 404, so `withMetrics` is outside `withErrors`; disk-failure.test.ts has the neighbors of `withCurrentState`. No
// response shows that `withAuditInit` is outside `withMetrics`.
import { headerOf } from "@kubewright/transport";
import type { HeaderMap, Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openTokenTransports } from "../token-transport.ts";
import type { TokenTransports } from "../token-transport.ts";
import { createRawClient } from "./raw-client.ts";

let server: ServerUnderTest;
let transports: TokenTransports;
let anonymous: Transport;

beforeAll(async () => {
  server = await startServerUnderTest();
  transports = await openTokenTransports(server);
  anonymous = transports.of();
});

afterAll(async () => {
  await transports[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u;
const invalidTimeout = 'invalid timeout specified in the request URL - time: invalid duration "soon"';
const noImpersonation = 'User "system:anonymous" cannot impersonate';
const invalidToken = { authorization: "Bearer unknown" };
const jane = { "impersonate-user": "jane" };
const classified = "with a flow";
const unclassified = "without a flow";

/** The headers of flow control are in the response if the request has reached `withFlowControl`. */
function flowIn(headers: HeaderMap): string {
  return headerOf(headers, "x-kubernetes-pf-flowschema-uid") === undefined ? unclassified : classified;
}

interface OrderCase {
  readonly title: string;
  readonly request: TestRequest;
  /** The client. Default: the anonymous user. */
  readonly isAdmin?: true;
  /** Status, part of the message or body, and flow of the response. */
  readonly expected: readonly [status: number, part: string, flow: string];
}

const cases: readonly OrderCase[] = [
  {
    title: "the deadline precedes authentication",
    request: { path: "/none?timeout=soon", headers: { ...invalidToken, ...jane } },
    expected: [400, invalidTimeout, unclassified],
  },
  {
    title: "authentication precedes impersonation",
    request: { path: "/none", headers: { ...invalidToken, ...jane } },
    expected: [401, "Unauthorized", unclassified],
  },
  {
    title: "impersonation precedes flow control and authorization",
    request: { path: "/none", headers: jane },
    expected: [403, noImpersonation, unclassified],
  },
  {
    title: "flow control precedes authorization",
    request: { path: "/none" },
    expected: [403, 'forbidden: User "system:anonymous" cannot get path "/none"', classified],
  },
  {
    title: "authorization of the impersonated user precedes the endpoint",
    request: { path: "/none", headers: jane },
    isAdmin: true,
    expected: [403, 'forbidden: User "jane" cannot get path "/none"', classified],
  },
  {
    title: "authorization precedes the body",
    request: { method: "POST", path: "/api/v1/namespaces", body: "{" },
    expected: [403, 'User "system:anonymous" cannot create resource "namespaces"', classified],
  },
  {
    title: "a request that passes all filters reaches the endpoint",
    request: { path: "/api/v1/namespaces/absent" },
    isAdmin: true,
    expected: [404, 'namespaces "absent" not found', classified],
  },
  {
    title: "a body over 3 MiB reaches the endpoint",
    request: { method: "POST", path: "/api/v1/namespaces", body: " ".repeat(3 * 1024 * 1024 + 1) },
    isAdmin: true,
    expected: [413, "Request entity too large: limit is 3145728", classified],
  },
  {
    title: "a health check passes the deadline first",
    request: { path: "/livez?timeout=soon", headers: { ...invalidToken, ...jane } },
    expected: [400, invalidTimeout, unclassified],
  },
  {
    title: "a health check passes authentication",
    request: { path: "/livez", headers: { ...invalidToken, ...jane } },
    expected: [401, "Unauthorized", unclassified],
  },
  {
    title: "a health check passes impersonation",
    request: { path: "/livez", headers: jane },
    expected: [403, noImpersonation, unclassified],
  },
  {
    title: "a health check passes authorization",
    request: { method: "POST", path: "/livez" },
    expected: [403, 'forbidden: User "system:anonymous" cannot post path "/livez"', classified],
  },
  { title: "a health check passes all filters", request: { path: "/livez" }, expected: [200, "ok", classified] },
];

test.for(cases)("$title", async ({ request, isAdmin = false, expected: [code, part, flow] }) => {
  const { status, headers, body } = await sendRequest(isAdmin ? server.transport : anonymous, request);

  const message = typeof body === "string" ? body : (body as { readonly message: string }).message;
  expect([status, message, flowIn(headers)]).toEqual([code, expect.stringContaining(part), flow]);
  expect(headerOf(headers, "audit-id")).toMatch(uuid);
});

test("a 504 has an audit ID and no flow", async () => {
  await using client = await createRawClient(server);

  const { status, headers } = await client.sendRequest({
    protocol: "h2",
    method: "POST",
    path: "/api/v1/namespaces?timeout=500ms",
    headers: { "content-type": "application/json" },
    body: Buffer.from('{"metadata":{'),
    endsAfterAnswer: true,
  });

  expect([status, headers["x-kubernetes-pf-flowschema-uid"]]).toEqual([504, undefined]);
  expect(headers["audit-id"]).toMatch(uuid);
});
