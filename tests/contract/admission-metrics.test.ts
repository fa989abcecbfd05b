/** The metrics of admission policies and of PodSecurity, with the labels and counts of kube-apiserver. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { samplesOf } from "./metric-samples.ts";
import { PolicyClient } from "./policy-client.ts";
import { patch, post } from "./writers.ts";

let server: ServerUnderTest;
let namespace: string;
let client: PolicyClient;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  client = new PolicyClient(server, namespace);
});

afterAll(() => server[Symbol.asyncDispose]());

const at = (resource: string): string => `/api/v1/namespaces/${namespace}/${resource}?dryRun=All`;

function create(name: string): ReturnType<PolicyClient["send"]> {
  return client.send(post(at("configmaps"), { metadata: { name } }));
}

/** The increase of a metric during `work`, by labels. */
async function counted(
  metric: string,
  labels: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  const before = await samplesOf(server.transport, metric, labels);
  await work();
  const after = await samplesOf(server.transport, metric, labels);
  const added = [...after].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const);
  return Object.fromEntries(added.filter(([, count]) => count !== 0));
}

const validation = "apiserver_validating_admission_policy_check";
const mutation = "apiserver_mutating_admission_policy_check";

const validations = [
  { expression: "request.name != 'no'" },
  { expression: "request.name != 'error' || object.missing == 1" },
];
const auditAnnotations = [{ key: "k", valueExpression: "request.name == 'annotation' ? string(object.missing) : ''" }];

async function createAll(): Promise<void> {
  for (const name of ["yes", "no", "error", "annotation"]) await create(name);
}

test.for<readonly [failurePolicy: string, expected: Readonly<Record<string, number>>]>([
  [
    "Fail",
    {
      'enforcement_action="audit",error_type="invalid_error"': 2,
      'enforcement_action="deny",error_type="invalid_error"': 3,
    },
  ],
  [
    "Ignore",
    {
      'enforcement_action="allow",error_type="invalid_error"': 1,
      'enforcement_action="audit",error_type="invalid_error"': 1,
      'enforcement_action="deny",error_type="invalid_error"': 1,
    },
  ],
])("the checks of a validating policy with the failure policy %s are counted", async ([failurePolicy, expected]) => {
  const more = { auditAnnotations, failurePolicy };
  await using policy = await client.enforce({ validations, more, binding: { validationActions: ["Deny", "Audit"] } });
  const labels = { policy: policy.name, policy_binding: policy.name };

  const counts = await counted(`${validation}_total`, labels, createAll);
  const durations = await counted(`${validation}_duration_seconds_count`, labels, createAll);

  expect(counts).toEqual(expected);
  expect(durations).toEqual(expected);
});

test("the mutations of a policy are counted, failures with the type of the error", async () => {
  const patching = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });
  await using policy = await client.enforceMutating({
    mutations: [
      patching("request.name == 'no' ? [JSONPatch{op: 'remove', path: '/x'}] : []"),
      patching("request.name == 'error' ? [JSONPatch{op: 'remove', path: string(object.missing)}] : []"),
    ],
  });
  const labels = { policy: policy.name, policy_binding: policy.name };
  const expected = { 'error_type="invalid_error"': 2, 'error_type="no_error"': 10 };

  const counts = await counted(`${mutation}_total`, labels, createAll);
  const durations = await counted(`${mutation}_duration_seconds_count`, labels, createAll);

  expect(counts).toEqual(expected);
  expect(durations).toEqual(expected);
});

const containers = [{ name: "c", image: "example.com/c:1" }];
const template = { spec: { containers, hostPID: true } };

test("the evaluations of PodSecurity are counted by decision, level, version and mode", async () => {
  const secured = server.uniqueName("secured-");
  const labels = { enforce: "baseline", "enforce-version": "v1.30", audit: "restricted", "audit-version": "v1.999" };
  const all = Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]);
  await client.create("/api/v1/namespaces", {
    metadata: { name: secured, labels: Object.fromEntries(all) as object },
  });
  const path = (resource: string): string => `/api/v1/namespaces/${secured}/${resource}`;

  const counts = await counted("pod_security_evaluations_total", { subresource: "" }, async () => {
    await client.send(post(path("pods"), { metadata: { name: "a" }, spec: { containers } }));
    await client.send(post(path("pods"), { metadata: { name: "b" }, spec: template.spec }));
    await client.send(post(path("podtemplates"), { metadata: { name: "c" }, template }));
    await client.send(patch("merge", path("pods/a"), { metadata: { labels: { a: "b" } } }));
    await client.send(
      patch("strategic", path("pods/a"), { spec: { containers: [{ name: "c", image: "example.com/c:2" }] } }),
    );
    await client.send(post(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name: "d" }, spec: template.spec }));
  });

  const labelsOf = (decision: string, mode: string, level: string, version: string, request: string): string =>
    `decision="${decision}",mode="${mode}",policy_level="${level}",policy_version="${version}",${request}`;
  const created = 'request_operation="create",resource="pod"';
  const updated = 'request_operation="update",resource="pod"';
  const templated = 'request_operation="create",resource="controller"';
  expect(counts).toEqual({
    [labelsOf("allow", "enforce", "baseline", "v1.30", created)]: 1,
    [labelsOf("deny", "enforce", "baseline", "v1.30", created)]: 1,
    [labelsOf("allow", "enforce", "baseline", "v1.30", updated)]: 1,
    [labelsOf("deny", "audit", "restricted", "future", created)]: 2,
    [labelsOf("deny", "audit", "restricted", "future", updated)]: 1,
    [labelsOf("deny", "audit", "restricted", "future", templated)]: 1,
    [labelsOf("deny", "warn", "baseline", "v1.30", templated)]: 1,
    [labelsOf("allow", "enforce", "privileged", "latest", created)]: 1,
  });
});

test("PodSecurity has the series of exempt requests and of privileged Pods before the first request", async () => {
  const none = { subresource: "" };
  const exemptions = await samplesOf(server.transport, "pod_security_exemptions_total", none);
  const evaluations = await samplesOf(server.transport, "pod_security_evaluations_total", none);

  expect([...exemptions.keys()].sort()).toEqual([
    'request_operation="create",resource="controller"',
    'request_operation="create",resource="pod"',
    'request_operation="update",resource="controller"',
    'request_operation="update",resource="pod"',
  ]);
  expect([...evaluations.keys()]).toContain(
    'decision="allow",mode="enforce",policy_level="privileged",policy_version="latest",request_operation="update",resource="pod"',
  );
});
