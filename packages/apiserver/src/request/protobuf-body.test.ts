import assert from "node:assert/strict";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { readText } from "@kubewright/transport";
import { afterAll, test } from "vitest";
import { createApiServer } from "../api-server.ts";
import { encodeProtobuf } from "../protobuf/codec.ts";
import { BackwardWriter } from "../protobuf/wire-writer.ts";
import { bodySizeMax } from "../http/server-request.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const configMaps = "/api/v1/namespaces/default/configmaps";
const server = createApiServer({ disableAdmissionPlugins: ["ServiceAccount"] });
const transport = server.transport();
afterAll(() => server[Symbol.asyncDispose]());

interface Sent {
  readonly status: number;
  readonly json: { readonly [field: string]: unknown };
}

/** Bytes are sent as protobuf, all else as JSON. */
async function post(path: string, body: object): Promise<Sent> {
  const isProtobuf = body instanceof Uint8Array;
  const headers = { "content-type": isProtobuf ? "application/vnd.kubernetes.protobuf" : "application/json" };
  const bytes = isProtobuf ? body : JSON.stringify(body);
  const response = await transport.request({ method: "POST", path, headers, body: bytes });
  return { status: response.status, json: JSON.parse(await readText(response)) as Sent["json"] };
}

/** A CRD with schemas that are nested `depth` times. */
function nestedSchema(depth: number): Uint8Array {
  const writer = new BackwardWriter();
  const nest = (numbers: readonly number[], inside: () => void): void => {
    const [number, ...rest] = numbers;
    if (number === undefined) inside();
    else writer.message(number, () => nest(rest, inside));
  };
  // `depth` times `not` (28), in a schema (1 of 4 of 7 of 2), in the object (2) of the envelope.
  nest([2, 2, 7, 4, 1], () => {
    for (let level = 0; level < depth; level += 1) {
      writer.varint(writer.length);
      writer.varint(28 * 8 + 2);
    }
  });
  writer.raw(Buffer.from("k8s\0"));
  return writer.finish();
}

test("a message that is nested deeper than JSON allows is rejected", async () => {
  for (const depth of [1100, 100_000]) {
    const { status, json } = await post(definitions, nestedSchema(depth));

    assert.equal(status, 400);
    assert.match(String(json["message"]), /exceeded max depth$/u);
  }
});

test("a body of millions of empty values does not exhaust time or memory", async () => {
  const items = Buffer.alloc(bodySizeMax - 64, Buffer.from([0x12, 0x00]));
  const writer = new BackwardWriter();
  writer.bytes(2, items);
  writer.raw(Buffer.from("k8s\0"));

  const { status } = await post(configMaps, writer.finish());

  assert.equal(status, 422); // All entries of the map have the same key, so the object has no name.
});

test("a body that is larger than 3 MiB is rejected before it is decoded", async () => {
  const { status, json } = await post(configMaps, Buffer.alloc(bodySizeMax + 1));

  assert.equal(status, 413);
  assert.equal(json["reason"], "RequestEntityTooLarge");
});

test("a custom resource in protobuf is rejected with the supported media types", async () => {
  const names = { plural: "vats", kind: "Vat" };
  const schema = { openAPIV3Schema: { type: "object" } };
  const created = await post(definitions, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "vats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names,
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  const body = encodeProtobuf({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });

  const { status, json } = await post("/apis/example.com/v1/namespaces/default/vats", body);

  assert.equal(created.status, 201);
  assert.equal(status, 415);
  assert.match(String(json["message"]), /accepted media types include: application\/json, application\/yaml$/u);
});

test("protobuf and JSON decode to the same object", async () => {
  const pod = (name: string): KubernetesObject & { readonly spec: object } => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      containers: [{ name: "a", image: "b", ports: [{ containerPort: 80 }], resources: { limits: { cpu: "0.5" } } }],
    },
  });
  const path = "/api/v1/namespaces/default/pods";

  const fromProtobuf = await post(path, encodeProtobuf(pod("a")));
  const fromJson = await post(path, pod("b"));

  assert.equal(fromProtobuf.status, 201);
  assert.deepEqual(fromProtobuf.json["spec"], fromJson.json["spec"]);
});
