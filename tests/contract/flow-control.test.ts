/** FlowSchemas: validation, and the condition of a schema whose priority level is missing. */
import { FlowSchema } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { FlowSchemaCondition } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestResponse } from "../http.ts";
import { sendRequest } from "../http.ts";
import { causesOf } from "./causes.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const group = "/apis/flowcontrol.apiserver.k8s.io/v1";
const schemas = `${group}/flowschemas`;
const levels = `${group}/prioritylevelconfigurations`;

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

function post(path: string, body: object): Promise<TestResponse> {
  return sendRequest(server.transport, { method: "POST", path, body });
}

function patch(path: string, body: object): Promise<TestResponse> {
  return sendRequest(server.transport, {
    method: "PATCH",
    path,
    headers: { "content-type": "application/merge-patch+json" },
    body,
  });
}

/** Waits until the condition of the schema has this status. */
async function untilDangling(name: string, status: string): Promise<FlowSchemaCondition | undefined> {
  const dangling = (schema: FlowSchema | undefined): FlowSchemaCondition | undefined =>
    schema?.status?.conditions?.find((condition) => condition.type === "Dangling" && condition.status === status);
  const schema = await waitFor(FlowSchema, { name }, (found) => dangling(found) !== undefined, server);
  return dangling(schema);
}

const precedence = "spec.matchingPrecedence: Invalid value";

test.for([
  [-1, [`${precedence}: -1: must be a positive value`]],
  [1, [`${precedence}: 1: only the schema named 'exempt' may have matchingPrecedence 1`]],
  [10_001, [`${precedence}: 10001: must not be greater than 10000`]],
] as const)("a matchingPrecedence of %i is refused", async ([matchingPrecedence, causes]) => {
  const spec = { matchingPrecedence, priorityLevelConfiguration: { name: "exempt" } };

  const response = await post(schemas, { metadata: { name: "refused" }, spec });

  expect(response.status).toBe(422);
  expect(causesOf(response)).toEqual(causes);
});

test("a matchingPrecedence of 0 gets the default", async () => {
  const spec = { matchingPrecedence: 0, priorityLevelConfiguration: { name: "exempt" } };

  const { body } = await post(`${schemas}?dryRun=All`, { metadata: { name: "zero" }, spec });

  expect(body).toMatchObject({ spec: { matchingPrecedence: 1000 } });
});

test("a schema needs a priority level, a distinguisher and complete rules", async () => {
  const response = await post(schemas, {
    metadata: { name: "refused" },
    spec: { distinguisherMethod: { type: "X" }, rules: [{}] },
  });

  expect(causesOf(response)).toEqual([
    'spec.distinguisherMethod.type: Unsupported value: {"Type":"X"}: supported values: "ByNamespace", "ByUser"',
    "spec.priorityLevelConfiguration.name: Required value: must reference a priority level",
    "spec.rules[0].subjects: Required value: subjects must contain at least one value",
    "spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty",
  ]);
});

test("subjects have the field of their kind only", async () => {
  const nonResourceRules = [{ verbs: ["*"], nonResourceURLs: ["*"] }];
  const subjects = [
    { kind: "" },
    { kind: "User" },
    { kind: "User", user: { name: "" }, group: { name: "a" }, serviceAccount: { name: "b", namespace: "c" } },
    { kind: "Group", user: { name: "x" } },
    { kind: "ServiceAccount", serviceAccount: { name: "", namespace: "" } },
    { kind: "ServiceAccount", serviceAccount: { name: "*", namespace: "B_" } },
  ];
  const response = await post(schemas, {
    metadata: { name: "refused" },
    spec: { priorityLevelConfiguration: { name: "a" }, rules: [{ subjects, nonResourceRules }] },
  });

  const label = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`;
  const at = "spec.rules[0].subjects";
  expect(causesOf(response)).toEqual([
    `${at}[0].kind: Unsupported value: "": supported values: "Group", "ServiceAccount", "User"`,
    `${at}[1].user: Required value: user is required when subject kind is 'User'`,
    `${at}[2].user.name: Required value`,
    `${at}[2].serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'`,
    `${at}[2].group: Forbidden: group is forbidden when subject kind is not 'Group'`,
    `${at}[3].group: Required value: group is required when subject kind is 'Group'`,
    `${at}[3].user: Forbidden: user is forbidden when subject kind is not 'User'`,
    `${at}[4].serviceAccount.name: Required value`,
    `${at}[4].serviceAccount.namespace: Required value: must specify namespace for service account`,
    `${at}[5].serviceAccount.namespace: Invalid value: "B_": ${label}`,
  ]);
});

test("rules have verbs, groups, resources, namespaces and paths, and a wildcard is the only element", async () => {
  const subjects = [{ kind: "Group", group: { name: "g" } }];
  const resourceRules = [
    { verbs: [], apiGroups: [], resources: [] },
    { verbs: ["*", "get"], apiGroups: ["*", "a"], resources: ["*", "b"], namespaces: ["*", "c"] },
    { verbs: ["x"], apiGroups: ["a"], resources: ["b"], clusterScope: true },
  ];
  const nonResourceRules = [
    { verbs: [], nonResourceURLs: [] },
    { verbs: ["get"], nonResourceURLs: ["*", "/a"] },
    { verbs: ["get"], nonResourceURLs: ["", "a", "/a b", "/a//b", "/a*", "/*/*", "/", "/a/*"] },
  ];
  const response = await post(schemas, {
    metadata: { name: "refused" },
    spec: { priorityLevelConfiguration: { name: "a" }, rules: [{ subjects, resourceRules, nonResourceRules }] },
  });

  const verbs = '"create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"';
  const resource = "spec.rules[0].resourceRules";
  const path = "spec.rules[0].nonResourceRules";
  expect(causesOf(response)).toEqual([
    `${resource}[0].verbs: Required value: verbs must contain at least one value`,
    `${resource}[0].apiGroups: Required value: resource rules must supply at least one api group`,
    `${resource}[0].resources: Required value: resource rules must supply at least one resource`,
    `${resource}[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace`,
    `${resource}[1].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
    `${resource}[1].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other api groups`,
    `${resource}[1].resources: Invalid value: ["*","b"]: if '*' is present, must not specify other resources`,
    `${resource}[1].namespaces: Invalid value: ["*","c"]: if '*' is present, must not specify other namespaces`,
    `${resource}[2].verbs: Unsupported value: ["x"]: supported values: ${verbs}`,
    `${path}[0].verbs: Required value: verbs must contain at least one value`,
    `${path}[0].nonResourceURLs: Required value: nonResourceURLs must contain at least one value`,
    `${path}[1].nonResourceURLs: Invalid value: ["*","/a"]: if '*' is present, must not specify other non-resource URLs`,
    `${path}[2].nonResourceURLs[0]: Invalid value: "": must not be empty`,
    `${path}[2].nonResourceURLs[1]: Invalid value: "a": must start with slash`,
    `${path}[2].nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space`,
    `${path}[2].nonResourceURLs[3]: Invalid value: "/a//b": must not contain double slash`,
    `${path}[2].nonResourceURLs[4]: Invalid value: "/a*": wildcard can only do suffix matching`,
    `${path}[2].nonResourceURLs[5]: Invalid value: "/*/*": wildcard can only do suffix matching`,
  ]);
});

const rejecting = { type: "Limited", limited: { limitResponse: { type: "Reject" } } };

test("a schema whose priority level is missing is dangling until the level is created", async () => {
  const [schema, level] = [server.uniqueName("schema"), server.uniqueName("level")];
  const object = `This FlowSchema references the PriorityLevelConfiguration object named "${level}"`;

  const created = await post(schemas, {
    metadata: { name: schema },
    spec: { priorityLevelConfiguration: { name: level } },
  });
  const missing = await untilDangling(schema, "True");
  await post(levels, { metadata: { name: level }, spec: rejecting });
  const found = await untilDangling(schema, "False");
  await sendRequest(server.transport, { method: "DELETE", path: `${levels}/${level}` });
  const missingAgain = await untilDangling(schema, "True");
  await sendRequest(server.transport, { method: "DELETE", path: `${schemas}/${schema}` });

  expect(created.body).toMatchObject({ status: {} });
  expect(missing).toMatchObject({ reason: "NotFound", message: `${object} but there is no such object` });
  expect(found).toMatchObject({ reason: "Found", message: `${object} and it exists` });
  expect(missingAgain).toMatchObject({ reason: "NotFound" });
});

test("the field manager of flow control applies the condition to the status", async () => {
  const schema = server.uniqueName("schema");
  await post(schemas, { metadata: { name: schema }, spec: { priorityLevelConfiguration: { name: "nowhere" } } });
  await untilDangling(schema, "True");

  const { body } = await sendRequest(server.transport, { path: `${schemas}/${schema}` });
  await sendRequest(server.transport, { method: "DELETE", path: `${schemas}/${schema}` });

  const fields = { ".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:reason": {}, "f:status": {}, "f:type": {} };
  expect(body).toMatchObject({
    metadata: {
      generation: 1,
      managedFields: [
        {
          manager: "api-priority-and-fairness-config-consumer-v1",
          operation: "Apply",
          apiVersion: "flowcontrol.apiserver.k8s.io/v1",
          fieldsV1: { "f:status": { "f:conditions": { 'k:{"type":"Dangling"}': fields } } },
          subresource: "status",
        },
        { operation: "Update", fieldsV1: { "f:spec": { "f:matchingPrecedence": {} } } },
      ],
    },
  });
});

const everyPath = { verbs: ["*"], nonResourceURLs: ["*"] };

test("the specs of mandatory objects are fixed", async () => {
  const schema = await patch(`${schemas}/catch-all`, {
    spec: { rules: [{ subjects: [{ kind: "User", user: { name: "u" } }], nonResourceRules: [everyPath] }] },
  });
  const level = await patch(`${levels}/catch-all`, { spec: { limited: { nominalConcurrencyShares: 6 } } });
  const exempt = await patch(`${levels}/exempt?dryRun=All`, { spec: { exempt: { nominalConcurrencyShares: 1 } } });

  expect(causesOf(schema)).toEqual([
    'spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"catch-all"},"MatchingPrecedence":10000,"DistinguisherMethod":{"Type":"ByUser"},"Rules":[{"Subjects":[{"Kind":"User","User":{"Name":"u"},"Group":null,"ServiceAccount":null}],"ResourceRules":null,"NonResourceRules":[{"Verbs":["*"],"NonResourceURLs":["*"]}]}]}: spec of \'catch-all\' must equal the fixed value',
  ]);
  expect(causesOf(level)).toEqual([
    'spec: Invalid value: {"Type":"Limited","Limited":{"NominalConcurrencyShares":6,"LimitResponse":{"Type":"Reject","Queuing":null},"LendablePercent":0,"BorrowingLimitPercent":null},"Exempt":null}: spec of \'catch-all\' must equal the fixed value',
  ]);
  expect(exempt.status).toBe(200);
});

test("the types of conditions are set and unique", async () => {
  const name = server.uniqueName("schema");
  await post(schemas, { metadata: { name }, spec: { priorityLevelConfiguration: { name: "exempt" } } });

  const response = await patch(`${schemas}/${name}/status`, {
    status: { conditions: [{ type: "" }, { type: "A" }, { type: "A" }] },
  });
  await sendRequest(server.transport, { method: "DELETE", path: `${schemas}/${name}` });

  expect(causesOf(response)).toEqual([
    "status.conditions[0].type: Required value",
    'status.conditions[2].type: Duplicate value: "A"',
  ]);
});
