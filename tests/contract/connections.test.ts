// What a client meets below the requests: two protocols, lengths, compression; and the list of all paths.
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openDoor } from "./door.ts";
import type { Door } from "./door.ts";

let server: ServerUnderTest;
let door: Door;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  door = await openDoor(server);
  configMaps = `/api/v1/namespaces/${await server.createNamespace()}/configmaps`;
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const protocols = ["http/1.1", "h2"] as const;
const takesGzip = { "accept-encoding": "gzip" };

async function store(name: string, length: number): Promise<string> {
  const body = { metadata: { name }, data: { text: "x".repeat(length) } };
  const { status } = await ask(server.transport, { method: "POST", path: configMaps, body });
  if (status !== 201) throw new Error(`the ConfigMap was not stored: ${status}`);
  return `${configMaps}/${name}`;
}

test("clients choose their protocol while TLS is set up, and both give the same answer", async () => {
  const path = await store("either", 10);

  const [first, second] = await Promise.all(protocols.map((protocol) => door.ask({ protocol, path })));

  expect([first?.protocol, second?.protocol]).toEqual(protocols);
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect(first?.body.toString()).toBe(second?.body.toString());
  expect(first?.headers["content-type"]).toBe(second?.headers["content-type"]);
});

test.for(protocols)("a short answer over %s says its length and is never compressed", async (protocol) => {
  const path = await store(`short-${protocol === "h2" ? 2 : 1}`, 100_000);

  const { headers, body } = await door.ask({ protocol, path: "/version", headers: takesGzip });
  const middling = await door.ask({ protocol, path, headers: takesGzip });

  expect(headers["content-length"]).toBe(String(body.length));
  expect(headers["content-encoding"]).toBeUndefined();
  expect(middling.headers["content-encoding"]).toBeUndefined();
});

test.for(protocols)("an answer of 128 KiB over %s is compressed for those who take it", async (protocol) => {
  const path = await store(`long-${protocol === "h2" ? 2 : 1}`, 128 * 1024);

  const plain = await door.ask({ protocol, path });
  const packed = await door.ask({ protocol, path, headers: takesGzip });

  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(packed.body.length).toBeLessThan(10_000);
  expect(gunzipSync(packed.body).toString()).toBe(plain.body.toString());
});

test("a watch is never compressed", async () => {
  const path = await store("watched", 128 * 1024);

  const { status, headers, body } = await door.ask({
    protocol: "http/1.1",
    path: `${path.slice(0, path.lastIndexOf("/"))}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Dwatched`,
    headers: takesGzip,
  });

  expect(status).toBe(200);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toContain('"type":"ADDED"');
});

test("the root lists every path in order", async () => {
  const { status, body } = await ask(server.transport, { path: "/" });

  const { paths } = body as { readonly paths: readonly string[] };
  expect(status).toBe(200);
  expect(paths).toEqual(paths.toSorted());
  for (const path of [
    "/api",
    "/api/v1",
    "/apis/apps/v1",
    "/healthz/ping",
    "/livez",
    "/openapi/v2",
    "/openapi/v3",
    "/readyz",
    "/version",
  ]) {
    expect(paths).toContain(path);
  }
});
