/** Health endpoints: one path for each check, `verbose` and `exclude`, with the names and in the order of kube-apiserver. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

const hooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
].map((name) => `poststarthook/${name}`);
const last = [
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];
const live = ["ping", "log", "loopback-serving-certificate", "etcd", ...hooks, ...last];
const ready = ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...hooks, ...last, "shutdown"];

async function text(path: string): Promise<string> {
  return (await sendRequest(server.transport, { path })).body as string;
}

test.for([
  ["/healthz", live, "healthz check passed"],
  ["/livez", live, "livez check passed"],
  ["/readyz", ready, "readyz check passed"],
] as const)("%s?verbose lists its checks in order", async ([path, names, verdict]) => {
  const lines = (await text(`${path}?verbose`)).trimEnd().split("\n");

  expect(lines).toEqual([...names.map((name) => `[+]${name} ok`), verdict]);
});

test("each check has a path", async () => {
  for (const name of live) expect(await text(`/livez/${name}`), name).toBe("ok");
  for (const name of ready) expect(await text(`/readyz/${name}`), name).toBe("ok");
});

test("only readyz has the shutdown check", async () => {
  const readyz = await sendRequest(server.transport, { path: "/readyz/shutdown" });
  const livez = await sendRequest(server.transport, { path: "/livez/shutdown" });

  expect(readyz.status).toBe(200);
  expect([livez.status, livez.body]).toEqual([404, "404 page not found\n"]);
});

test("excluded checks are marked, and unknown ones get a warning", async () => {
  const lines = (await text("/readyz?verbose&exclude=etcd&exclude=ping&exclude=foo&exclude=bar")).trimEnd().split("\n");

  expect(lines).toContain("[+]ping excluded: ok");
  expect(lines).toContain("[+]etcd excluded: ok");
  expect(lines.slice(-2)).toEqual([
    'warn: some health checks cannot be excluded: no matches for "bar","foo"',
    "readyz check passed",
  ]);
});

test("a value with commas is the name of one check", async () => {
  expect(await text("/healthz?verbose&exclude=etcd,ping")).toContain('no matches for "etcd,ping"\n');
});

test("the list of paths has the checks", async () => {
  const { body } = await sendRequest(server.transport, { path: "/" });

  const { paths } = body as { readonly paths: readonly string[] };
  expect(paths).toEqual(expect.arrayContaining(ready.map((name) => `/readyz/${name}`)));
});
