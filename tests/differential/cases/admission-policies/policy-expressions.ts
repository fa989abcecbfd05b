/** Which expressions of validating admission policies compile, and in which order their errors come. */
import { cases, patch, post } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { tryToCreate, tryToMerge } from "../../changes.ts";
import type { Change } from "../../changes.ts";
import { policies, policy } from "./objects.ts";

const good = policy({ validations: [{ expression: "true" }] });
const own = `${policies}/{{namespace}}`;
const create = (...changes: readonly Change[]): ReturnType<typeof tryToCreate> => tryToCreate(policies, good, changes);

/** A policy with one validation of this expression. */
const validating = (...expressions: readonly string[]): readonly Change[] =>
  expressions.map((expression) => ({ "spec.validations": [{ expression }] }));

/** A policy with these variables, which its validation reads. */
const variables = (expression: string, ...pairs: readonly (readonly [name: string, expression: string])[]): Change => ({
  "spec.variables": pairs.map(([name, each]) => ({ name, expression: each })),
  "spec.validations": [{ expression }],
});

export const policyExpressionCases: readonly DifferentialCase[] = cases("validating-policy-expression", {
  syntax: create(...validating("", " ", "1 +", "====", "object.", "'a", "true\n&& fals", "a.b.c(")),
  types: create(
    ...validating(
      "1",
      "'a'",
      "null",
      "object",
      "object.metadata",
      "object.spec == 1",
      "1 == 'a'",
      "[1, 'a'].size() == 2",
      "object.metadata.name.startsWith(1)",
      "self == 1",
      "dyn(1)",
    ),
  ),
  messages: create(
    ...validating(
      "google.protobuf.Int32Value{value: 1} == 1 && google.protobuf.UInt64Value{} == 0u",
      "google.protobuf.BoolValue{value: true}",
      "google.protobuf.Struct{fields: {'a': 1}}.a == 1.0 && google.protobuf.ListValue{values: [1]}[0] == 1.0",
      "google.protobuf.Value{null_value: google.protobuf.NullValue.NULL_VALUE} == null",
      "google.protobuf.Value{}",
      "google.protobuf.Any{type_url: 'a/google.protobuf.StringValue', value: b''} == ''",
      "google.protobuf.Any{}",
      "google.protobuf.Empty{}",
      "google.protobuf.Int32Value{value: 'a'} == 1",
      "google.protobuf.Int32Value == google.protobuf.Int32Value",
      "google.protobuf.FieldMask{} == 1",
      "TestAllTypes{} == 1",
    ),
  ),
  "request-fields": create(
    ...validating(
      "request.operation == 'CREATE' && request.userInfo.username == 'a' && 'g' in request.userInfo.groups",
      "request.userInfo.extra['a'][0] == 'b' && request.kind.kind == 'A' && request.resource.resource == 'as'",
      "request.requestKind.group == '' && request.requestResource.version == '' && request.requestSubResource == ''",
      "request.name == '' && request.namespace == '' && request.dryRun && request.options.x == 1 && request.subResource == ''",
      "request.uid == 'a'",
      "request.object == null",
      "request.kind.resource == 'a'",
      "request.userInfo.groups == 1",
      "request.dryRun == 'a'",
    ),
  ),
  "namespace-fields": create(
    ...validating(
      "namespaceObject.metadata.labels['a'] == 'b' && namespaceObject.metadata.annotations.size() == 0",
      "namespaceObject.spec.finalizers == ['a'] && namespaceObject.status.phase == 'Active'",
      "namespaceObject.metadata.creationTimestamp < timestamp('2020-01-01T00:00:00Z')",
      "namespaceObject.status.conditions.exists(c, c.type == 'A')",
      "namespaceObject.metadata.uid == 'a'",
      "namespaceObject.metadata.UID == 'a'",
      "namespaceObject.metadata.ownerReferences == []",
      "namespaceObject.kind == 'Namespace'",
    ),
  ),
  "authorizer-calls": create(
    ...validating(
      "authorizer.group('apps').resource('deployments').subresource('scale').namespace('a').name('b').check('get').allowed()",
      "authorizer.path('/healthz').check('get').reason() == ''",
      "authorizer.serviceAccount('a', 'b').path('/').check('get').errored()",
      "authorizer.requestResource.check('delete').allowed()",
      "authorizer.group('').resource('pods').labelSelector('a=b').fieldSelector('a=b').check('list').allowed()",
      "authorizer.check('get').allowed()",
      "authorizer",
      "params.a == 1",
    ),
  ),
  variables: create(
    variables("variables.a == 1", ["a", "1"]),
    variables("variables.a == 'x'", ["a", "1"]),
    variables("variables.b == 1", ["a", "1"]),
    variables("variables.b == 2", ["a", "1"], ["b", "variables.a + 1"]),
    variables("variables.a == 2", ["a", "variables.b + 1"], ["b", "1"]),
    variables("variables.a == 1", ["a", "'x' + 1"]),
    variables("variables.a.b == 1", ["a", "object.spec"]),
    variables("variables.a[0] == 'x'", ["a", "[1, 2]"]),
    variables("variables.a.b == 'x'", ["a", "{'b': 1}"]),
    variables("variables.a == 1", ["a", "1"], ["a", "'x'"]),
    variables("true", ["", "1"]),
    variables("true", [" ", "1"]),
    variables("true", ["a-b", "1"]),
    variables("true", ["true", "1"]),
    variables("true", ["namespace", "1"]),
    variables("true", ["object", "1"]),
    variables("true", ["1a", "1"]),
    variables("true", ["a", ""]),
    variables("true", ["a", " "]),
    { "spec.validations": [{ expression: "variables.a == 1" }] },
    { "spec.validations": [{ expression: "variables == {}" }] },
    variables("variables == {}", ["a", "1"]),
    variables("has(variables.a)", ["a", "1"]),
    variables("variables.a.check('get').allowed()", ["a", "authorizer.path('/')"]),
    variables("variables.a.name == ''", ["a", "request"]),
    variables("variables.a < duration('1h')", ["a", "duration('1s')"]),
    variables("variables.a == optional.of(1)", ["a", "optional.of(1)"]),
  ),
  order: create(
    {
      "spec.failurePolicy": "Other",
      "spec.paramKind": { apiVersion: "", kind: "" },
      "spec.matchConstraints.matchPolicy": "Other",
      "spec.matchConditions": [{ name: "", expression: "1" }],
      "spec.variables": [{ name: "1", expression: "a" }],
      "spec.validations": [{ expression: "b", messageExpression: "1", message: " ", reason: "Other" }],
      "spec.auditAnnotations": [{ key: "", valueExpression: "c" }],
    },
    {
      "spec.validations": [{ expression: "variables.a" }, { expression: "1" }],
      "spec.auditAnnotations": [{ key: "k", valueExpression: "variables.a" }],
    },
  ),
  libraries: create(
    ...validating(
      "object.metadata.name.matches('^a') && isURL('a') && quantity('1Gi').isGreaterThan(quantity('1')) && ip('1.1.1.1').family() == 4",
      "object.items.all(i, v, i < 3) && semver('1.2.3').major() == 1 && format.dns1123Label().validate('a').hasValue()",
      "jsonpatch.escapeKey('a') == 'a'",
      "JSONPatch{op: 'add'} == null",
      "Object{} == null",
      "object.matches('[')",
      "'a'.matches('[')",
      "quantity('a') == 1",
      "duration('a') == duration('1s')",
    ),
  ),
  "unchanged-on-update": [
    post(
      policies,
      policy({
        matchConditions: [{ name: "a", expression: "params.x == 1" }],
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        validations: [{ expression: "params.x == 1" }],
      }),
    ),
    ...tryToMerge(own, [
      { "spec.paramKind": null },
      { "spec.validations": [{ expression: "object.x == 1 +" }] },
      { "spec.matchConditions": null, "spec.paramKind": null, "spec.validations": [{ expression: "true" }] },
    ]),
    patch("merge", own, { spec: { matchConditions: [{ name: "a", expression: "1" }] } }),
  ],
});
