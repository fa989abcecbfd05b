// Literals of numbers after a mutation: where a custom resource is scaled, `1.0` is a float, until a patch of an admission plugin encodes the object again.
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import { applyConfiguration, jsonPatch, PolicyClient } from "./policy-client.ts";
import { useServer } from "./server-suite.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { widgetCrd } from "./widget-crd.ts";

const group = "mutated.literals.test";
const suite = useServer({ crds: [widgetCrd(group)] });
const rules = [{ operations: ["*"], apiGroups: [group], apiVersions: ["v1"], resources: ["widgets"] }];

interface Answer {
  readonly status: number;
  readonly message?: string;
}

/** The response to a create of a Widget whose replicas have this literal. */
async function create(literal: string): Promise<Answer> {
  return answerOf(await sendRequest(suite.server.transport, creating(literal)));
}

function creating(literal: string): TestRequest {
  return {
    method: "POST",
    path: `/apis/${group}/v1/namespaces/${suite.namespace}/widgets`,
    body: `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"replicas":${literal}}}`,
  };
}

function answerOf({ status, body }: TestResponse): Answer {
  return { ...(body as { readonly message?: string }), status };
}

const problem = "accessor error: 1 is of the type float64, expected int64";

const expected = (status: number): object =>
  status === 201 ? { status } : { status, message: expect.stringContaining(problem) as string };

test.for([
  ["1.0", "[]", 422],
  ["1.0", '[{"op":"add","path":"/metadata/labels","value":{"a":"b"}}]', 201],
  ["1.0", '[{"op":"test","path":"/spec/replicas","value":1}]', 201],
  ["1.0", '[{"op":"replace","path":"/spec/replicas","value":1}]', 201],
  ["1", '[{"op":"replace","path":"/spec/replicas","value":1.0}]', 422],
  [
    "1",
    '[{"op":"test","path":"/spec/replicas","value":1},{"op":"replace","path":"/spec","value":{"replicas":1e0}}]',
    422,
  ],
] as const)(
  "with the replicas %s and the patch %s of a webhook, the status is %i",
  async ([literal, patch, status]) => {
    await using host = await startWebhookHost(suite.server, suite.namespace);
    await using _ = await host.configure("mutating", [host.webhook("first", { rules })]);
    host.answer("/first", () => ({
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(patch).toString("base64"),
    }));

    const response = await create(literal);

    expect(response).toMatchObject(expected(status));
  },
);

const wrongNumber = "Internal error occurred: json: cannot unmarshal number";
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};

test.for([
  [
    '{"op":"replace","path":"/spec/replicas","value":3.0}',
    `${wrongNumber} 3.0 into Go struct field DeploymentSpec.spec.replicas of type int32`,
  ],
  [
    '{"op":"add","path":"/metadata/generation","value":7.0}',
    `${wrongNumber} 7.0 into Go struct field ObjectMeta.metadata.generation of type int64`,
  ],
  [
    '{"op":"test","path":"/spec/replicas","value":1.0}',
    "Internal error occurred: testing value /spec/replicas failed: test failed",
  ],
] as const)("the patch %s of a webhook does not fit a Deployment", async ([operation, message]) => {
  await using host = await startWebhookHost(suite.server, suite.namespace);
  const ofDeployments = [{ operations: ["*"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }];
  await using _ = await host.configure("mutating", [host.webhook("first", { rules: ofDeployments })]);
  host.answer("/first", () => ({
    allowed: true,
    patchType: "JSONPatch",
    patch: Buffer.from(`[${operation}]`).toString("base64"),
  }));

  const path = `/apis/apps/v1/namespaces/${suite.namespace}/deployments`;
  const { status, body } = await sendRequest(suite.server.transport, { method: "POST", path, body: deployment });

  expect([status, (body as Answer).message]).toEqual([500, message]);
});

test("a number in a patch that is too large for a double is a quantity of a Pod, and an error in a custom resource", async () => {
  await using host = await startWebhookHost(suite.server, suite.namespace);
  const ofPods = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
  await using _ = await host.configure("mutating", [host.webhook("first", { rules: [ofPods, ...rules] })]);
  const path = `/api/v1/namespaces/${suite.namespace}/pods?dryRun=All`;
  const pod = '{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i"}]}}';
  const respond = (at: string, value: string): void =>
    host.answer("/first", () => ({
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(`[{"op":"add","path":"/spec/${at}","value":${value}}]`).toString("base64"),
    }));

  respond("containers/0/resources", '{"limits":{"cpu":1e400}}');
  expect(await sendRequest(suite.server.transport, { method: "POST", path, body: pod })).toMatchObject({
    status: 201,
    body: { spec: { containers: [{ resources: { limits: { cpu: "10e399" } } }] } },
  });
  respond("any", "[1e400]");
  expect(await create("1")).toMatchObject({
    status: 500,
    message: `${wrongNumber} 1e400 into Go value of type float64`,
  });
});

const setsReplicas = "Object{spec: Object.spec{replicas: 2}}";
const setsLabel = "Object{metadata: Object.metadata{labels: {'a': 'b'}}}";

test.for([
  [jsonPatch("[JSONPatch{op: 'add', path: '/spec/a', value: 'b'}]"), 201],
  [jsonPatch("[JSONPatch{op: 'replace', path: '/spec/replicas', value: 2.0}]"), 201],
  [jsonPatch("object.kind == '' ? [JSONPatch{op: 'remove', path: '/spec'}] : []"), 201],
  [applyConfiguration(setsLabel), 422],
  [applyConfiguration(setsReplicas), 201],
] as const)("with the replicas 1.0 and the mutation %j of a policy, the status is %i", async ([mutation, status]) => {
  const client = new PolicyClient(suite.server, suite.namespace);
  const resourceRules = rules.map((rule) => ({ ...rule, operations: ["CREATE"] }));
  const matchConditions = [{ name: "widgets", expression: "object.kind == 'Widget'" }];
  await using _ = await client.installMutating({ resourceRules, more: { matchConditions }, mutations: [mutation] });
  await using _later = await client.enforceMutating({ mutations: [] }); // Then the first policy is in force, too.

  // A kube-apiserver answers with 503 until it has the types of a new CRD.
  const response = await client.until(creating("1.0"), (each) => each.status !== 503);

  expect(answerOf(response)).toMatchObject(expected(status));
});
