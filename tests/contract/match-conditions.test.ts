// Match conditions of webhooks: the values of their variables. tests/differential records the messages of compilation errors.
import { expect, test } from "vitest";
import { conditions, createConfigMap } from "./match-conditions.ts";
import { patching } from "./webhook-host.ts";
import type { Call } from "./webhook-host.ts";
import { useWebhooks } from "./webhook-suite.ts";

const suite = useWebhooks();

/** A webhook per expression, each called if its expression is true. */
function probes(type: string, expressions: readonly string[], more: object = {}): readonly object[] {
  return expressions.map((expression, index) =>
    suite.host.webhook(`${type}${index}`, { ...conditions(expression), ...more }),
  );
}

/** The webhooks among `count` that were called exactly once for the name. */
function calledFor(name: string, type: string, count: number): readonly number[] {
  const callsOf = (index: number): readonly Call[] => suite.host.callsOf(`/${type}${index}`);
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => callsOf(index).filter(({ review: { request } }) => request.name === name).length === 1,
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
  const { configMaps, host } = suite;
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
  const { configMaps, host } = suite;
  const expressions = [
    "object != null && has(object.metadata.uid) && oldObject == null",
    "object != null && oldObject != null && object.data.n != oldObject.data.n",
    "object == null && oldObject.data.n == '2'",
    "request.operation == 'DELETE' && request.options.kind == 'DeleteOptions'",
  ];
  await using _ = await host.configure("validating", probes("v", expressions));

  await createConfigMap(suite, "a", { data: { n: "1" } });
  expect(calledFor("a", "v", expressions.length)).toEqual([0]);
  await host.send({ method: "PUT", path: `${configMaps}/a`, body: { metadata: { name: "a" }, data: { n: "2" } } });
  expect(calledFor("a", "v", expressions.length)).toEqual([0, 1]);
  const { status } = await host.send({ method: "DELETE", path: `${configMaps}/a` });

  expect(status).toBe(200);
  expect(calledFor("a", "v", expressions.length)).toEqual([0, 1, 2, 3]);
});

test("a generated name is absent from the request", async () => {
  const { configMaps, host } = suite;
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

test("conditions see the patches of previous webhooks, and are evaluated again in the second round", async () => {
  const { host } = suite;
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

  const { body } = await createConfigMap(suite, "x");

  expect(body.data).toEqual({ n: "2" });
  expect(host.order).toEqual(["/a", "/c"]);
});

test("a condition reads the version that the webhook matches", async () => {
  const { namespace, host } = suite;
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

test("each of several concurrent creates is decided by its own object", async () => {
  const { host } = suite;
  await using _ = await host.configure("validating", [host.webhook("w", conditions("object.data.n == 'yes'"))]);
  const names = Array.from({ length: 12 }, (_, index) => `x${index}`);

  const responses = await Promise.all(
    names.map((name, index) => createConfigMap(suite, name, { data: { n: ["yes", "no"][index % 2] } })),
  );

  expect(responses.map(({ status }) => status)).toEqual(names.map(() => 201));
  const called = host.callsOf("/w").map(({ review: { request } }) => request.name);
  expect(called).toHaveLength(6);
  expect(new Set(called)).toEqual(new Set(["x0", "x2", "x4", "x6", "x8", "x10"]));
});
