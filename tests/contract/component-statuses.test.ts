/** ComponentStatuses: computed for each read. The store is healthy; the status of other components differs from server to server. */
import { headerValuesOf } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const path = "/api/v1/componentstatuses";
const healthyStore = { conditions: [{ type: "Healthy", status: "True", message: "ok" }] };

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

interface List {
  readonly metadata: object;
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

function get(query = "", accept = "application/json"): Promise<TestResponse> {
  return sendRequest(server.transport, { path: `${path}${query}`, headers: { accept } });
}

const namesOf = ({ items }: List): readonly string[] => items.map(({ metadata }) => metadata.name).sort();

test("the list has the components of a control plane, and a warning that it is deprecated", async () => {
  const { status, headers, body } = await get();

  const list = body as List;
  expect(status).toBe(200);
  expect(headerValuesOf(headers, "warning")).toEqual(['299 - "v1 ComponentStatus is deprecated in v1.19+"']);
  expect(list).toMatchObject({ kind: "ComponentStatusList", apiVersion: "v1", metadata: {} });
  expect(list.metadata).toEqual({});
  expect(namesOf(list)).toEqual(["controller-manager", "etcd-0", "scheduler"]);
  expect(list.items).toContainEqual({ metadata: { name: "etcd-0" }, ...healthyStore });
});

test("a get finds a component by its name", async () => {
  const { body } = await get("/etcd-0");

  expect(body).toEqual({ kind: "ComponentStatus", apiVersion: "v1", metadata: { name: "etcd-0" }, ...healthyStore });
});

test("an unknown component is not found, with the singular of the kind in the message", async () => {
  const { status, body } = await get("/nope");

  expect(status).toBe(404);
  expect(body).toMatchObject({
    message: 'componentstatus "nope" not found',
    details: { name: "nope", kind: "componentstatus" },
  });
});

test.for([
  ["?fieldSelector=metadata.name%3Detcd-0", ["etcd-0"]],
  ["?fieldSelector=metadata.name!%3Detcd-0", ["controller-manager", "scheduler"]],
  ["?labelSelector=a%3Db", []],
  ["?limit=1", ["controller-manager", "etcd-0", "scheduler"]],
] as const)("the list with %s shows %j", async ([query, names]) => {
  const { body } = await get(query);

  expect(namesOf(body as List)).toEqual(names);
});

test("field selectors by other fields are rejected", async () => {
  const { status, body } = await get("?fieldSelector=foo%3Dbar");

  expect(status).toBe(400);
  expect(body).toMatchObject({
    message: '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"',
  });
});

test("a watch is rejected, with the warning", async () => {
  const { status, headers, body } = await get("?watch=1");

  expect(status).toBe(405);
  expect(headerValuesOf(headers, "warning")).toHaveLength(1);
  expect(body).toMatchObject({ message: 'watch is not supported on resources of kind "componentstatuses"' });
});

test("the table shows name, status, message and error", async () => {
  const { body } = await get("/etcd-0", "application/json;as=Table;g=meta.k8s.io;v=v1");

  const { columnDefinitions, rows } = body as {
    readonly columnDefinitions: readonly { readonly name: string }[];
    readonly rows: readonly { readonly cells: readonly unknown[] }[];
  };
  expect(columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Status", "Message", "Error"]);
  expect(rows.map(({ cells }) => cells)).toEqual([["etcd-0", "Healthy", "ok", ""]]);
});

test("a list can be requested as a table or as metadata only", async () => {
  const table = await get("", "application/json;as=Table;g=meta.k8s.io;v=v1");
  const metadata = await get("", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");

  expect(table.body).toMatchObject({ kind: "Table", metadata: {}, rows: { length: 3 } });
  expect(namesOf(metadata.body as List)).toEqual(["controller-manager", "etcd-0", "scheduler"]);
});
