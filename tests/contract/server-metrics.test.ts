/** The metrics of the API server itself, as dashboards for kube-apiserver read them. */
import { headerOf } from "@kubewright/transport";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
});

afterAll(() => server[Symbol.asyncDispose]());

/** The sample with exactly these labels; 0 if no sample has them. */
async function sample(name: string, labels: Readonly<Record<string, string>>, path = "/metrics"): Promise<number> {
  const { body } = await sendRequest(server.transport, { path });
  const pairs = Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .sort();
  for (const line of (body as string).split("\n")) {
    const [, found, text = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? [];
    if (found !== name) continue;
    const own = (text.match(/\w+="[^"]*"/gu) ?? []).sort();
    if (own.join() === pairs.join()) return Number(value);
  }
  return 0;
}

interface Labels {
  readonly verb: string;
  readonly scope: string;
  readonly dry_run?: string;
  readonly subresource?: string;
}

/** The labels of requests for ConfigMaps. */
const configMaps = (labels: Labels): Readonly<Record<string, string>> => ({
  group: "",
  version: "v1",
  resource: "configmaps",
  subresource: "",
  dry_run: "",
  component: "apiserver",
  ...labels,
});

const applied = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" } };
const applyHeaders = { "content-type": "application/apply-patch+yaml" };

test.for<readonly [string, string, Labels, number, object | undefined, Readonly<Record<string, string>>]>([
  ["GET", "", { verb: "LIST", scope: "namespace" }, 200, undefined, {}],
  ["GET", "/none", { verb: "GET", scope: "resource" }, 404, undefined, {}],
  ["POST", "", { verb: "POST", scope: "resource" }, 201, { metadata: { name: "c" } }, {}],
  ["POST", "?dryRun=All", { verb: "POST", scope: "resource", dry_run: "All" }, 201, { metadata: { name: "c" } }, {}],
  ["POST", "?dryRun=x", { verb: "POST", scope: "resource", dry_run: "invalid" }, 422, { metadata: { name: "c" } }, {}],
  ["PATCH", "/m?fieldManager=a", { verb: "APPLY", scope: "resource" }, 201, applied, applyHeaders],
  ["DELETE", "", { verb: "DELETE", scope: "namespace" }, 200, undefined, {}],
])("a %s of configmaps%s is counted with %j", async ([method, rest, labels, status, body, headers]) => {
  const name = "apiserver_request_total";
  const all = { ...configMaps(labels), code: String(status) };
  const durations = "apiserver_request_duration_seconds_count";
  const before = [await sample(name, all), await sample(durations, configMaps(labels))];

  const path = `/api/v1/namespaces/${namespace}/configmaps${rest}`;
  const answer = await sendRequest(server.transport, {
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const after = [await sample(name, all), await sample(durations, configMaps(labels))];

  expect(answer.status).toBe(status);
  expect(after).toEqual(before.map((count) => count + 1));
});

test("metrics are in the text format of Prometheus, and include the start time of the server", async () => {
  const { status, headers } = await sendRequest(server.transport, { path: "/metrics" });

  expect(status).toBe(200);
  expect(headerOf(headers, "content-type")).toBe("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
  expect(headerOf(headers, "process-start-time-unix")).toMatch(/^\d+$/u);
});

test.for([
  ["GET", {}, 200, 1],
  ["POST", { "impersonate-user": "jane" }, 403, 0],
  ["GET", { "impersonate-group": "a" }, 400, 0],
] as const)("a %s of /healthz with the headers %j has the status %i, and is counted %i times", async (example) => {
  const [method, headers, status, times] = example;
  const none = { dry_run: "", group: "", version: "", resource: "", scope: "", component: "" };
  const labels = { ...none, verb: method, subresource: "/healthz", code: String(status) };
  const before = await sample("apiserver_request_total", labels);

  const answer = await sendRequest(server.transport, { method, path: "/healthz", headers });

  expect(answer.status).toBe(status);
  expect((await sample("apiserver_request_total", labels)) - before).toBe(times);
});

test("a request counts itself as one in flight", async () => {
  expect(await sample("apiserver_current_inflight_requests", { request_kind: "readOnly" })).toBeGreaterThan(0);
});

test("requests are counted by their flow", async () => {
  const labels = { flow_schema: "exempt", priority_level: "exempt" };
  const before = await sample("apiserver_flowcontrol_dispatched_requests_total", labels);

  expect(await sample("apiserver_flowcontrol_dispatched_requests_total", labels)).toBeGreaterThan(before);
});

test.for([
  ["exempt", 0],
  ["system", 74],
  ["workload-low", 245],
] as const)("the priority level %s has %i nominal seats", async ([level, seats]) => {
  const { body } = await sendRequest(server.transport, { path: "/metrics" });

  expect((body as string).split("\n")).toContain(
    `apiserver_flowcontrol_nominal_limit_seats{priority_level="${level}"} ${seats}`,
  );
});

test("a watch is counted while it is open, and so are its events", async () => {
  const labels = { group: "", version: "v1", resource: "podtemplates" };
  const events = await sample("apiserver_watch_events_total", labels);
  const abort = new AbortController();
  const path = `/api/v1/namespaces/${namespace}/podtemplates`;
  const template = { template: { spec: { containers: [{ name: "c", image: "i" }] } } };
  await sendRequest(server.transport, { method: "POST", path, body: { metadata: { name: "t" }, ...template } });

  const response = await server.transport.request({ method: "GET", path: `${path}?watch=1`, signal: abort.signal });
  const stream = response.body[Symbol.asyncIterator]();
  await stream.next();
  const open = { ...labels, verb: "WATCH", subresource: "", scope: "namespace", component: "apiserver" };
  const during = await sample("apiserver_longrunning_requests", open);
  const after = await sample("apiserver_watch_events_total", labels);
  await stream.return?.();
  abort.abort();

  expect(during).toBe(1);
  expect(after).toBe(events + 1);
  await expect.poll(() => sample("apiserver_longrunning_requests", open)).toBe(0);
});

test("health checks are counted for service level indicators", async () => {
  const labels = { name: "ping", type: "livez", status: "success" };
  const before = await sample("kubernetes_healthchecks_total", labels, "/metrics/slis");

  await sendRequest(server.transport, { path: "/livez/ping" });
  await sendRequest(server.transport, { path: "/livez" });

  expect(await sample("kubernetes_healthchecks_total", labels, "/metrics/slis")).toBeGreaterThan(before);
  expect(await sample("kubernetes_healthcheck", { name: "ping", type: "livez" }, "/metrics/slis")).toBe(1);
});

test("metrics need permission to get their path", async () => {
  const { status, body } = await sendRequest(server.transport, {
    path: "/metrics",
    headers: { "impersonate-user": "jane" },
  });

  expect(status).toBe(403);
  expect(body).toMatchObject({ message: 'forbidden: User "jane" cannot get path "/metrics"' });
});
