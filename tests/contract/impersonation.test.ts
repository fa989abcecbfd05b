// Impersonation by service accounts: the rights of each mode, and who the requester becomes.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation, https://kep.k8s.io/5284
import type { HeaderMap, Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openTokenTransports } from "../token-transport.ts";
import type { TokenTransports } from "../token-transport.ts";

let server: ServerUnderTest;
let transports: TokenTransports;
let namespace: string;
let node: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  transports = await openTokenTransports(server);
  namespace = await server.createNamespace();
  node = server.uniqueName("node");
  await post("/api/v1/nodes", { metadata: { name: node } });
});

afterAll(async () => {
  await transports[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function post(path: string, body: object, transport = server.transport): Promise<unknown> {
  const { status, body: created } = await sendRequest(transport, { method: "POST", path, body });
  expect([path, status]).toEqual([path, 201]);
  return created;
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** A service account with these rights in the whole cluster. With `isOnNode`, its token is that of a Pod on the node of this file. */
async function requester(rules: readonly Rule[], isOnNode = false): Promise<Transport> {
  const name = server.uniqueName("requester");
  const inNamespace = `/api/v1/namespaces/${namespace}`;
  await post(`${inNamespace}/serviceaccounts`, { metadata: { name } });
  if (isOnNode) {
    const spec = { serviceAccountName: name, nodeName: node, containers: [{ name: "c", image: "x" }] };
    await post(`${inNamespace}/pods`, { metadata: { name }, spec });
  }
  const spec = isOnNode ? { boundObjectRef: { apiVersion: "v1", kind: "Pod", name } } : {};
  const issued = await post(`${inNamespace}/serviceaccounts/${name}/token`, { spec });
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const probe = { apiGroups: [""], resources: ["secrets"], resourceNames: ["probe"], verbs: ["get"] };
  await post(`${rbac}/clusterroles`, { metadata: { name }, rules: [...rules, probe] });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
  const subjects = [{ kind: "ServiceAccount", name, namespace }];
  await post(`${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
  const transport = transports.of((issued as { readonly status: { readonly token: string } }).status.token);
  const inEffect = async (): Promise<number> =>
    (await sendRequest(transport, { path: `${inNamespace}/secrets/probe` })).status;
  await expect.poll(inEffect).toBe(404); // A kube-apiserver applies a new role a moment later.
  return transport;
}

/** The user of a request with these headers, or the message of its rejection, without the name of the requester. */
async function become(transport: Transport, headers: HeaderMap): Promise<unknown> {
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const { status, body } = await sendRequest(transport, { method: "POST", path, body: {}, headers });
  const answer = body as { readonly message?: string; readonly status?: { readonly userInfo?: unknown } };
  if (status === 201) return answer.status?.userInfo;
  return [status, answer.message?.replace(/User "system:serviceaccount:[^"]+"/u, "User")];
}

const authentication = "authentication.k8s.io";
const everyone: Rule = { apiGroups: ["*"], resources: ["*"], verbs: ["impersonate"] };

function on(mode: string): Rule {
  return { apiGroups: [authentication], resources: ["selfsubjectreviews"], verbs: [`impersonate-on:${mode}:create`] };
}

function mode(name: string, resources: readonly string[], resourceNames?: readonly string[]): Rule {
  const verbs = [`impersonate:${name}`];
  return { apiGroups: [authentication], resources, verbs, ...(resourceNames === undefined ? {} : { resourceNames }) };
}

const authenticated = "system:authenticated";
const ann = { "impersonate-user": "ann" };
const forbiddenForAnyReason: unknown = [403, expect.any(String)];

/** The group `system:authenticated` has the right to create reviews. */
function withoutBasicRights(user: string): unknown {
  const resource = 'resource "selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope';
  return [403, `selfsubjectreviews.authentication.k8s.io is forbidden: User "${user}" cannot create ${resource}`];
}

test("the verb impersonate allows every user, with the groups that the headers imply", async () => {
  const transport = await requester([everyone]);
  const table: readonly [HeaderMap, unknown][] = [
    [ann, { username: "ann", groups: [authenticated] }],
    [
      { ...ann, "impersonate-group": ["a", "b"] },
      { username: "ann", groups: ["a", "b", authenticated] },
    ],
    [{ ...ann, "impersonate-group": "system:unauthenticated" }, withoutBasicRights("ann")],
    [
      { ...ann, "impersonate-uid": "7", "impersonate-extra-acme.io%2fscope": ["x", "y"] },
      { username: "ann", uid: "7", groups: [authenticated], extra: { "acme.io/scope": ["x", "y"] } },
    ],
    [
      { ...ann, "impersonate-extra-a%zz": "x" },
      { username: "ann", groups: [authenticated], extra: { "a%zz": ["x"] } },
    ],
    [{ "impersonate-user": "system:anonymous" }, withoutBasicRights("system:anonymous")],
    [
      { "impersonate-user": "system:serviceaccount:n:x" },
      {
        username: "system:serviceaccount:n:x",
        groups: ["system:serviceaccounts", "system:serviceaccounts:n", authenticated],
      },
    ],
    [
      { "impersonate-user": "system:serviceaccount:n:x", "impersonate-group": "g" },
      { username: "system:serviceaccount:n:x", groups: ["g", authenticated] },
    ],
    [
      { "impersonate-user": "system:serviceaccount:Bad_NS:x" },
      { username: "system:serviceaccount:Bad_NS:x", groups: [authenticated] },
    ],
    [{ "impersonate-user": "system:node:n" }, { username: "system:node:n", groups: [authenticated] }],
  ];
  for (const [headers, user] of table) expect(await become(transport, headers)).toEqual(user);
});

test("headers without a user name are ignored if they are empty, and otherwise rejected", async () => {
  const transport = await requester([]);
  const self = await become(transport, {});

  expect(await become(transport, { "impersonate-user": "" })).toEqual(self);
  expect(await become(transport, { "impersonate-user": "", "impersonate-uid": "" })).toEqual(self);
  expect(await become(transport, { "impersonate-unknown": "x" })).toEqual(self);
  expect(await become(transport, { "impersonate-group": "g" })).toEqual([
    400,
    'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g"}, Extra:map[string][]string(nil)} without impersonating a user name',
  ]);
  expect(
    await become(transport, { "impersonate-uid": "u", "impersonate-extra-b": "\\", "impersonate-extra-a": "" }),
  ).toEqual([
    400,
    'requested &user.DefaultInfo{Name:"", UID:"u", Groups:[]string(nil), Extra:map[string][]string{"a":[]string{""}, "b":[]string{"\\\\"}}} without impersonating a user name',
  ]);
});

test("a user without rights gets the error of the first mode for the wanted user", async () => {
  const transport = await requester([]);
  const denied = (name: string): unknown => [
    403,
    `selfsubjectreviews.authentication.k8s.io is forbidden: User cannot impersonate-on:${name}:create resource "selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope`,
  ];

  expect(await become(transport, ann)).toEqual(denied("user-info"));
  expect(await become(transport, { "impersonate-user": "system:serviceaccount:n:x" })).toEqual(
    denied("serviceaccount"),
  );
  expect(await become(transport, { "impersonate-user": "system:serviceaccount:N:x" })).toEqual(denied("user-info"));
  expect(await become(transport, { "impersonate-user": "system:node:n" })).toEqual(denied("arbitrary-node"));
  expect(await become(transport, { "impersonate-user": "system:node:n", "impersonate-group": "g" })).toEqual([
    403,
    'users "system:node:n" is forbidden: User cannot impersonate resource "users" in API group "" at the cluster scope',
  ]);
});

test("a constrained mode needs a right for the request, and one for each field of the user", async () => {
  const transport = await requester([
    on("user-info"),
    mode("user-info", ["users", "groups"], ["ann", "a"]),
    mode("user-info", ["userextras/acme.io/scope"], ["x"]),
  ]);
  const forbidden = (what: string, problem = ""): unknown => [
    403,
    `${what.replace(/ resource.*/u, "")} is forbidden: User cannot impersonate:user-info${what.replace(/^.*? resource/u, " resource")}${problem}`,
  ];

  expect(
    await become(transport, { ...ann, "impersonate-group": "a", "impersonate-extra-acme.io%2fscope": "x" }),
  ).toEqual({
    username: "ann",
    groups: ["a", authenticated],
    extra: { "acme.io/scope": ["x"] },
  });
  const inGroup = 'in API group "authentication.k8s.io" at the cluster scope';
  expect(await become(transport, { "impersonate-user": "bob" })).toEqual(
    forbidden(`users.authentication.k8s.io "bob" resource "users" ${inGroup}`),
  );
  expect(await become(transport, { ...ann, "impersonate-uid": "u" })).toEqual(
    forbidden(`uids.authentication.k8s.io "u" resource "uids" ${inGroup}`),
  );
  expect(await become(transport, { ...ann, "impersonate-group": ["a", ""] })).toEqual(
    forbidden(
      `groups.authentication.k8s.io resource "groups" ${inGroup}`,
      ": impersonating the empty string group is not allowed",
    ),
  );
  expect(await become(transport, { ...ann, "impersonate-group": "system:masters" })).toEqual(
    forbidden(
      `groups.authentication.k8s.io "system:masters" resource "groups" ${inGroup}`,
      ": impersonating the system:masters group is not allowed",
    ),
  );
  expect(await become(transport, { ...ann, "impersonate-extra-scope": "x" })).toEqual(
    forbidden(
      `userextras.authentication.k8s.io resource "userextras" ${inGroup}`,
      ': impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scope": must be a domain-prefixed path (such as "acme.io/foo")',
    ),
  );
});

test("a constrained mode does not apply to other verbs", async () => {
  const transport = await requester([on("user-info"), mode("user-info", ["*"])]);

  const { status, body } = await sendRequest(transport, { path: "/api/v1/nodes", headers: ann });

  expect([status, (body as { readonly message: string }).message]).toEqual([
    403,
    expect.stringContaining(
      'cannot impersonate-on:user-info:list resource "nodes" in API group "" at the cluster scope',
    ),
  ]);
});

test("a right to all groups allows many groups at once", async () => {
  const transport = await requester([on("user-info"), mode("user-info", ["users", "groups"], ["ann", "*"])]);
  const groups = ["a", "b", "c", "d"];

  expect(await become(transport, { ...ann, "impersonate-group": groups })).toMatchObject({ username: "ann" });
  expect(await become(transport, { ...ann, "impersonate-group": groups.slice(1) })).toEqual(forbiddenForAnyReason);
});

test("service accounts and nodes have their own modes", async () => {
  const transport = await requester([
    on("serviceaccount"),
    mode("serviceaccount", ["serviceaccounts"]),
    on("arbitrary-node"),
    mode("arbitrary-node", ["nodes"], ["n1"]),
  ]);

  expect(await become(transport, { "impersonate-user": "system:serviceaccount:n:x" })).toEqual({
    username: "system:serviceaccount:n:x",
    groups: ["system:serviceaccounts", "system:serviceaccounts:n", authenticated],
  });
  expect(await become(transport, { "impersonate-user": "system:node:n1" })).toEqual({
    username: "system:node:n1",
    groups: ["system:nodes", authenticated],
  });
  expect(await become(transport, { "impersonate-user": "system:node:n2" })).toEqual(forbiddenForAnyReason);
  expect(await become(transport, ann)).toEqual(forbiddenForAnyReason);
});

test("a service account becomes the node of its Pod, with a right to all nodes", async () => {
  const allowed = await requester([on("associated-node"), mode("associated-node", ["nodes"])], true);
  const other = await requester([on("associated-node"), mode("associated-node", ["nodes"])]);
  const named = await requester([on("associated-node"), mode("associated-node", ["nodes"], [node])], true);

  expect(await become(allowed, { "impersonate-user": `system:node:${node}` })).toEqual({
    username: `system:node:${node}`,
    groups: ["system:nodes", authenticated],
  });
  expect(await become(allowed, { "impersonate-user": "system:node:other" })).toEqual(forbiddenForAnyReason);
  expect(await become(other, { "impersonate-user": `system:node:${node}` })).toEqual(forbiddenForAnyReason);
  expect(await become(named, { "impersonate-user": `system:node:${node}` })).toEqual([
    403,
    'nodes.authentication.k8s.io "*" is forbidden: User cannot impersonate:associated-node resource "nodes" in API group "authentication.k8s.io" at the cluster scope',
  ]);
});

test("the mode that allowed the last request of a user is tried first, and its error is reported", async () => {
  const transport = await requester([
    { apiGroups: [""], resources: ["users"], resourceNames: ["ann"], verbs: ["impersonate"] },
  ]);

  expect(await become(transport, ann)).toMatchObject({ username: "ann" });
  expect(await become(transport, { "impersonate-user": "bob" })).toEqual([
    403,
    'users "bob" is forbidden: User cannot impersonate resource "users" in API group "" at the cluster scope',
  ]);
});
