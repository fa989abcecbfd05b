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

/** Names on which monitoring relies, in their order. A real server has other checks between them. */
const shared = [
  "ping",
  "etcd",
  "poststarthook/start-apiextensions-controllers",
  "poststarthook/crd-informer-synced",
  "poststarthook/start-system-namespaces-controller",
  "poststarthook/start-kube-apiserver-identity-lease-controller",
  "poststarthook/start-legacy-token-tracking-controller",
  "poststarthook/rbac/bootstrap-roles",
  "poststarthook/scheduling/bootstrap-system-priority-classes",
  "poststarthook/priority-and-fairness-config-producer",
  "poststarthook/bootstrap-controller",
  "poststarthook/apiservice-registration-controller",
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];

async function text(path: string): Promise<string> {
  return (await sendRequest(server.transport, { path })).body as string;
}

test.for([
  ["/healthz", shared, "healthz check passed"],
  ["/livez", shared, "livez check passed"],
  ["/readyz", [...shared.slice(0, 2), "etcd-readiness", ...shared.slice(2), "shutdown"], "readyz check passed"],
] as const)("%s?verbose lists its checks in order", async ([path, names, verdict]) => {
  const lines = (await text(`${path}?verbose`)).trimEnd().split("\n");

  const expected = names.map((name) => `[+]${name} ok`);
  expect(lines.filter((line) => expected.includes(line))).toEqual(expected);
  expect(lines.at(-1)).toBe(verdict);
});

test.for(shared)("the check %s has a path under each endpoint", async (name) => {
  for (const endpoint of ["/healthz", "/livez", "/readyz"]) expect(await text(`${endpoint}/${name}`)).toBe("ok");
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
  expect(paths).toEqual(expect.arrayContaining(shared.map((name) => `/readyz/${name}`)));
});
