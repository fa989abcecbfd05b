/** The pages `/statusz` and `/flagz`: https://kubernetes.io/docs/reference/instrumentation/zpages/ */
import { headerOf } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

function read(path: string, accept: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
  return sendRequest(server.transport, { path, headers: { accept, ...headers }, asText: true });
}

/** A page as an object. */
function objectType(kind: string, version = "v1beta1", mediaType = "application/json"): string {
  return `${mediaType};as=${kind};g=config.k8s.io;v=${version}`;
}

const warning =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

/** Values that differ between servers and runs, by their form. */
function mask(text: unknown): string {
  return String(text)
    .replace(/(Started).*? \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \w+ \d{4}\n/u, "$1 <time>\n")
    .replace(/(Up).*? \d+ hr \d\d min \d\d sec\n/u, "$1 <duration>\n")
    .replace(/(Go version)(?:: |:|=| ) \S+\n/u, "$1 <version>\n")
    .replace(/(Binary version|Emulation version|Paths)(?:: |:|=| ) /gu, "$1 ");
}

test.for(["", " ", "text/plain", "text/*", "*/*", "application/json, text/plain", "text/plain;x=1"])(
  "statusz is text with Accept: %j",
  async (accept) => {
    const { status, headers, body } = await read("/statusz", accept);

    expect([status, headerOf(headers, "content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(mask(body)).toBe(
      `\napiserver statusz\n${warning}\n\nStarted <time>\nUp <duration>\nGo version <version>\nBinary version 1.36.3\nEmulation version 1.36\nPaths /flagz /healthz /livez /metrics /readyz /statusz /version\n`,
    );
  },
);

test("flagz is text with a line for each flag, sorted, and the same in each response", async () => {
  const { status, headers, body } = await read("/flagz", "*/*");
  const again = await read("/flagz", "text/plain");

  expect([status, headerOf(headers, "content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const lines = (body as string).split("\n");
  expect(lines.slice(0, 3)).toEqual(["", "apiserver flagz", warning]);
  const names = lines.slice(3, -1).map((line) => /^[a-z0-9-]+(?=:|=| )/u.exec(line)?.[0] ?? "");
  expect(names).toContain("authorization-mode");
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)));
  expect(again.body).toBe(body);
});

test.for([
  objectType("Statusz"),
  objectType("Statusz", "v1beta1", "*/*"),
  `text/plain;q=0.1, ${objectType("Statusz")}`,
])("statusz is an object in JSON with Accept: %s", async (accept) => {
  const { status, headers, body } = await read("/statusz", accept);

  expect([status, headerOf(headers, "content-type")]).toEqual([
    200,
    "application/json;g=config.k8s.io;v=v1beta1;as=Statusz",
  ]);
  expect(headerOf(headers, "warning")).toBeUndefined();
  expect(JSON.parse(body as string)).toEqual({
    kind: "Statusz",
    apiVersion: "config.k8s.io/v1beta1",
    metadata: { name: "apiserver" },
    startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u) as string,
    uptimeSeconds: expect.any(Number) as number,
    goVersion: expect.any(String) as string,
    binaryVersion: "1.36.3",
    emulationVersion: "1.36",
    paths: ["/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz", "/version"],
  });
});

test("statusz in YAML is sorted by key, and quotes strings that look like numbers or times", async () => {
  const { headers, body } = await read("/statusz", objectType("Statusz", "v1beta1", "application/yaml"));

  expect(headerOf(headers, "content-type")).toBe("application/yaml;g=config.k8s.io;v=v1beta1;as=Statusz");
  expect((body as string).replace(/goVersion: .*|"\d{4}-.*Z"|\d+\n$/gu, "<value>")).toBe(
    'apiVersion: config.k8s.io/v1beta1\nbinaryVersion: 1.36.3\nemulationVersion: "1.36"\n<value>\nkind: Statusz\nmetadata:\n  name: apiserver\npaths:\n- /flagz\n- /healthz\n- /livez\n- /metrics\n- /readyz\n- /statusz\n- /version\nstartTime: <value>\nuptimeSeconds: <value>',
  );
});

test("flagz is an object whose flags are strings", async () => {
  const { status, headers, body } = await read("/flagz", objectType("Flagz"));

  expect([status, headerOf(headers, "content-type")]).toEqual([
    200,
    "application/json;g=config.k8s.io;v=v1beta1;as=Flagz",
  ]);
  expect(JSON.parse(body as string)).toEqual({
    kind: "Flagz",
    apiVersion: "config.k8s.io/v1beta1",
    metadata: { name: "apiserver" },
    flags: expect.objectContaining({
      "authorization-mode": "[RBAC]",
      "max-mutating-requests-inflight": "200",
      "max-requests-inflight": "400",
      "service-cluster-ip-range": "10.0.0.0/24",
    }) as object,
  });
});

test.for(["Statusz", "Flagz"])("the version v1alpha1 of %s comes with a warning", async (kind) => {
  const page = kind.toLowerCase();
  const { status, headers, body } = await read(`/${page}`, objectType(kind, "v1alpha1"));

  expect([status, (JSON.parse(body as string) as { readonly apiVersion: string }).apiVersion]).toEqual([
    200,
    "config.k8s.io/v1alpha1",
  ]);
  expect(headerOf(headers, "warning")).toBe(
    `299 - "This version of the ${page} endpoint is deprecated. Please use a newer version."`,
  );
});

test.for([
  "application/json",
  "application/*",
  "text/html",
  "application/vnd.kubernetes.protobuf",
  objectType("Statusz", "v1beta1", "text/plain"),
  objectType("Statusz", "v1beta1", "application/cbor"),
  objectType("Statusz", "v1"),
  objectType("Flagz"),
  "application/json;as=Statusz",
  `${objectType("Statusz")};sv=v1`,
  "text/plain;stream=watch",
])("statusz is answered with 406 and a Status with Accept: %s", async (accept) => {
  const { status, headers, body } = await read("/statusz", accept);

  expect([status, headerOf(headers, "content-type"), headerOf(headers, "x-content-type-options")]).toEqual([
    406,
    "application/json",
    undefined,
  ]);
  expect(JSON.parse(body as string)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "only the following media types are accepted: application/json, application/yaml, text/plain",
    reason: "NotAcceptable",
    code: 406,
  });
});

test("a 406 for a client that accepts YAML is in YAML, also behind protobuf", async () => {
  const { status, headers } = await read("/flagz", "application/vnd.kubernetes.protobuf, application/yaml");

  expect([status, headerOf(headers, "content-type")]).toEqual([406, "application/yaml"]);
});

test.for(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])("%s gets the page", async (method) => {
  const { status, headers } = await sendRequest(server.transport, {
    method,
    path: "/statusz",
    headers: { accept: "*/*" },
  });

  expect([status, headerOf(headers, "content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
});

test.for(["/statusz/", "/statusz/x", "/flagz/", "/flagz/x", "//statusz"])("%s is answered with 404", async (path) => {
  const { status, body } = await read(path, "*/*");

  expect([status, body]).toEqual([404, "404 page not found\n"]);
});

test("the list of all paths contains both pages", async () => {
  const { body } = await sendRequest(server.transport, { path: "/" });

  expect((body as { readonly paths: readonly string[] }).paths).toEqual(expect.arrayContaining(["/flagz", "/statusz"]));
});

/** The administrator with the rights of a user in this group. */
function actingAs(group: string): Transport {
  return {
    ...server.transport,
    request: (asked) =>
      server.transport.request({
        ...asked,
        headers: { ...asked.headers, "impersonate-user": "someone", "impersonate-group": [group] },
      }),
  };
}

test.for<readonly [string, string, number]>([
  ["system:monitoring", "GET", 200],
  ["system:monitoring", "POST", 403],
  ["system:authenticated", "GET", 403],
])("a user in %s may %s the pages: %i", async ([group, method, expected]) => {
  const transport = actingAs(group);
  const headers = { accept: "*/*" };

  const answers = await Promise.all(
    ["/statusz", "/flagz"].map((path) => sendRequest(transport, { method, path, headers })),
  );

  expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
});

test.for(["/statusz", "/api"])("%s as an object is indented for people", async (path) => {
  const accept =
    path === "/api" ? "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" : objectType("Statusz");

  const { body } = await read(`${path}?pretty=true`, accept);

  expect(body).toMatch(/^\{\n {2}"kind": /u);
});

test.for<readonly [string, string, number, string]>([
  ["GET", "*/*", 200, 'resource="statusz",group="",version="",verb="GET"'],
  ["HEAD", "*/*", 200, 'resource="statusz",group="",version="",verb="GET"'],
  ["POST", "*/*", 200, 'resource="statusz",group="",version="",verb="POST"'],
  ["OPTIONS", "*/*", 200, 'resource="statusz",group="",version="",verb="other"'],
  ["GET", "text/html", 406, 'resource="statusz",group="",version="",verb="GET"'],
  ["GET", objectType("Statusz"), 200, 'resource="statusz",group="config.k8s.io",version="v1beta1",verb="GET"'],
])("%s of statusz with Accept: %s is counted with code %i and %s", async ([method, accept, code, labels]) => {
  const all = [
    ...labels.split(","),
    `code="${code}"`,
    'component="apiserver"',
    'dry_run=""',
    'scope=""',
    'subresource=""',
  ];
  const before = await count(all);

  await sendRequest(server.transport, { method, path: "/statusz", headers: { accept } });

  expect(await count(all)).toBe(before + 1);
});

/** The counter of requests with these labels; 0 if no sample has them. */
async function count(labels: readonly string[]): Promise<number> {
  const { body } = await sendRequest(server.transport, { path: "/metrics" });
  const wanted = labels.toSorted().join();
  for (const line of (body as string).split("\n")) {
    const [, text = "", value] = /^apiserver_request_total\{(.*)\} (\S+)$/u.exec(line) ?? [];
    if ((text.match(/\w+="[^"]*"/gu) ?? []).sort().join() === wanted) return Number(value);
  }
  return 0;
}
