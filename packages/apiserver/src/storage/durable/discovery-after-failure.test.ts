// What discovery shows once a write could not be stored.
import assert from "node:assert/strict";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { isStorageError } from "./errors.ts";
import { send, startLimited, temporaryDirectory } from "./testdata/limited-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function gadgets(group: string, description = ""): object {
  const schema = { openAPIV3Schema: { type: "object", description } };
  return {
    metadata: {
      name: `gadgets.${group}`,
      annotations: { "api-approved.kubernetes.io": "unapproved, experimental-only" },
    },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "gadgets", kind: "Gadget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

test("discovery, authorization and forks do not show a definition that a full disk has rejected", async () => {
  const { server, storage, limit } = startLimited(await temporaryDirectory());
  limit(0);
  const created = await send(server, "POST", definitions, gadgets("x.io", "x".repeat(100_000)));
  const group = await send(server, "GET", "/apis/x.io/v1");
  const openApi = await send(server, "GET", "/openapi/v3");
  const version = await send(server, "GET", "/version");
  const metrics = await send(server, "GET", "/metrics");

  assert.deepEqual([created.status, group.status, openApi.status], [500, 500, 500]);
  assert.deepEqual([version.status, metrics.status], [200, 200]);
  assert.doesNotMatch(metrics.text, /gadgets/u);
  assert.throws(() => server.fork(), isStorageError);
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});

test("after a failed write, discovery of groups without custom resources is served", async () => {
  const { server, storage, limit } = startLimited(await temporaryDirectory());
  const paths = [
    "/api",
    "/api/v1",
    "/apis/apps",
    "/apis/networking.k8s.io/v1",
    "/openapi/v3/api/v1",
    "/openapi/v3/apis/apps/v1",
    "/version",
  ];
  const closed = [
    "/",
    "/apis",
    "/apis/x.io",
    "/apis/none.io",
    "/openapi/v3",
    "/openapi/v2",
    "/openapi/v3/apis/x.io/v1",
  ];
  const read = async (requestPath: string, method = "GET"): Promise<readonly [status: number, text: string]> => {
    const response = await server.transport().request({ method, path: requestPath });
    return [response.status, await readText(response)];
  };
  const readAll = (): Promise<readonly (readonly [number, string])[]> => Promise.all(paths.map((each) => read(each)));
  await send(server, "POST", definitions, gadgets("x.io"));
  const before = await readAll();
  limit(0);
  await send(server, "POST", maps, { metadata: { name: "a" }, data: { a: "x".repeat(100_000) } });

  assert.deepEqual(await readAll(), before);
  assert.deepEqual(new Set(before.map(([status]) => status)), new Set([200]));
  for (const each of closed) assert.deepEqual([each, (await read(each))[0]], [each, 500]);
  assert.equal((await read("/api/v1", "POST"))[0], 405);
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});

test("after a failed write, discovery of a group of the server does not show a custom resource in it", async () => {
  const { server, storage, limit } = startLimited(await temporaryDirectory());
  const statusOf = async (): Promise<number> => (await send(server, "GET", "/apis/networking.k8s.io/v1")).status;
  limit(0);

  const created = await send(server, "POST", definitions, gadgets("networking.k8s.io", "x".repeat(100_000)));

  assert.deepEqual([created.status, await statusOf()], [500, 500]);
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});
