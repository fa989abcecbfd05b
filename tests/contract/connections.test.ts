// The connection below requests: two protocols, lengths, compression; and the list of all paths.
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { useRawClient } from "./raw-client.ts";
import type { RawResponse } from "./raw-client.ts";

const suite = useRawClient();

const protocols = ["http/1.1", "h2"] as const;
const takesGzip = { "accept-encoding": "gzip" };

async function store(name: string, length: number): Promise<string> {
  const body = { metadata: { name }, data: { text: "x".repeat(length) } };
  const { status } = await sendRequest(suite.server.transport, { method: "POST", path: suite.configMaps, body });
  if (status !== 201) throw new Error(`the ConfigMap was not stored: ${status}`);
  return `${suite.configMaps}/${name}`;
}

test("clients negotiate the protocol in the TLS handshake, and both protocols return the same response", async () => {
  const path = await store("either", 10);

  const [first, second] = await Promise.all(protocols.map((protocol) => suite.client.sendRequest({ protocol, path })));

  expect([first?.protocol, second?.protocol]).toEqual(protocols);
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect(first?.body.toString()).toBe(second?.body.toString());
  expect(first?.headers["content-type"]).toBe(second?.headers["content-type"]);
});

test("a connection over HTTP/2 has 100 streams at a time", async () => {
  expect(await suite.client.settings()).toMatchObject({ maxConcurrentStreams: 100 });
});

test.for(protocols)("a short response over %s has its length and is not compressed", async (protocol) => {
  const path = await store(`short-${protocol === "h2" ? 2 : 1}`, 100_000);

  const { headers, body } = await suite.client.sendRequest({ protocol, path: "/version", headers: takesGzip });
  const middling = await suite.client.sendRequest({ protocol, path, headers: takesGzip });

  expect(headers["content-length"]).toBe(String(body.length));
  expect(headers["content-encoding"]).toBeUndefined();
  expect(middling.headers["content-encoding"]).toBeUndefined();
});

test.for(protocols)(
  "an answer of more than 128 KiB over %s is compressed if the client accepts gzip",
  async (protocol) => {
    const path = await store(`long-${protocol === "h2" ? 2 : 1}`, 128 * 1024);

    const plain = await suite.client.sendRequest({ protocol, path });
    const packed = await suite.client.sendRequest({ protocol, path, headers: takesGzip });

    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(packed.body.length).toBeLessThan(10_000);
    expect(gunzipSync(packed.body).toString()).toBe(plain.body.toString());
  },
);

test("the size of a response decides whether it is compressed, for every method", async () => {
  const length = 128 * 1024;
  const path = await store("exact", 1000);
  const bytesOfRest = (await suite.client.sendRequest({ protocol: "http/1.1", path })).body.length - 1000;
  const put = async (textLength: number): Promise<RawResponse> => {
    const body = Buffer.from(JSON.stringify({ metadata: { name: "exact" }, data: { text: "x".repeat(textLength) } }));
    const headers = { ...takesGzip, "content-type": "application/json" };
    return suite.client.sendRequest({ protocol: "http/1.1", method: "PUT", path, headers, body });
  };

  const atThreshold = await put(length - bytesOfRest);
  const aboveThreshold = await put(length - bytesOfRest + 1);

  expect([atThreshold.status, atThreshold.headers["content-encoding"], atThreshold.body.length]).toEqual([
    200,
    undefined,
    length,
  ]);
  expect([aboveThreshold.status, aboveThreshold.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(gunzipSync(aboveThreshold.body).length).toBe(length + 1);
});

test.for<[string, string]>([
  ["application/json", "a list"],
  ["application/vnd.kubernetes.protobuf", "a list in protobuf"],
  ["application/json;as=Table;v=v1;g=meta.k8s.io", "a table"],
  ["application/yaml", "a list in YAML"],
])("with Accept %s, %s of 100 KB is not compressed and one of 200 KB is", async ([accept]) => {
  const namespace = await suite.server.createNamespace();
  const list = `/api/v1/namespaces/${namespace}/configmaps`;
  const labels = { batch: "lists" };
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
    const body = { metadata: { name, labels }, data: { text: "x".repeat(20_000) } };
    await sendRequest(suite.server.transport, { method: "POST", path: list, body });
  }
  const headers = { ...takesGzip, accept };
  const get = (path: string): Promise<RawResponse> => suite.client.sendRequest({ protocol: "http/1.1", path, headers });
  const selected = `${list}?labelSelector=batch%3Dlists&includeObject=Object`;

  const page = await get(`${selected}&limit=5`);
  const unpaged = await get(selected);
  const filtered = await get(`${list}?fieldSelector=metadata.name%3Da&includeObject=Object`);

  expect([page.status, page.headers["content-encoding"], page.headers["vary"]]).toEqual([200, undefined, undefined]);
  expect(page.body.length).toBeGreaterThan(100_000);
  expect(page.body.length).toBeLessThan(128 * 1024);
  expect([unpaged.status, unpaged.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(gunzipSync(unpaged.body).length).toBeGreaterThan(200_000);
  expect([filtered.status, filtered.headers["content-encoding"]]).toEqual([200, undefined]);
});

test("a coding with a weight or in capital letters is not taken for gzip", async () => {
  const path = await store("weighted", 128 * 1024);
  const encodingFor = async (accepted: string): Promise<string | undefined> =>
    (await suite.client.sendRequest({ protocol: "http/1.1", path, headers: { "accept-encoding": accepted } })).headers[
      "content-encoding"
    ];

  expect(await encodingFor("deflate, gzip")).toBe("gzip");
  expect(await encodingFor("gzip;q=0.5")).toBeUndefined();
  expect(await encodingFor("GZIP")).toBeUndefined();
  expect(await encodingFor("*")).toBeUndefined();
});

test("OpenAPI v2 is compressed and a document of OpenAPI v3 is not", async () => {
  const second = await suite.client.sendRequest({ protocol: "http/1.1", path: "/openapi/v2", headers: takesGzip });
  const third = await suite.client.sendRequest({
    protocol: "http/1.1",
    path: "/openapi/v3/api/v1",
    headers: takesGzip,
  });

  expect(second.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding, Accept" });
  expect([third.headers["content-encoding"], third.headers["vary"]]).toEqual([undefined, "Accept"]);
});

test("a watch is never compressed", async () => {
  const path = await store("watched", 128 * 1024);

  const { status, headers, body } = await suite.client.sendRequest({
    protocol: "http/1.1",
    path: `${path.slice(0, path.lastIndexOf("/"))}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Dwatched`,
    headers: takesGzip,
  });

  expect(status).toBe(200);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toContain('"type":"ADDED"');
});

test("the root lists every path in order", async () => {
  const { status, body } = await sendRequest(suite.server.transport, { path: "/" });

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
