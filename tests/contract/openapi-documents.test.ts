// How OpenAPI documents are served: in JSON and in protobuf, with and without compression.
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { configFromKubeconfig, createTransportFor } from "@kubewright/client";
import { headerOf, headerValuesOf, readBody } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
/** Over a socket, because connections compress. */
let transport: Transport;

beforeAll(async () => {
  server = await startServerUnderTest();
  const path = inject("kubeconfig");
  const kubeconfig = path === undefined ? await server.kubeconfig() : await readFile(path, "utf8");
  transport = createTransportFor(await configFromKubeconfig(kubeconfig));
});

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

interface Fetched {
  readonly status: number;
  readonly header: (name: string) => string;
  readonly body: Buffer;
}

async function fetched(path: string, headers: Readonly<Record<string, string>>): Promise<Fetched> {
  const response = await transport.request({ method: "GET", path, headers });
  return {
    status: response.status,
    header: (name) => headerOf(response.headers, name) ?? "",
    body: Buffer.from(await readBody(response)),
  };
}

const v3 = "/openapi/v3/apis/apps/v1";

test.for<readonly [path: string, accept: string, contentType: string]>([
  ["/openapi/v2", "", "application/json"],
  ["/openapi/v2", "*/*", "application/json"],
  ["/openapi/v2", "application/*", "application/json"],
  ["/openapi/v2", "*/json", "application/json"],
  [
    "/openapi/v2",
    "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
  ],
  [
    "/openapi/v2",
    "application/json;q=0.5, application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
  ],
  ["/openapi/v2", "application/com.github.proto-openapi.spec.v3@v1.0+protobuf, */*;q=0.1", "application/json"],
  [v3, "", "application/json"],
  [
    v3,
    "application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
  ],
  [
    v3,
    "application/com.github.proto-openapi.spec.v3.v1.0+protobuf, application/json",
    "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
  ],
])("%s is served to a client that accepts %j as %s", async ([path, accept, contentType]) => {
  const { status, header, body } = await fetched(path, { accept });

  expect([status, header("content-type")]).toEqual([200, contentType]);
  // JSON begins with an object; the protobuf messages begin with field 1, the version.
  const start = { "/openapi/v2": "\n\u00032.0", [v3]: "\n\u00053.0.0" }[path] ?? "";
  expect(body.toString().startsWith(contentType === "application/json" ? "{" : start)).toBe(true);
});

test.for([
  ["/openapi/v2", "text/html"],
  ["/openapi/v2", "application/com.github.proto-openapi.spec.v3@v1.0+protobuf"],
  [v3, "application/yaml"],
  [v3, "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"],
] as const)("%s cannot be served to a client that accepts only %s", async ([path, accept]) => {
  const { status, body } = await fetched(path, { accept });

  expect([status, body.toString()]).toEqual([406, ""]);
});

test.for(["/openapi/v2", v3])("both forms of %s have one ETag, and the response varies by Accept", async (path) => {
  const version = path === v3 ? "v3" : "v2";
  const protobuf = { accept: `application/com.github.proto-openapi.spec.${version}@v1.0+protobuf` };
  const json = await transport.request({ method: "GET", path, headers: { accept: "application/json" } });
  await readBody(json);
  const etag = headerOf(json.headers, "etag") ?? "";

  const unchanged = await fetched(path, { ...protobuf, "if-none-match": etag });

  expect(etag).toMatch(/^"[0-9A-F]{128}"$/u);
  expect(unchanged.status).toBe(304);
  expect((await fetched(path, protobuf)).header("etag")).toBe(etag);
  expect(headerValuesOf(json.headers, "vary").join()).toContain("Accept");
});

test("a redirect to the right hash has the content type of the accepted form", async () => {
  const accept = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";
  const { status, header } = await fetched(`${v3}?hash=0`, { accept });
  const target = await fetched(header("location"), { accept });

  expect([status, header("content-type")]).toEqual([301, "application/com.github.proto-openapi.spec.v3.v1.0+protobuf"]);
  expect([target.status, target.header("cache-control")]).toEqual([200, "public, immutable"]);
});

test("the document of v2 is compressed for a client that accepts gzip, in both forms", async () => {
  for (const accept of ["application/json", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"]) {
    const plain = await fetched("/openapi/v2", { accept });
    const compressed = await fetched("/openapi/v2", { accept, "accept-encoding": "gzip" });

    expect(plain.header("content-encoding")).toBe("");
    expect(compressed.header("content-encoding")).toBe("gzip");
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
  }
});

test("documents of v3 are not compressed", async () => {
  const { header, body } = await fetched("/openapi/v3/api/v1", { accept: "", "accept-encoding": "gzip" });

  expect(header("content-encoding")).toBe("");
  expect(body.length).toBeGreaterThan(128 * 1024);
});

test.for(["/openapi/v2", v3])("%s is not indented for people", async (path) => {
  const { body } = await fetched(`${path}?pretty=true`, { accept: "application/json", "user-agent": "curl/8.0" });

  expect(body.toString()).not.toContain("\n");
});
