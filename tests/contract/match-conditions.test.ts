// Match conditions of webhooks: what expressions read, and the effect of errors. tests/differential records the messages of compilation errors.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { Sent, WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  host = await startWebhookHost(server, namespace);
  return () => host[Symbol.asyncDispose]();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function create(name: string, more: object = {}): Promise<Sent> {
  return host.send({ method: "POST", path: configMaps, body: { metadata: { name }, ...more } });
}

/** The fields of a webhook that is not called for the probes of its host. */
function conditions(...expressions: readonly string[]): object {
  const objectSelector = { matchExpressions: [{ key: "probe", operator: "DoesNotExist" }] };
  return {
    objectSelector,
    matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
  };
}

/** A webhook per expression, each called if its expression is true. */
function probes(type: string, expressions: readonly string[], more: object = {}): readonly object[] {
  return expressions.map((expression, index) =>
    host.webhook(`${type}${index}`, { ...conditions(expression), ...more }),
  );
}

/** The webhooks among `count` that were called once for the name. */
function calledFor(name: string, type: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) =>
    host.callsOf(`/${type}${index}`).some(({ review: { request } }) => request.name === name),
  );
}

const trueOnCreate = [
  "object.metadata.name == 'a' && !has(object.metadata.uid) && object.kind == 'ConfigMap'",
  "oldObject == null && namespaceObject == null",
  "request.kind == request.requestKind && request.resource.version == 'v1' && request.operation == 'CREATE'",
  "request.name == 'a' && has(request.namespace) && !has(request.subResource) && !request.dryRun",
  "size(request.userInfo.groups) > 0 && request.userInfo.username != ''",
  "has(request.options.fieldManager) && request.options.apiVersion == 'meta.k8s.io/v1'",
  "object.data.n == '1' && size(object.data) == 1 && object.metadata.labels == {'l': 'v'}",
  "authorizer.requestResource.check('create').allowed() && authorizer.path('/x').check('get').allowed()",
  "!authorizer.serviceAccount('default', 'nobody').group('').resource('configmaps').check('get').allowed()",
  "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('get').reason() == ''",
  "!authorizer.requestResource.check('create').errored() && authorizer.requestResource.check('x').error() == ''",
  "dyn(request).uid == '' && dyn(request).object == null && dyn(request).oldObject == null",
  "type(object) == map && type(request) == map && type(request.options) == map",
];

test("conditions of a mutating webhook read the request, the object and the authorizer", async () => {
  await using _ = await host.configure("mutating", probes("m", trueOnCreate));

  const { status, body } = await host.send({
    method: "POST",
    path: `${configMaps}?fieldManager=tests`,
    body: { metadata: { name: "a", labels: { l: "v" } }, data: { n: "1" } },
  });

  expect([status, body.message]).toEqual([201, undefined]);
  expect(calledFor("a", "m", trueOnCreate.length)).toEqual(trueOnCreate.map((_, index) => index));
});

test("conditions of a validating webhook read the object as it will be stored, the old object, and null for an absent one", async () => {
  const expressions = [
    "object != null && has(object.metadata.uid) && oldObject == null",
    "object != null && oldObject != null && object.data.n != oldObject.data.n",
    "object == null && oldObject.data.n == '2'",
    "request.operation == 'DELETE' && request.options.kind == 'DeleteOptions'",
  ];
  await using _ = await host.configure("validating", probes("v", expressions));

  await create("a", { data: { n: "1" } });
  expect(calledFor("a", "v", expressions.length)).toEqual([0]);
  await host.send({ method: "PUT", path: `${configMaps}/a`, body: { metadata: { name: "a" }, data: { n: "2" } } });
  expect(calledFor("a", "v", expressions.length)).toEqual([0, 1]);
  const { status } = await host.send({ method: "DELETE", path: `${configMaps}/a` });

  expect(status).toBe(200);
  expect(calledFor("a", "v", expressions.length)).toEqual([0, 1, 2, 3]);
});

test("a generated name is absent from the request", async () => {
  const expressions = ["!has(request.name) && object.metadata.generateName == 'g-'"];
  await using _ = await host.configure("mutating", probes("m", expressions));

  const { status, body } = await host.send({
    method: "POST",
    path: configMaps,
    body: { metadata: { generateName: "g-" } },
  });

  expect([status, body.message]).toEqual([201, undefined]);
  expect(host.callsOf("/m0")).toHaveLength(1);
});

const failing = "object.data.missing == 'a'";
const noSuchKey = (expression: string): string => `expression '${expression}' resulted in error: no such key: data`;

test.for<readonly [what: string, expressions: readonly string[], policy: string, status: number, message?: string]>([
  ["one error", [failing], "Fail", 403, noSuchKey(failing)],
  ["an error beside true conditions", ["true", failing, "true"], "Fail", 403, noSuchKey(failing)],
  ["an error beside a false condition", [failing, "false"], "Fail", 201],
  ["two equal errors", [failing, failing], "Fail", 403, noSuchKey(failing)],
  ["two errors", [failing, `!(${failing})`], "Fail", 403, `[${noSuchKey(failing)}, ${noSuchKey(`!(${failing})`)}]`],
  ["one error", [failing], "Ignore", 201],
  ["an error that another operand covers", [`${failing} || true`, `!(${failing} && false)`], "Fail", 201],
])("%s: %j with failure policy %s", async ([, expressions, failurePolicy, status, message]) => {
  const webhook = host.webhook("w", { ...conditions(...expressions), failurePolicy });
  await using _ = await host.configure("validating", [host.webhook("before"), webhook]);

  const answer = await create("a");

  const text = message === undefined ? undefined : `configmaps "a" is forbidden: ${message}`;
  expect([answer.status, answer.body.message]).toEqual([status, text]);
  expect(host.callsOf("/before")).toHaveLength(status === 201 ? 1 : 0);
  expect(host.callsOf("/w")).toHaveLength(expressions.length === 2 && expressions[0] !== failing ? 1 : 0);
});

test("an error in a condition of a mutating webhook ends the request after the calls of the previous webhooks", async () => {
  await using _ = await host.configure("mutating", [
    host.webhook("first"),
    host.webhook("second", conditions(failing)),
    host.webhook("third"),
  ]);

  const { status } = await create("a");

  expect(status).toBe(403);
  expect(host.order).toEqual(["/first"]);
});

test("conditions see the patches of previous webhooks, and are evaluated again in the second round", async () => {
  const reinvocationPolicy = "IfNeeded";
  await using _ = await host.configure("mutating", [
    host.webhook("a", { ...conditions("!has(object.data) || object.data.n == '1'"), reinvocationPolicy }),
    host.webhook("b", { ...conditions("!has(object.data) || object.data.n == '2'"), reinvocationPolicy }),
    host.webhook("c", conditions("has(object.data) && object.data.n == '1'")),
    host.webhook("d", conditions("has(object.data) && object.data.n == '1'")),
  ]);
  host.answer("/a", (request) =>
    request.object.data === undefined ? patching({ op: "add", path: "/data", value: { n: "1" } }) : {},
  );
  host.answer("/c", () => patching({ op: "replace", path: "/data/n", value: "2" }));

  const { body } = await create("x");

  expect(body.data).toEqual({ n: "2" });
  expect(host.order).toEqual(["/a", "/c"]);
});

test("a condition reads the version that the webhook matches", async () => {
  const rules = [
    { operations: ["*"], apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] },
  ];
  const expressions = [
    "object.apiVersion == 'autoscaling/v1' && object.spec.targetCPUUtilizationPercentage == 50",
    "request.kind.version == 'v1' && request.resource.version == 'v2'",
    "request.requestKind.version == 'v2' && request.requestResource.version == 'v2'",
  ];
  await using _ = await host.configure("validating", probes("v", expressions, { rules }));
  const metric = {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
  };

  const { status, body } = await host.send({
    method: "POST",
    path: `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`,
    body: {
      metadata: { name: "a" },
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
        metrics: [metric],
      },
    },
  });

  expect([status, body.message]).toEqual([201, undefined]);
  expect(calledFor("a", "v", expressions.length)).toEqual([0, 1, 2]);
});

const digits = "[0,1,2,3,4,5,6,7,8,9]";
const loops = (depth: number): string => (depth === 0 ? "true" : `${digits}.all(x${depth}, ${loops(depth - 1)})`);

test("the costs of an expression and of all conditions have limits", async () => {
  await using first = await host.configure("validating", [host.webhook("w", conditions(loops(6)))]);
  const one = await create("a");
  await first[Symbol.asyncDispose]();
  const many = Array.from({ length: 12 }, () => loops(5));
  await using _ = await host.configure("validating", [host.webhook("w", conditions(...many))]);
  const all = await create("b");

  expect([one.status, one.body.message]).toEqual([
    403,
    `configmaps "a" is forbidden: expression '${loops(6)}' resulted in error: operation cancelled: actual cost limit exceeded`,
  ]);
  expect([all.status, all.body.message]).toEqual([
    403,
    'configmaps "b" is forbidden: validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

test("of concurrent creates, each is decided by its own object", async () => {
  await using _ = await host.configure("validating", [host.webhook("w", conditions("object.data.n == 'yes'"))]);
  const names = Array.from({ length: 12 }, (_, index) => `x${index}`);

  const answers = await Promise.all(
    names.map((name, index) => create(name, { data: { n: ["yes", "no"][index % 2] } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const called = host.callsOf("/w").map(({ review: { request } }) => request.name);
  expect(called).toHaveLength(6);
  expect(new Set(called)).toEqual(new Set(["x0", "x2", "x4", "x6", "x8", "x10"]));
});
