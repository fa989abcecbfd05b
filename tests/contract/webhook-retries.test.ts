// A webhook that responds with Retry-After is called again, as client-go does for every request, within the timeout of the webhook.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { issueIdentity, startWebhookEndpoint } from "./webhook-endpoint.ts";
import type { EndpointResponse, Identity, WebhookEndpoint } from "./webhook-endpoint.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let identity: Identity;
let caBundle: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
  host = await startWebhookHost(server, namespace);
  const issued = await issueIdentity(server);
  identity = issued.identity;
  caBundle = Buffer.from(issued.authority).toString("base64");
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function busy(status: number, seconds: string): EndpointResponse {
  return { status, headers: { "retry-after": seconds, "content-type": "text/plain" }, body: "busy" };
}

/** An endpoint that returns these responses, then admits. */
function startBusy(...responses: readonly EndpointResponse[]): Promise<WebhookEndpoint> {
  const left = [...responses];
  return startWebhookEndpoint(identity, () => left.shift());
}

/** The message of a create that calls the webhook, or `created`. */
async function create(url: string, more: object = {}): Promise<string> {
  const objectSelector = { matchLabels: { called: "retries" } };
  const webhook = host.webhook("retries", { clientConfig: { url, caBundle }, objectSelector, ...more });
  await using _ = await host.configure("validating", [webhook]);
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  const metadata = { name: "x", labels: { called: "retries" } };
  const { status, body } = await host.send({ method: "POST", path, body: { metadata } });
  return status === 201 ? "created" : (body.message ?? "");
}

const failed = 'Internal error occurred: failed calling webhook "retries.hooks.test": failed to call webhook: ';

test.for([429, 500, 502, 503, 504])(
  "a webhook that responds with %i and Retry-After is called again",
  async (status) => {
    await using endpoint = await startBusy(busy(status, "0"), busy(status, "0"));

    expect(await create(`${endpoint.url}/x`)).toBe("created");

    const [first, second, third] = endpoint.requests;
    expect(endpoint.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array.from({ length: 3 }, () => "POST /x?timeout=10s"),
    );
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
  },
);

test("a webhook is called again after the number of seconds in Retry-After", async () => {
  await using endpoint = await startBusy(busy(503, "1"));
  const before = server.clock.now();

  expect(await create(endpoint.url)).toBe("created");

  expect(server.clock.now() - before).toBeGreaterThanOrEqual(990);
  expect(endpoint.requests).toHaveLength(2);
});

test.for<readonly [what: string, response: EndpointResponse, message: string]>([
  [
    "429 without Retry-After",
    { status: 429 },
    "the server has received too many requests and has asked us to try again later",
  ],
  [
    "503 with a date",
    busy(503, "Wed, 21 Oct 2015 07:28:00 GMT"),
    "the server is currently unable to handle the request",
  ],
  ["503 with a fraction", busy(503, "0.5"), "the server is currently unable to handle the request"],
  ["503 with nothing", busy(503, ""), "the server is currently unable to handle the request"],
  ["409 with Retry-After", busy(409, "0"), "the server reported a conflict"],
])("a webhook that responds with %s is not called again", async ([, response, message]) => {
  await using endpoint = await startBusy(response);

  expect(await create(endpoint.url)).toBe(`${failed}${message}`);
  expect(endpoint.requests).toHaveLength(1);
});

test.for(["-1", "+0", "00"])("Retry-After %j means at once", async (seconds) => {
  await using endpoint = await startBusy(busy(503, seconds));

  expect(await create(endpoint.url)).toBe("created");
  expect(endpoint.requests).toHaveLength(2);
});

test("a webhook is called at most 11 times", async () => {
  await using endpoint = await startBusy(...Array.from({ length: 20 }, () => busy(429, "0")));

  expect(await create(endpoint.url)).toBe(
    `${failed}the server has received too many requests and has asked us to try again later`,
  );
  expect(endpoint.requests).toHaveLength(11);
});

test("a retry follows redirects again", async () => {
  const redirect = { status: 307, headers: { location: "/next" } };
  await using endpoint = await startBusy(redirect, busy(503, "0"), redirect);

  expect(await create(`${endpoint.url}/first`)).toBe("created");

  expect(endpoint.requests.map(({ url }) => url)).toEqual([
    "/first?timeout=10s",
    "/next",
    "/first?timeout=10s",
    "/next",
  ]);
});

test("the wait ends with the timeout of the webhook", async () => {
  await using endpoint = await startBusy(busy(503, "30"));

  expect(await create(`${endpoint.url}/x`, { timeoutSeconds: 1 })).toBe(
    `${failed}Post "${endpoint.url}/x?timeout=1s": context deadline exceeded`,
  );
  expect(endpoint.requests).toHaveLength(1);
});
