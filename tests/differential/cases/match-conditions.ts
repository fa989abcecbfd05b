/** Match conditions of webhook configurations: the variables, types and errors of their expressions. tests/contract/match-condition*.test.ts evaluate them. */
import { cases, post, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { tryToCreate, tryToMerge } from "../changes.ts";

const api = "admissionregistration.k8s.io/v1";
const path = `/apis/${api}/validatingwebhookconfigurations`;
const webhook = {
  name: "a.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://webhook.example.com/path" },
  rules: [{ apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] }],
};
const configuration = {
  apiVersion: api,
  kind: "ValidatingWebhookConfiguration",
  metadata: { name: "{{namespace}}" },
  webhooks: [webhook],
};

const named = (expression: string, index = 0): object => ({ name: `c${index}`, expression });

/** Tries a configuration with each of these lists of conditions. */
function lists(...conditions: readonly unknown[]): readonly DifferentialRequest[] {
  return tryToCreate(
    path,
    configuration,
    conditions.map((matchConditions) => ({ "webhooks.0.matchConditions": matchConditions })),
  );
}

/** Tries each expression in a separate configuration. */
function expressions(...texts: readonly string[]): readonly DifferentialRequest[] {
  return lists(...texts.map((text) => [named(text)]));
}

export const matchConditionCases: readonly DifferentialCase[] = cases("match-condition", {
  names: lists(
    [],
    [{ expression: "true" }],
    [{ name: "", expression: "true" }],
    [{ name: "a b", expression: "true" }],
    [{ name: "example.com/A_b.c", expression: "true" }],
    [{ name: "a/b/c", expression: "true" }],
    [{ name: "-a", expression: "true" }],
    [named("true"), named("true")],
    [{ name: "a" }],
    [{ name: "a", expression: "  " }],
    [{}],
  ),
  number: lists(
    Array.from({ length: 64 }, (_, index) => named("true", index)),
    Array.from({ length: 65 }, (_, index) => named("true", index)),
  ),
  types: expressions(
    "1",
    "'a'",
    "null",
    "object",
    "object.spec.paused",
    "dyn(true)",
    "[true]",
    "{'a': 1}",
    "timestamp('2020-01-01T00:00:00Z')",
    "duration('1s')",
    "optional.of(true)",
    "quantity('1')",
    "type(true)",
    "request.userInfo",
    "authorizer",
    "b'a'",
    "1u",
  ),
  variables: expressions(
    "object == null || oldObject == null",
    "namespaceObject == null",
    "params == null",
    "variables.a",
    "self == 1",
    "has(namespaceObject.metadata.labels) && 'a' in namespaceObject.metadata.labels",
    "namespaceObject.metadata.managedFields == null",
    "namespaceObject.metadata.uid == ''",
    "namespaceObject.metadata.UID == ''",
    "namespaceObject.metadata.creationTimestamp > timestamp('2020-01-01T00:00:00Z')",
    "namespaceObject.status.conditions.all(c, c.type != '' && c.lastTransitionTime != null)",
    "namespaceObject.spec.finalizers[0] == 'kubernetes'",
    "namespaceObject.kind == 'Namespace'",
    "JSONPatch{op: 'add'} == null",
    "Object{} == null",
    "jsonpatch.escapeKey('a') == 'a'",
  ),
  request: expressions(
    "request.kind.kind == request.requestKind.kind && request.resource.resource == request.requestResource.resource",
    "request.uid == ''",
    "request.object == null",
    "request.operation in ['CREATE', 'UPDATE'] && request.subResource == '' && request.requestSubResource == ''",
    "request.name == request.namespace",
    "request.userInfo.groups.exists(g, g == 'a') && request.userInfo.extra['a'][0] == request.userInfo.uid",
    "request.userInfo.name == 'a'",
    "request.dryRun && request.options.kind == 'CreateOptions'",
    "request.dryRun == 'true'",
    "request.kind == 'Pod'",
    "request.resource.kind == 'Pod'",
  ),
  authorizer: expressions(
    "authorizer.requestResource.check('create').allowed()",
    "authorizer.group('').resource('pods').namespace('a').name('b').subresource('c').check('get').reason() == ''",
    "authorizer.path('/healthz').check('get').errored()",
    "authorizer.serviceAccount('a', 'b').requestResource.check('get').allowed()",
    "authorizer.serviceAccount('a', 'b').group('').resource('pods').labelSelector('a=b').check('list').allowed()",
    "authorizer.check('get').allowed()",
    "authorizer.requestResource.allowed()",
    "authorizer.group('').resource('pods').path('/')",
  ),
  syntax: expressions(
    "object.",
    "true &&",
    "object.metadata.name = 'a'",
    "unknown('a')",
    "1 + 'a' == 2",
    "'a'.matches('(')",
    "duration('a') == duration('1s')",
    "[1, 'a'].size() == 2",
    "\n\nobject.a ==\n",
    "true // a comment",
    "cel.bind(x, 1, x == 1)",
    "['a', 'b'].all(x, x.startsWith('a')) && {'a': 1}.exists(k, v, v == 1)",
    "object.?spec.?a.orValue(1) == 1",
    "int('a') == 1",
  ),
  update: [
    post(path, { ...configuration, webhooks: [{ ...webhook, matchConditions: [named("true")] }] }),
    ...tryToMerge(`${path}/{{namespace}}`, [
      { "metadata.labels": { a: "b" } },
      { webhooks: [{ ...webhook, matchConditions: [named("true"), named("1", 1)] }] },
      { webhooks: [webhook] },
      { webhooks: [{ ...webhook, matchConditions: [] }] },
    ]),
    remove(`${path}/{{namespace}}`),
  ],
  mutating: tryToCreate(
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
    { ...configuration, kind: "MutatingWebhookConfiguration" },
    [{ "webhooks.0.matchConditions": [named("true"), named("params", 1), { name: "c0" }] }],
  ),
});
