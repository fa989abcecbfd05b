// Applies by several writers to a custom object with fields of a manager whose version is no longer served, or no longer defined.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import type { Way, Writers } from "./writers.ts";
import { apply, patch, post, startWriters, tally, ways } from "./writers.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const text = { type: "string" };

function version(name: string, served: boolean): object {
  const spec = { type: "object", properties: { a: text, b: text } };
  return {
    name,
    served,
    storage: name === "v1",
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  };
}

function definitionOf(group: string, versions: readonly object[]): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `slates.${group}` },
    spec: { group, scope: "Namespaced", names: { kind: "Slate", plural: "slates" }, versions },
  };
}

let server: ServerUnderTest;
let namespace: string;
let group: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  group = `${server.uniqueName("slates")}.example.com`;
});

afterAll(() => server[Symbol.asyncDispose]());

function slates(apiVersion: string): string {
  return `/apis/${group}/${apiVersion}/namespaces/${namespace}/slates`;
}

function slate(apiVersion: string, spec: object): object {
  return { apiVersion: `${group}/${apiVersion}`, kind: "Slate", metadata: { name: "one" }, spec };
}

async function untilStatus(path: string, status: number): Promise<void> {
  await expect.poll(async () => (await sendRequest(server.transport, { path })).status).toBe(status);
}

/** The object `one`, whose field `a` was applied in v2; then the definition has these versions. */
async function appliedInV2(writers: Writers, versions: readonly object[]): Promise<void> {
  await writers.send(post(definitions, definitionOf(group, [version("v1", true), version("v2", true)])));
  await untilStatus(slates("v1"), 200);
  await untilStatus(slates("v2"), 200);
  await writers.send(apply("two", `${slates("v2")}/one`, slate("v2", { a: "2" })));
  await writers.send(patch("merge", `${definitions}/slates.${group}`, { spec: { versions } }));
  await untilStatus(slates("v2"), 404);
}

test.for(ways.flatMap((way) => [[way, 2] as const, [way, 6] as const]))(
  "over %s, %i applies conflict with the manager of a version that is not served",
  async ([way, count]: readonly [Way, number]) => {
    await using writers = await startWriters(server, way);
    await appliedInV2(writers, [version("v1", true), version("v2", false)]);

    const responses = await writers.together(
      Array.from({ length: count }, (_, index) => apply(`m${index}`, `${slates("v1")}/one`, slate("v1", { a: "1" }))),
    );

    expect(tally(responses)).toEqual({ 409: count });
    const { body } = await writers.send({ path: `${slates("v1")}/one` });
    expect([body.spec, body.metadata.managedFields]).toMatchObject([{ a: "2" }, [{ manager: "two" }]]);
  },
);

test.for(ways)("over %s, of two writers one forces its field and the other applies a free field", async (way) => {
  await using writers = await startWriters(server, way);
  await appliedInV2(writers, [version("v1", true), version("v2", false)]);
  const forced = { ...apply("force", `${slates("v1")}/one`, slate("v1", { a: "1" })) };

  const responses = await writers.together([
    { ...forced, path: `${forced.path}&force=true` },
    apply("free", `${slates("v1")}/one`, slate("v1", { b: "1" })),
  ]);

  expect(tally(responses)).toEqual({ 200: 2 });
  const { body } = await writers.send({ path: `${slates("v1")}/one` });
  expect(body.spec).toEqual({ a: "1", b: "1" });
  expect(new Set(body.metadata.managedFields?.map(({ manager }) => manager))).toEqual(new Set(["force", "free"]));
});

test.for(ways)("over %s, applies fail until an update removes the manager of a removed version", async (way) => {
  await using writers = await startWriters(server, way);
  await appliedInV2(writers, [version("v1", true)]);
  const request = apply("one", `${slates("v1")}/one`, slate("v1", { b: "1" }));
  // A real server may still use the definition from before for a moment.
  const tried = { ...request, path: `${request.path}&dryRun=All` };
  await expect.poll(async () => (await writers.send(tried)).status).toBe(500);

  const failed = await writers.together([request, request]);
  const updated = await writers.send(patch("merge", `${slates("v1")}/one`, { spec: { b: "0" } }));
  const conflict = await writers.send(request);

  expect(failed.map(({ status, body }) => [status, body.message])).toEqual(
    failed.map(() => [500, `request to convert CR to an invalid group/version: ${group}/v2`]),
  );
  expect([updated.status, updated.body.metadata.managedFields]).toEqual([200, undefined]);
  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    `Apply failed with 1 conflict: conflict with "before-first-apply" using ${group}/v1: .spec.b`,
  ]);
});
