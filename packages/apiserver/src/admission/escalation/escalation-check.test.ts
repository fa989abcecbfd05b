import assert from "node:assert/strict";
import { test } from "vitest";
import type { UserInfo } from "../../authentication/user-info.ts";
import { startTestServer } from "../../testdata/test-server.ts";
import type { TestServer } from "../../testdata/test-server.ts";

const group = "rbac.authorization.k8s.io";
const api = `/apis/${group}/v1`;
const roles = `${api}/namespaces/default/roles`;
const roleBindings = `${api}/namespaces/default/rolebindings`;
const clusterRoles = `${api}/clusterroles`;
const clusterRoleBindings = `${api}/clusterrolebindings`;

const ann: UserInfo = { name: "ann", groups: ["devs"] };
const writesRbac = { apiGroups: [group], resources: ["*"], verbs: ["create", "update", "patch"] };
const getPods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const getSecrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
const secretsAreMissing =
  'user "ann" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
  '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';

function binding(name: string, kind: string, role: string, subjects: readonly object[] = []): object {
  return { metadata: { name }, roleRef: { apiGroup: group, kind, name: role }, subjects };
}

/** A server where ann may write roles and bindings, read Pods, and has the permissions in `rules`. */
async function startWithAnn(...rules: readonly object[]): Promise<TestServer> {
  const server = startTestServer();
  await server.send("POST", clusterRoles, { metadata: { name: "ann" }, rules: [writesRbac, getPods, ...rules] });
  await server.send("POST", clusterRoleBindings, binding("ann", "ClusterRole", "ann", [{ kind: "User", name: "ann" }]));
  await server.send("POST", clusterRoles, { metadata: { name: "secrets" }, rules: [getSecrets] });
  return server;
}

test("creating a role with rights that the user does not hold is rejected, and the error lists them", async () => {
  const { sendAs } = await startWithAnn();

  const { status, json } = await sendAs(ann, "POST", roles, { metadata: { name: "r" }, rules: [getPods, getSecrets] });

  assert.equal(status, 403);
  assert.equal(json.message, `roles.${group} "r" is forbidden: ${secretsAreMissing}`);
  assert.deepEqual(json.details, { name: "r", group, kind: "roles" });
});

test("binding a role with rights that the user does not hold is rejected, and the error lists them", async () => {
  const { sendAs } = await startWithAnn();

  const inNamespace = await sendAs(ann, "POST", roleBindings, binding("b", "ClusterRole", "secrets"));
  const inCluster = await sendAs(ann, "POST", clusterRoleBindings, binding("b", "ClusterRole", "secrets"));

  assert.equal(inNamespace.json.message, `rolebindings.${group} "b" is forbidden: ${secretsAreMissing}`);
  assert.equal(inCluster.json.message, `clusterrolebindings.${group} "b" is forbidden: ${secretsAreMissing}`);
});

test.for<[string, readonly object[], string, object, number]>([
  ["grants rights that they hold", [], roles, { metadata: { name: "r" }, rules: [getPods] }, 201],
  [
    "may escalate roles",
    [{ apiGroups: [group], resources: ["roles"], verbs: ["escalate"] }],
    roles,
    { metadata: { name: "r" }, rules: [getSecrets] },
    201,
  ],
  [
    "may escalate ClusterRoles only",
    [{ apiGroups: [group], resources: ["clusterroles"], verbs: ["escalate"] }],
    roles,
    { metadata: { name: "r" }, rules: [getSecrets] },
    403,
  ],
  [
    "may escalate a named role that does not exist",
    [{ apiGroups: [group], resources: ["roles"], verbs: ["escalate"], resourceNames: ["r"] }],
    roles,
    { metadata: { name: "r" }, rules: [getSecrets] },
    403,
  ],
  [
    "may bind roles and creates one",
    [{ apiGroups: [group], resources: ["*"], verbs: ["bind"] }],
    roles,
    { metadata: { name: "r" }, rules: [getSecrets] },
    403,
  ],
  [
    "may bind this role",
    [{ apiGroups: [group], resources: ["clusterroles"], verbs: ["bind"], resourceNames: ["secrets"] }],
    clusterRoleBindings,
    binding("b", "ClusterRole", "secrets"),
    201,
  ],
  [
    "may bind another role",
    [{ apiGroups: [group], resources: ["clusterroles"], verbs: ["bind"], resourceNames: ["view"] }],
    clusterRoleBindings,
    binding("b", "ClusterRole", "secrets"),
    403,
  ],
  ["binds a role that does not exist", [], roleBindings, binding("b", "Role", "none"), 404],
  [
    "may bind a missing role",
    [{ apiGroups: [group], resources: ["roles"], verbs: ["bind"] }],
    roleBindings,
    binding("b", "Role", "none"),
    201,
  ],
  ["binds an object that is not a role", [], roleBindings, binding("b", "Pod", "p"), 500],
  ["omits the name of the role", [], roleBindings, binding("b", "Role", ""), 400],
  ["names a role by a path", [], roleBindings, binding("b", "Role", "a/b"), 400],
  ["binds a Role in a ClusterRoleBinding", [], clusterRoleBindings, binding("b", "Role", "r"), 400],
])("a user who %s gets the response of kube-apiserver", async ([, rules, path, body, expected]) => {
  const { sendAs } = await startWithAnn(...rules);

  const { status } = await sendAs(ann, "POST", path, body);

  assert.equal(status, expected);
});

test("a user may grant the rights of a RoleBinding in its namespace only", async () => {
  const { send, sendAs } = await startWithAnn();
  await send("POST", roleBindings, binding("s", "ClusterRole", "secrets", [{ kind: "Group", name: "devs" }]));
  const role = { metadata: { name: "r" }, rules: [getSecrets] };

  const here = await sendAs(ann, "POST", roles, role);
  const there = await sendAs(ann, "POST", `${api}/namespaces/other/roles`, role);
  const everywhere = await sendAs(ann, "POST", clusterRoles, role);

  assert.deepEqual([here.status, there.status, everywhere.status], [201, 403, 403]);
});

test("an update requires all rights of the role, including unchanged ones", async () => {
  const { send, sendAs } = await startWithAnn();
  const { json: role } = await send("POST", roles, { metadata: { name: "r" }, rules: [getSecrets] });
  const put = (body: object): ReturnType<TestServer["send"]> => sendAs(ann, "PUT", `${roles}/r`, body);

  const labelled = await put({ ...role, metadata: { ...role.metadata, labels: { a: "b" } } });
  const same = await put(role);
  const collected = await put({ ...role, metadata: { ...role.metadata, finalizers: ["x.io/y"] } });
  const reduced = await put({ metadata: { name: "r" }, rules: [] });
  const grown = await put({ metadata: { name: "r" }, rules: [getSecrets] });

  assert.deepEqual(
    [labelled, same, collected, reduced, grown].map(({ status }) => status),
    [403, 200, 200, 200, 403],
  );
});

test("the verb escalate on a named role permits updates of the role", async () => {
  const named = { apiGroups: [group], resources: ["roles"], verbs: ["escalate"], resourceNames: ["r"] };
  const { send, sendAs } = await startWithAnn(named);
  await send("POST", roles, { metadata: { name: "r" }, rules: [] });
  await send("POST", roles, { metadata: { name: "other" }, rules: [] });
  const put = (name: string): ReturnType<TestServer["send"]> =>
    sendAs(ann, "PUT", `${roles}/${name}`, { metadata: { name }, rules: [getSecrets] });

  assert.deepEqual([(await put("r")).status, (await put("other")).status], [200, 403]);
});

test("creating, changing or removing an aggregation rule requires full permissions", async () => {
  const { send, sendAs } = await startWithAnn();
  const root: UserInfo = { name: "root", groups: [] };
  const everything = [
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
    { nonResourceURLs: ["*"], verbs: ["*"] },
  ];
  await send("POST", clusterRoles, { metadata: { name: "all" }, rules: everything });
  await send("POST", clusterRoleBindings, binding("all", "ClusterRole", "all", [{ kind: "User", name: "root" }]));
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] };
  const role = { metadata: { name: "sum" }, aggregationRule, rules: [] };

  const rejected = await sendAs(ann, "POST", clusterRoles, role);
  const made = await sendAs(root, "POST", clusterRoles, role);
  const ended = await sendAs(ann, "PUT", `${clusterRoles}/sum`, { metadata: { name: "sum" }, rules: [] });

  const text = `clusterroles.${group} "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule`;
  assert.deepEqual([rejected.status, made.status, ended.status], [403, 201, 403]);
  assert.deepEqual([rejected.json.message, ended.json.message], [text, text]);
});

test("the error names the missing roles of the user", async () => {
  const { send, sendAs } = await startWithAnn();
  const subjects = [{ kind: "User", name: "ann" }];
  await send("POST", roleBindings, binding("b1", "Role", "gone", subjects));
  await send("POST", roleBindings, binding("b2", "ClusterRole", "gone", subjects));
  const role = { metadata: { name: "r" }, rules: [getSecrets] };

  const one = await sendAs(ann, "POST", roles, role);
  await send("POST", roleBindings, binding("b3", "Role", "lost", subjects));
  const two = await sendAs(ann, "POST", roles, role);

  const rejected = `roles.${group} "r" is forbidden: ${secretsAreMissing}; resolution errors: `;
  assert.equal(one.json.message, `${rejected}[roles.${group} "gone" not found]`);
  assert.equal(two.json.message, `${rejected}[[roles.${group} "gone" not found, roles.${group} "lost" not found]]`);
});

test("a server with AlwaysAllow permits escalation", async () => {
  const { sendAs } = startTestServer({ authorization: "AlwaysAllow" });

  const { status } = await sendAs(ann, "POST", roles, { metadata: { name: "r" }, rules: [getSecrets] });

  assert.equal(status, 201);
});
