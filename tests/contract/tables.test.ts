// The server computes the tables that kubectl prints: columns and rows of Pods and MyJobs.
import { MyJob } from "../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { fileURLToPath } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const crds = fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url));
const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [crds] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Table {
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string };
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: unknown }[];
}

async function tableAt(path: string): Promise<Table> {
  const { body } = await sendRequest(server.transport, { path, headers: { accept } });
  return body as Table;
}

const age = expect.stringMatching(/^\d+s$/u) as unknown;

async function pod(namespace: string, name: string): Promise<void> {
  const containers = ["one", "two"].map((container) => ({ name: container, image: "example.com/c:1" }));
  const created = await server.client.create(Pod, {
    metadata: { namespace, name },
    spec: { nodeName: "n1", containers },
  });
  const containerStatuses = containers.map((container, index) => ({
    ...container,
    imageID: "",
    ready: index === 0,
    restartCount: index * 2,
    state: { running: { startedAt: "2026-01-01T00:00:00Z" } },
  }));
  await server.client.patchStatus(created, {
    phase: "Running",
    podIP: "10.1.2.3",
    podIPs: [{ ip: "10.1.2.3" }],
    containerStatuses,
  });
}

test("a table of Pods has readiness, status, restarts and age, and wide columns", async () => {
  const namespace = await server.createNamespace();
  await pod(namespace, "a");

  const table = await tableAt(`/api/v1/namespaces/${namespace}/pods`);

  expect(table.columnDefinitions.map(({ name, priority }) => [name, priority])).toEqual([
    ["Name", 0],
    ["Ready", 0],
    ["Status", 0],
    ["Restarts", 0],
    ["Age", 0],
    ["IP", 1],
    ["Node", 1],
    ["Nominated Node", 1],
    ["Readiness Gates", 1],
  ]);
  expect(table.rows.map(({ cells }) => cells)).toEqual([
    ["a", "1/2", "Running", "2", age, "10.1.2.3", "n1", "<none>", "<none>"],
  ]);
});

test("the status of a Pod is the reason of its end, or Terminating", async () => {
  const namespace = await server.createNamespace();
  await pod(namespace, "ended");
  await pod(namespace, "going");
  await server.client.patch(
    Pod,
    { namespace, name: "ended" },
    { type: "merge", body: { status: { phase: "Failed", reason: "Evicted" } } },
    { subresource: "status" },
  );
  await server.client.delete(Pod, { namespace, name: "going" });

  const { rows } = await tableAt(`/api/v1/namespaces/${namespace}/pods`);

  expect(rows.map(({ cells }) => cells.slice(0, 3))).toEqual([
    ["ended", "1/2", "Evicted"],
    ["going", "1/2", "Terminating"],
  ]);
});

test("a table of one object has one row, with the metadata of the object", async () => {
  const namespace = await server.createNamespace();
  await pod(namespace, "a");

  const { kind, rows } = await tableAt(`/api/v1/namespaces/${namespace}/pods/a`);

  expect(kind).toBe("Table");
  expect(rows).toMatchObject([{ object: { kind: "PartialObjectMetadata", metadata: { namespace, name: "a" } } }]);
});

test("a table of MyJobs has the columns of its CRD", async () => {
  const namespace = await server.createNamespace();
  const created = await server.client.create(MyJob, {
    metadata: { namespace, name: "pi" },
    spec: { template: { spec: { containers: [{ name: "pi", image: "perl" }] } } },
  });
  const path = `/apis/myjob.github.com/v1beta1/namespaces/${namespace}/myjobs`;
  const before = await tableAt(path);
  await server.client.patchStatus(created, { phase: "running" });
  const after = await tableAt(path);

  expect(before.columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Phase", "Pod", "Age"]);
  expect(before.rows.map(({ cells }) => cells)).toEqual([["pi", null, "pi", age]]);
  expect(after.rows.map(({ cells }) => cells)).toEqual([["pi", "running", "pi", age]]);
  expect(Number(after.metadata.resourceVersion)).toBeGreaterThan(Number(before.metadata.resourceVersion));
});

test("includeObject selects the part of the object in a row", async () => {
  const namespace = await server.createNamespace();
  await pod(namespace, "a");

  const none = await tableAt(`/api/v1/namespaces/${namespace}/pods?includeObject=None`);
  const whole = await tableAt(`/api/v1/namespaces/${namespace}/pods?includeObject=Object`);

  expect(none.rows[0]?.object).toBeNull();
  expect(whole.rows[0]?.object).toMatchObject({ kind: "Pod", spec: { nodeName: "n1" } });
});

test("an empty collection has columns and no rows", async () => {
  const namespace = await server.createNamespace();

  const { columnDefinitions, rows } = await tableAt(`/api/v1/namespaces/${namespace}/pods`);

  expect(columnDefinitions.length).toBe(9);
  expect(rows).toEqual([]);
});

test("an APIService of a built-in group is local and available", async () => {
  const { rows } = await tableAt("/apis/apiregistration.k8s.io/v1/apiservices/v1.apps");

  expect(rows.map(({ cells }) => cells.slice(0, 3))).toEqual([["v1.apps", "Local", "True"]]);
});

test("FlowSchemas are listed in the order in which they are matched", async () => {
  const table = await tableAt("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas");
  const builtin = ["catch-all", "exempt", "probes", "system-nodes", "global-default"];
  const names = table.rows.map(({ cells }) => cells[0]).filter((name) => builtin.includes(String(name)));

  expect(names).toEqual(["exempt", "probes", "system-nodes", "global-default", "catch-all"]);
});
