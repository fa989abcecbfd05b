import assert from "node:assert/strict";
import type { Subject } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { test } from "vitest";
import type { AccessRequest } from "../authorization/authorizer.ts";
import { matchesFlowSchema } from "./match.ts";

const user = { name: "system:serviceaccount:ns:robot", groups: ["system:serviceaccounts"] };
const scale: AccessRequest = {
  user,
  verb: "get",
  target: {
    type: "resource",
    group: "apps",
    version: "v1",
    resource: "deployments",
    subresource: "scale",
    namespace: "ns",
    name: "web",
  },
};
const nodes: AccessRequest = {
  user,
  verb: "list",
  target: { type: "resource", group: "", version: "v1", resource: "nodes", subresource: "", namespace: "", name: "" },
};
const pathRequest = (path: string): AccessRequest => ({ user, verb: "get", target: { type: "path", path } });

const anyone: Subject = { kind: "Group", group: { name: "*" } };
const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] };
const rest = { matchingPrecedence: 1, priorityLevelConfiguration: { name: "x" } };

test.for<readonly [Subject, boolean]>([
  [{ kind: "User", user: { name: "*" } }, true],
  [{ kind: "User", user: { name: "system:serviceaccount:ns:robot" } }, true],
  [{ kind: "User", user: { name: "robot" } }, false],
  [{ kind: "User" }, false],
  [anyone, true],
  [{ kind: "Group", group: { name: "system:serviceaccounts" } }, true],
  [{ kind: "Group", group: { name: "system:masters" } }, false],
  [{ kind: "ServiceAccount", serviceAccount: { namespace: "ns", name: "*" } }, true],
  [{ kind: "ServiceAccount", serviceAccount: { namespace: "n", name: "*" } }, false],
  [{ kind: "ServiceAccount", serviceAccount: { namespace: "ns", name: "robot" } }, true],
  [{ kind: "ServiceAccount", serviceAccount: { namespace: "ns", name: "other" } }, false],
])("a subject %j: %s", ([subject, expected]) => {
  assert.equal(
    matchesFlowSchema({ ...rest, rules: [{ subjects: [subject], resourceRules: [everything] }] }, scale),
    expected,
  );
});

test.for<readonly [object, AccessRequest, boolean]>([
  [{}, scale, true],
  [{ verbs: ["list"] }, scale, false],
  [{ apiGroups: [""] }, scale, false],
  [{ resources: ["deployments"] }, scale, false],
  [{ resources: ["deployments/scale"] }, scale, true],
  [{ namespaces: ["other"] }, scale, false],
  [{ namespaces: ["other", "ns"], clusterScope: false }, scale, true],
  [{}, nodes, true],
  [{ clusterScope: false }, nodes, false],
  [{}, pathRequest("/version"), false],
])("a resource rule with %j", ([changes, request, expected]) => {
  const resourceRules = [{ ...everything, ...changes }];

  assert.equal(matchesFlowSchema({ ...rest, rules: [{ subjects: [anyone], resourceRules }] }, request), expected);
});

test.for<readonly [string, string, boolean]>([
  ["*", "/version", true],
  ["/healthz", "/healthz", true],
  ["/healthz", "/healthz/etcd", true],
  ["/healthz", "/healthzy", false],
  ["/healthz/*", "/healthz/etcd", true],
  ["/healthz/*", "/healthz", false],
  ["/", "/version", true],
])("the non-resource URL %s for the path %s: %s", ([url, path, expected]) => {
  const nonResourceRules = [{ verbs: ["get"], nonResourceURLs: [url] }];

  assert.equal(
    matchesFlowSchema({ ...rest, rules: [{ subjects: [anyone], nonResourceRules }] }, pathRequest(path)),
    expected,
  );
});
