// Which URLs the API server requests for a webhook: cleaned paths, and redirects as Go's net/http follows them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { admission, issueIdentity, startWebhookEndpoint } from "./webhook-endpoint.ts";
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

test.for<readonly [configured: string, requested: string]>([
  ["", "/"],
  ["/", "/"],
  ["//ok", "/ok"],
  ["/ok/", "/ok"],
  ["/a%2Fb", "/a/b"],
  ["/a/./b/../c", "/a/c"],
  ["/a/%2e%2e/c", "/c"],
  ["/a%20b", "/a%20b"],
  ["/a b", "/a%20b"],
  ["/ü", "/%C3%BC"],
  ["/a%252Fb", "/a%252Fb"],
  ["/a!(b)*'c;d=e,f", "/a%21%28b%29%2A%27c;d=e,f"],
])("the configured path %j is requested as %j", async ([configured, requested]) => {
  await using endpoint = await startWebhookEndpoint(identity);

  expect(await messageOfCreate(`${endpoint.url}${configured}`)).toBe("created");

  expect(endpoint.requests.map(({ url }) => url)).toEqual([`${requested}?timeout=10s`]);
});

test("messages show the URL with the host and the port as configured, and with the cleaned path", async () => {
  const clientConfig = { url: "https://LOCALHOST:1//x/", caBundle };

  expect(await messageWith(clientConfig)).toContain('Post "https://LOCALHOST:1/x?timeout=10s": dial tcp');
});

test("the path of a service is cleaned, too", async () => {
  const clientConfig = { service: { namespace, name: "absent", path: "/a/b/" } };

  expect(await messageWith(clientConfig)).toContain(
    `Post "https://absent.${namespace}.svc:443/a/b?timeout=10s": service "absent" not found`,
  );
});

test.for([307, 308])("a redirect with status %i repeats the POST with its body", async (status) => {
  await using endpoint = await startRedirecting(redirect(status, "/next"));

  expect(await messageOfCreate(`${endpoint.url}/first`)).toBe("created");

  const [first, next] = endpoint.requests;
  expect(endpoint.requests).toHaveLength(2);
  expect([next?.method, next?.url]).toEqual(["POST", "/next"]);
  expect(next?.body).toBe(first?.body);
  expect(next?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "kube-apiserver-admission",
    accept: "application/json, */*",
    referer: `${endpoint.url}/first?timeout=10s`,
  });
});

test.for([301, 302, 303])("a redirect with status %i becomes a GET without a body", async (status) => {
  await using endpoint = await startRedirecting(redirect(status, "/next"));

  expect(await messageOfCreate(`${endpoint.url}/first`)).toBe("created");

  const [, next] = endpoint.requests;
  expect([next?.method, next?.url, next?.body]).toEqual(["GET", "/next", ""]);
  expect(next?.headers).not.toHaveProperty("content-type");
  expect(next?.headers).toMatchObject({ "user-agent": "kube-apiserver-admission", accept: "application/json, */*" });
});

test("a GET remains a GET without a body after another redirect", async () => {
  await using endpoint = await startRedirecting(redirect(302, "/second"), redirect(307, "/third"));

  expect(await messageOfCreate(`${endpoint.url}/first`)).toBe("created");

  expect(endpoint.requests.map(({ method, url, body }) => [method, url, body === ""])).toEqual([
    ["POST", "/first?timeout=10s", false],
    ["GET", "/second", true],
    ["GET", "/third", true],
  ]);
  expect(endpoint.requests[2]?.headers.referer).toBe(`${endpoint.url}/second`);
});

test.for<readonly [location: string, requested: string]>([
  ["next", "/a/next"],
  ["./next", "/a/next"],
  ["../next?x=1", "/next?x=1"],
  ["?x=1", "/a/first?x=1"],
  ["#part", "/a/first?timeout=10s"],
  ["//HOST/b/../c", "/c"],
  ["https://HOST", "/"],
  ["/a%2Fb/", "/a%2Fb/"],
  ["/a b", "/a%20b"],
])("the location %j is requested as %j", async ([location, requested]) => {
  await using endpoint = await startRedirecting(redirect(307, location));

  expect(await messageOfCreate(`${endpoint.url}/a/first`)).toBe("created");

  expect(endpoint.requests.map(({ url }) => url)).toEqual(["/a/first?timeout=10s", requested]);
});

test("a redirect to another server of the same authority is followed with the body", async () => {
  await using other = await startWebhookEndpoint(identity);
  await using endpoint = await startRedirecting(redirect(307, `${other.url}/x`));

  expect(await messageOfCreate(endpoint.url)).toBe("created");

  expect(other.requests.map(({ method, url }) => [method, url])).toEqual([["POST", "/x"]]);
  expect(other.requests[0]?.body).toBe(endpoint.requests[0]?.body);
});

test("a redirect to a server of another authority fails", async () => {
  const { identity: foreign } = await issueIdentity(server);
  await using other = await startWebhookEndpoint(foreign);
  await using endpoint = await startRedirecting(redirect(307, `${other.url}/x`));

  expect(await messageOfCreate(endpoint.url)).toContain(
    `Post "${other.url}/x": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
  );
  expect(other.requests).toEqual([]);
});

test("a redirect to http is followed without a referer", async () => {
  await using other = await startWebhookEndpoint();
  await using endpoint = await startRedirecting(redirect(307, `${other.url}/x`));

  expect(await messageOfCreate(endpoint.url)).toBe("created");

  expect(other.requests.map(({ method, url }) => [method, url])).toEqual([["POST", "/x"]]);
  expect(other.requests[0]?.headers).not.toHaveProperty("referer");
});

test("credentials in a location are sent there, and messages do not show the password", async () => {
  await using other = await startWebhookEndpoint(undefined, () => redirect(307, "ftp://a:b@c/"));
  const location = `${other.url.replace("//", "//user:secret@")}/x`;
  await using endpoint = await startRedirecting(redirect(307, location));

  expect(await messageOfCreate(endpoint.url)).toContain('Post "ftp://a:***@c/": unsupported protocol scheme "ftp"');

  expect(other.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("user:secret").toString("base64")}`);
});

const failed = 'Internal error occurred: failed calling webhook "urls.hooks.test": failed to call webhook: ';

test.for<readonly [title: string, response: EndpointResponse, message: string]>([
  [
    "without a location",
    { status: 307 },
    "the server responded with the status code 307 but did not return more information",
  ],
  [
    "with a status that is not followed",
    redirect(300, "/next"),
    "the server responded with the status code 300 but did not return more information",
  ],
  [
    "to an address where nothing listens",
    redirect(307, "https://127.0.0.1:1/x"),
    'Post "https://127.0.0.1:1/x": dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  [
    "to an address where nothing listens, without a path",
    redirect(302, "https://127.0.0.1:1"),
    'Post "https://127.0.0.1:1": dial tcp 127.0.0.1:1: connect: connection refused',
  ],
  [
    "with a scheme other than https and http",
    redirect(307, "ftp://127.0.0.1/x"),
    'Post "ftp://127.0.0.1/x": unsupported protocol scheme "ftp"',
  ],
])("a redirect %s fails the call", async ([, response, message]) => {
  await using endpoint = await startRedirecting(response);

  expect(await messageOfCreate(endpoint.url)).toBe(`${failed}${message}`);
  expect(endpoint.requests).toHaveLength(1);
});

test.for<readonly [location: string, problem: string]>([
  ["/%zz", 'invalid URL escape "%zz"'],
  ["http://a:b/", 'invalid port ":b" after host'],
  [":x", "missing protocol scheme"],
])("a redirect to %j fails the call, because it is no URL", async ([location, problem]) => {
  await using endpoint = await startRedirecting(redirect(307, location));

  expect(await messageOfCreate(`${endpoint.url}/x`)).toBe(
    `${failed}Post "${endpoint.url}/x?timeout=10s": failed to parse Location header "${location}": parse "${location}": ${problem}`,
  );
});

test("the tenth redirect fails the call", async () => {
  await using endpoint = await startWebhookEndpoint(identity, () => redirect(307, "/again"));

  expect(await messageOfCreate(`${endpoint.url}/x`)).toBe(`${failed}Post "/again": stopped after 10 redirects`);
  expect(endpoint.requests).toHaveLength(10);
});

/** An endpoint that redirects its first requests, and admits the object of the first one in later responses. HOST is replaced with its host. */
function startRedirecting(...redirects: readonly EndpointResponse[]): Promise<WebhookEndpoint> {
  const left = [...redirects];
  let uid = "";
  return startWebhookEndpoint(identity, ({ body, headers }) => {
    uid ||= (JSON.parse(body) as { readonly request: { readonly uid: string } }).request.uid;
    const redirect = left.shift();
    if (redirect?.headers?.["location"] === undefined) return redirect ?? admission(uid);
    const location = redirect.headers["location"].replace("HOST", headers.host ?? "");
    return { ...redirect, headers: { ...redirect.headers, location } };
  });
}

function redirect(status: number, location: string): EndpointResponse {
  return { status, headers: { location } };
}

/** Creates an object about which the webhook at this URL is called; returns `created`, or the message of the error. */
function messageOfCreate(url: string): Promise<string> {
  return messageWith({ url, caBundle });
}

async function messageWith(clientConfig: object): Promise<string> {
  const objectSelector = { matchLabels: { called: "urls" } };
  await using _ = await host.configure("validating", [host.webhook("urls", { clientConfig, objectSelector })]);
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  const metadata = { name: "x", labels: { called: "urls" } };
  const { status, body } = await host.send({ method: "POST", path, body: { metadata } });
  return status === 201 ? "created" : (body.message ?? "");
}
