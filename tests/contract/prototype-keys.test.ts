// Keys with a meaning in JavaScript, or with escapes, are ordinary data: every write path stores and returns them unchanged, and nothing else changes.
import { ConfigMap } from "@kubewright/api/core/v1";
import { spawn } from "@kubewright/async";
import { createInformer } from "@kubewright/informer";
import { readText } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** JSON text, because an object literal with these keys means something else. */
const data = '{"__proto__":"p","constructor":"c","hasOwnProperty":"h","toString":"t","valueOf":"v"}';

async function send(
  method: string,
  path: string,
  body: string,
  contentType: string,
): Promise<{ readonly status: number; readonly data: readonly (readonly [string, unknown])[] }> {
  const response = await server.transport.request({ method, path, headers: { "content-type": contentType }, body });
  const answer = JSON.parse(await readText(response)) as { readonly data?: object };
  return { status: response.status, data: entriesOf(answer.data) };
}

function entriesOf(object: object | undefined): readonly (readonly [string, unknown])[] {
  return Object.entries(object ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function with2(of: string): string {
  return of.replaceAll(/"(\w)"/gu, '"$12"');
}

const writePaths = [
  ["a JSON patch", "application/json-patch+json", `[{"op":"add","path":"/data","value":${with2(data)}}]`],
  ["a merge patch", "application/merge-patch+json", `{"data":${with2(data)}}`],
  ["a strategic merge patch", "application/strategic-merge-patch+json", `{"data":${with2(data)}}`],
  [
    "an apply patch",
    "application/apply-patch+yaml",
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${with2(data)}}`,
  ],
] as const;

test.for(writePaths)(
  "%s sets keys that are called __proto__, constructor and toString",
  async ([, contentType, body]) => {
    const path = `/api/v1/namespaces/${await server.createNamespace()}/configmaps`;
    const created = await send("POST", path, `{"metadata":{"name":"a"},"data":${data}}`, "application/json");

    const patched = await send(
      "PATCH",
      `${path}/a?fieldManager=m${contentType.includes("apply") ? "&force=true" : ""}`,
      body,
      contentType,
    );

    expect([created.status, patched.status]).toEqual([201, 200]);
    expect(created.data).toEqual(entriesOf(JSON.parse(data) as object));
    expect(patched.data).toEqual(entriesOf(JSON.parse(with2(data)) as object));
    expect("p" in {}).toBe(false);
  },
);

test("the keys __proto__, constructor and toString are preserved by YAML, a watch, a cache and an index", async () => {
  const namespace = await server.createNamespace();
  const { clock, random, client } = server;
  const informer = createInformer({
    type: ConfigMap,
    verbs: client.raw,
    clock,
    random,
    namespace,
  });
  informer.addIndex("label", ({ labels }) => Object.keys(labels));
  const received = Promise.withResolvers<void>();
  informer.addHandler(() => received.resolve());
  await using _running = spawn((signal) => informer.start({ signal }), { name: "informer", onError: received.reject });
  await informer.waitForSync();

  const yaml = `metadata: {name: a, labels: {constructor: c, toString: t}}\ndata: ${data}\n`;
  const created = await send("POST", `/api/v1/namespaces/${namespace}/configmaps`, yaml, "application/yaml");
  if (created.status === 201) await received.promise;

  expect(created.status).toBe(201);
  expect(entriesOf(informer.get({ namespace, name: "a" })?.data)).toEqual(entriesOf(JSON.parse(data) as object));
  const found = [];
  for (const value of ["constructor", "toString", "hasOwnProperty", "__proto__"]) {
    for await (const { metadata } of informer.list({ index: { name: "label", value } }))
      found.push([value, metadata.name]);
  }
  expect(found).toEqual([
    ["constructor", "a"],
    ["toString", "a"],
  ]);
});

test.for(["application/json", "application/yaml"])(
  "a rejected key in %s does not change the escaped key of a later request",
  async (contentType) => {
    const path = `/api/v1/namespaces/${await server.createNamespace()}/configmaps`;
    const withData = (text: string): string => `{"data":${text},"metadata":{"generateName":"a-"}}`;
    const rejected = withData(String.raw`{"x":"0","\\":"1"}`);
    const refusals = [await send("POST", path, rejected, contentType), await send("POST", path, rejected, contentType)];

    const created = await send("POST", path, withData(String.raw`{"x":"0","\u0041":"2"}`), contentType);

    expect(refusals.map(({ status }) => status)).toEqual([422, 422]);
    expect(created).toEqual({ status: 201, data: Object.entries({ A: "2", x: "0" }) });
  },
);
