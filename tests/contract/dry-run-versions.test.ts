// Dry runs in a version that is not the storage version: the response has the defaults of the storage version, as that of the write itself.
import type { CrdSource } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const group = "dry-run-versions.example.com";
const text = { type: "string" };

function schemaOf(properties: object): object {
  return { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
}

/** Only v1, the storage version, has a default for `a`. */
const definition: CrdSource & { readonly spec: unknown } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `pebbles.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind: "Pebble", plural: "pebbles" },
    versions: [
      { name: "v1", served: true, storage: true, schema: schemaOf({ a: { ...text, default: "x" }, b: text }) },
      { name: "v2", served: true, storage: false, schema: schemaOf({ a: text, b: text }) },
    ],
  },
};

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [definition] });
  namespace = await server.createNamespace();
});

afterAll(() => server[Symbol.asyncDispose]());

const apply = "application/apply-patch+yaml";
const mergePatch = "application/merge-patch+json";

test.for<readonly [title: string, version: string, method: string, contentType?: string]>([
  ["create", "v1", "POST"],
  ["create", "v2", "POST"],
  ["update", "v2", "PUT"],
  ["merge patch", "v2", "PATCH", mergePatch],
  ["apply to an object", "v2", "PATCH", apply],
  ["apply that creates", "v2", "PATCH", apply],
])("the dry run of %s in %s returns the spec that the write returns", async ([title, version, method, contentType]) => {
  const name = server.uniqueName("pebble");
  const pebbles = `/apis/${group}/${version}/namespaces/${namespace}/pebbles`;
  const body = { apiVersion: `${group}/${version}`, kind: "Pebble", metadata: { name }, spec: { b: "y" } };
  const isCreated = method === "POST" || title === "apply that creates";
  const create = { method: "POST", path: pebbles, body: { ...body, spec: {} } };
  const live = isCreated ? undefined : (await sendRequest(server.transport, create)).body;
  const send = async (dryRun: string): Promise<unknown> => {
    const { body: sent } = await sendRequest(server.transport, {
      method,
      path: `${pebbles}${method === "POST" ? "" : `/${name}`}?fieldManager=m${dryRun}`,
      headers: contentType === undefined ? {} : { "content-type": contentType },
      body: method === "PUT" ? { ...(live as object), spec: body.spec } : body,
    });
    return sent;
  };

  const tried = await send("&dryRun=All");
  const written = await send("");

  expect(tried).toHaveProperty("spec", { a: "x", b: "y" });
  expect(written).toHaveProperty("spec", { a: "x", b: "y" });
});
