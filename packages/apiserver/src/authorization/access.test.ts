import assert from "node:assert/strict";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { createInProcessTransport } from "../in-process-transport.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { shown, startTestServer } from "../testdata/test-server.ts";
import type { TestResponse, TestServer } from "../testdata/test-server.ts";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const ann: UserInfo = { name: "ann", groups: ["readers"] };
const anonymous: UserInfo = { name: "system:anonymous", groups: ["system:unauthenticated"] };

async function grant(
  { send }: TestServer,
  rules: readonly object[],
  subjects: readonly object[],
  namespace?: string,
): Promise<void> {
  const [role, binding] =
    namespace === undefined ? ["ClusterRole", "clusterrolebindings"] : ["Role", `namespaces/${namespace}/rolebindings`];
  const roles = namespace === undefined ? "clusterroles" : `namespaces/${namespace}/roles`;
  await send("POST", `${rbac}/${roles}`, { metadata: { name: "r" }, rules });
  await send("POST", `${rbac}/${binding}`, { metadata: { name: "rb" }, subjects, roleRef: { kind: role, name: "r" } });
}

test.for<[string, string, string]>([
  [
    "GET",
    "/api/v1/namespaces/default/configmaps/c",
    'configmaps "c" is forbidden: User "ann" cannot get resource "configmaps" in API group "" in the namespace "default"',
  ],
  [
    "GET",
    "/api/v1/configmaps",
    'configmaps is forbidden: User "ann" cannot list resource "configmaps" in API group "" at the cluster scope',
  ],
  [
    "GET",
    "/api/v1/configmaps?watch=1",
    'configmaps is forbidden: User "ann" cannot watch resource "configmaps" in API group "" at the cluster scope',
  ],
  [
    "DELETE",
    "/apis/x.io/v1/namespaces/n/widgets",
    'widgets.x.io is forbidden: User "ann" cannot deletecollection resource "widgets" in API group "x.io" in the namespace "n"',
  ],
  [
    "PUT",
    "/apis/x.io/v1/namespaces/n/widgets/w/scale",
    'widgets.x.io "w" is forbidden: User "ann" cannot update resource "widgets/scale" in API group "x.io" in the namespace "n"',
  ],
  [
    "GET",
    "/apis/nowhere.io/v1/bogus",
    'bogus.nowhere.io is forbidden: User "ann" cannot list resource "bogus" in API group "nowhere.io" at the cluster scope',
  ],
  ["GET", "/metrics", 'forbidden: User "ann" cannot get path "/metrics"'],
])("%s %s without permission gets 403, whether the object exists or not", async ([method, path, message]) => {
  const { sendAs } = startTestServer();

  const { status, json } = await sendAs(ann, method, path);

  assert.equal(status, 403);
  assert.equal(json.reason, "Forbidden");
  assert.equal(json.message, message);
});

test.for<[string, readonly object[], readonly object[], string, boolean]>([
  [
    "a user by name",
    [{ verbs: ["get"], apiGroups: [""], resources: ["configmaps"] }],
    [{ kind: "User", name: "ann" }],
    "get c",
    true,
  ],
  [
    "a group",
    [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
    [{ kind: "Group", name: "readers" }],
    "get c",
    true,
  ],
  [
    "another verb",
    [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"] }],
    [{ kind: "User", name: "ann" }],
    "get c",
    false,
  ],
  [
    "another API group",
    [{ verbs: ["get"], apiGroups: ["apps"], resources: ["configmaps"] }],
    [{ kind: "User", name: "ann" }],
    "get c",
    false,
  ],
  [
    "a name",
    [{ verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["c"] }],
    [{ kind: "User", name: "ann" }],
    "get c",
    true,
  ],
  [
    "another name",
    [{ verbs: ["get"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["d"] }],
    [{ kind: "User", name: "ann" }],
    "get c",
    false,
  ],
  [
    "a name, for a list",
    [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["c"] }],
    [{ kind: "User", name: "ann" }],
    "list",
    false,
  ],
  [
    "a name, for a list of this name",
    [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"], resourceNames: ["c"] }],
    [{ kind: "User", name: "ann" }],
    "list c",
    true,
  ],
  [
    "all scales",
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["*/scale"] }],
    [{ kind: "User", name: "ann" }],
    "scale",
    true,
  ],
  [
    "the resource, for its subresource",
    [{ verbs: ["get"], apiGroups: ["*"], resources: ["widgets"] }],
    [{ kind: "User", name: "ann" }],
    "scale",
    false,
  ],
])("a rule for %s decides", async ([, rules, subjects, what, allowed]) => {
  const server = startTestServer();
  await server.send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "c" } });
  await server.send("POST", "/apis/x.io/v1/namespaces/default/widgets", {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
  });
  await grant(server, rules, subjects);
  const paths: Record<string, string> = {
    "get c": "/api/v1/namespaces/default/configmaps/c",
    list: "/api/v1/namespaces/default/configmaps",
    "list c": "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Dc",
    scale: "/apis/x.io/v1/namespaces/default/widgets/w/scale",
  };

  const { status } = await server.sendAs(ann, "GET", paths[what] ?? "");

  assert.equal(status, allowed ? 200 : 403);
});

test("a RoleBinding applies to its namespace only, and so does a ServiceAccount subject without a namespace", async () => {
  const server = startTestServer();
  await grant(
    server,
    [{ verbs: ["list"], apiGroups: [""], resources: ["configmaps"] }],
    [{ kind: "ServiceAccount", name: "robot" }],
    "a",
  );
  const robot: UserInfo = { name: "system:serviceaccount:a:robot", groups: [] };

  const inside = await server.sendAs(robot, "GET", "/api/v1/namespaces/a/configmaps");
  const outside = await server.sendAs(robot, "GET", "/api/v1/namespaces/b/configmaps");

  assert.deepEqual([inside.status, outside.status], [200, 403]);
});

test("a rule about paths matches equal paths, and prefixes with a wildcard", async () => {
  const server = startTestServer();
  await grant(
    server,
    [{ verbs: ["get"], nonResourceURLs: ["/version", "/openapi/*"] }],
    [{ kind: "Group", name: "system:unauthenticated" }],
  );

  const statuses = await Promise.all(
    ["/version", "/openapi/v3", "/livez"].map(async (path) => (await server.sendAs(anonymous, "GET", path)).status),
  );

  assert.deepEqual(statuses, [200, 200, 403]);
});

test("creating and deleting a binding takes effect with the next request", async () => {
  const server = startTestServer();
  const before = await server.sendAs(ann, "GET", "/api/v1/nodes");
  await grant(server, [{ verbs: ["list"], apiGroups: [""], resources: ["nodes"] }], [{ kind: "User", name: "ann" }]);
  const granted = await server.sendAs(ann, "GET", "/api/v1/nodes");
  await server.send("DELETE", `${rbac}/clusterroles/r`);
  const revoked = await server.sendAs(ann, "GET", "/api/v1/nodes");

  assert.deepEqual([before.status, granted.status, revoked.status], [403, 200, 403]);
});

test("AlwaysAllow allows every request, also in access reviews", async () => {
  const { sendAs } = startTestServer({ authorization: "AlwaysAllow" });
  const spec = { resourceAttributes: { verb: "delete", resource: "nodes" } };

  const list = await sendAs(ann, "GET", "/api/v1/nodes");
  const review = await sendAs(ann, "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec });

  assert.equal(list.status, 200);
  assert.deepEqual([review.status, review.json.status], [201, { allowed: true }]);
});

test("reviews return the permissions of a user, the reason, and the identity of the user", async () => {
  const server = startTestServer();
  await grant(
    server,
    [
      { verbs: ["list"], apiGroups: [""], resources: ["nodes"] },
      { verbs: ["create"], apiGroups: ["*"], resources: ["*"] },
    ],
    [{ kind: "User", name: "ann" }],
  );
  const reviewOf = (verb: string): object => ({ spec: { resourceAttributes: { verb, resource: "nodes" } } });

  const yes = await server.sendAs(
    ann,
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    reviewOf("list"),
  );
  const no = await server.sendAs(
    ann,
    "POST",
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    reviewOf("delete"),
  );
  const other = await server.send("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
    spec: { user: "ann", nonResourceAttributes: { verb: "get", path: "/x" } },
  });
  const rules = await server.sendAs(ann, "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
    spec: { namespace: "default" },
  });
  const who = await server.sendAs(ann, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", {});

  assert.deepEqual(yes.json.status, {
    allowed: true,
    reason: 'RBAC: allowed by ClusterRoleBinding "rb" of ClusterRole "r" to User "ann"',
  });
  assert.deepEqual(no.json.status, { allowed: false });
  assert.deepEqual(other.json.status, { allowed: false });
  assert.deepEqual(rules.json.status.resourceRules[0], { verbs: ["list"], apiGroups: [""], resources: ["nodes"] });
  assert.deepEqual(who.json.status.userInfo, { username: "ann", groups: ["readers", "system:authenticated"] });
});

test("impersonation requires the verb impersonate", async () => {
  const server = startTestServer();
  const as = async (user: UserInfo, headers: Record<string, string>): Promise<TestResponse["json"]> => {
    const response = await createInProcessTransport(server.server.handle, user).request({
      method: "POST",
      path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      headers,
      body: "{}",
    });
    return shown(await readText(response));
  };
  await grant(
    server,
    [{ verbs: ["create"], apiGroups: ["*"], resources: ["*"] }],
    [{ kind: "Group", name: "system:authenticated" }],
  );
  const root: UserInfo = { name: "root", groups: ["system:masters"] };

  const acted = await as(root, { "impersonate-user": "bob", "impersonate-group": "devs" });
  const robot = await as(root, { "impersonate-user": "system:serviceaccount:a:robot" });
  const rejected = await as(ann, { "impersonate-user": "bob" });
  const noUser = await as(root, { "impersonate-group": "devs" });

  assert.deepEqual(acted.status.userInfo, { username: "bob", groups: ["devs", "system:authenticated"] });
  assert.deepEqual(robot.status.userInfo.groups, [
    "system:serviceaccounts",
    "system:serviceaccounts:a",
    "system:authenticated",
  ]);
  assert.equal(
    rejected.message,
    'selfsubjectreviews.authentication.k8s.io is forbidden: User "ann" cannot impersonate-on:user-info:create resource "selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope',
  );
  assert.equal(noUser.code, 400);
});
