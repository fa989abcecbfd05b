/** Each response names the FlowSchema and the priority level of its request. */
import { headerOf } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";

let server: ServerUnderTest;
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  server = await startServerUnderTest();
  names = await namesByUid();
});

afterAll(() => server[Symbol.asyncDispose]());

interface List {
  readonly items: readonly { readonly metadata: { readonly name: string; readonly uid: string } }[];
}

async function namesByUid(): Promise<ReadonlyMap<string, string>> {
  const paths = [`${group}/flowschemas`, `${group}/prioritylevelconfigurations`];
  const lists = await Promise.all(paths.map((path) => sendRequest(server.transport, { path })));
  return new Map(
    lists.flatMap(({ body }) => (body as List).items.map(({ metadata }) => [metadata.uid, metadata.name])),
  );
}

/** The names of schema and level in the headers of the response. */
async function flowOf(request: TestRequest): Promise<readonly (string | undefined)[]> {
  const { headers } = await sendRequest(server.transport, request);
  return ["x-kubernetes-pf-flowschema-uid", "x-kubernetes-pf-prioritylevel-uid"].map((name) => {
    const uid = headerOf(headers, name);
    return uid === undefined ? undefined : names.get(uid);
  });
}

const as = (user: string, ...groups: readonly string[]): { readonly [name: string]: string | readonly string[] } => ({
  "impersonate-user": user,
  ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
});
const pods = "/api/v1/namespaces/default/pods";
const lease = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/x";

test.for<readonly [string, TestRequest, readonly string[]]>([
  ["a member of system:masters", { path: pods }, ["exempt", "exempt"]],
  ["the scheduler", { path: pods, headers: as("system:kube-scheduler") }, ["kube-scheduler", "workload-high"]],
  [
    "the scheduler with its Lease",
    { path: lease, headers: as("system:kube-scheduler") },
    ["system-leader-election", "leader-election"],
  ],
  [
    "a node with itself",
    { path: "/api/v1/nodes/n", headers: as("system:node:n", "system:nodes") },
    ["system-node-high", "node-high"],
  ],
  ["a node with Pods", { path: pods, headers: as("system:node:n", "system:nodes") }, ["system-nodes", "system"]],
  [
    "a service account of kube-system",
    { path: pods, headers: as("system:serviceaccount:kube-system:a") },
    ["kube-system-service-accounts", "workload-high"],
  ],
  [
    "another service account",
    { path: pods, headers: as("system:serviceaccount:default:a") },
    ["service-accounts", "workload-low"],
  ],
  ["any other user, who is refused", { path: pods, headers: as("jane") }, ["global-default", "global-default"]],
  ["a probe", { path: "/livez", headers: as("jane") }, ["probes", "exempt"]],
  ["a probe of one check", { path: "/readyz/ping", headers: as("jane") }, ["probes", "exempt"]],
  ["a POST to a probe", { path: "/livez", method: "POST", headers: as("jane") }, ["global-default", "global-default"]],
  ["discovery", { path: "/apis", headers: as("jane") }, ["global-default", "global-default"]],
  ["a path that is not there", { path: "/none" }, ["exempt", "exempt"]],
])("%s", async ([, request, flow]) => {
  expect(await flowOf(request)).toEqual(flow);
});

test("a request for the log of a Pod has no flow", async () => {
  expect(await flowOf({ path: `${pods}/none/log` })).toEqual([undefined, undefined]);
});

test("a FlowSchema of lower matchingPrecedence gets matching requests until it is deleted", async () => {
  const name = server.uniqueName("schema");
  const user = server.uniqueName("user");
  const rules = [
    {
      subjects: [{ kind: "User", user: { name: user } }],
      resourceRules: [{ verbs: ["list"], apiGroups: [""], resources: ["pods"], namespaces: ["default"] }],
    },
  ];
  const spec = { matchingPrecedence: 700, priorityLevelConfiguration: { name: "system" }, rules };
  const { body } = await sendRequest(server.transport, {
    method: "POST",
    path: `${group}/flowschemas`,
    body: { metadata: { name }, spec },
  });
  const { uid } = (body as List["items"][number]).metadata;
  const uidOf = async (path: string): Promise<string | undefined> =>
    headerOf(
      (await sendRequest(server.transport, { path, headers: as(user) })).headers,
      "x-kubernetes-pf-flowschema-uid",
    );

  await expect.poll(() => uidOf(pods)).toBe(uid);
  expect(await flowOf({ path: `${pods}/x`, headers: as(user) })).toEqual(["global-default", "global-default"]);
  await sendRequest(server.transport, { method: "DELETE", path: `${group}/flowschemas/${name}` });
  await expect.poll(() => flowOf({ path: pods, headers: as(user) })).toEqual(["global-default", "global-default"]);
});
