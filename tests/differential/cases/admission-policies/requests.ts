/** What the expressions of validating admission policies read of requests, how they fail, and what they may cost. */
import { cases, patch, post, put, remove, until } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { configMaps, configMap, create, dry, enforced, policyCases, ruleWith, constraints } from "./enforced.ts";

export const policyRequestCases: readonly DifferentialCase[] = cases(
  "validating-policy-request",
  policyCases({
    operations: [
      ...enforced({
        ...constraints({ resourceRules: [ruleWith({ operations: ["*"] })] }),
        validations: [
          {
            expression: "request.operation == 'DELETE' ? object == null : object.metadata.name != 'denied'",
            messageExpression: "'object on ' + request.operation",
          },
          {
            expression: "request.operation == 'CREATE' ? oldObject == null : oldObject.metadata.name == request.name",
            messageExpression: "'oldObject on ' + request.operation",
          },
          {
            expression: "!has(oldObject.data) || !('keep' in oldObject.data) || request.operation == 'CREATE'",
            messageExpression: "request.operation + ' of kept ' + request.name + ' in ' + request.namespace",
          },
        ],
      }),
      create("a"),
      create("kept", { keep: "" }),
      patch("merge", `${configMaps}/a`, { data: { k: "v" } }),
      put(`${configMaps}/a`, configMap("a", { l: "m" })),
      patch("json", `${configMaps}/kept`, [{ op: "add", path: "/data/a", value: "b" }]),
      patch("strategic", `${configMaps}/kept`, { data: { a: "b" } }),
      put(`${configMaps}/kept`, configMap("kept")),
      {
        method: "PATCH",
        path: `${configMaps}/kept?fieldManager=m`,
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "kept" }, data: { x: "y" } },
        headers: { "content-type": "application/apply-patch+yaml" },
      },
      {
        method: "PATCH",
        path: `${configMaps}/denied?fieldManager=m`,
        body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "denied" } },
        headers: { "content-type": "application/apply-patch+yaml" },
      },
      put(`${configMaps}/denied`, configMap("denied")),
      remove(`${configMaps}/kept`),
      remove(configMaps),
      remove(`${configMaps}/a`),
    ],
    "request-fields": enforced({
      validations: [
        {
          expression: "object.metadata.name != 'denied'",
          messageExpression:
            "[request.kind.group, request.kind.version, request.kind.kind, request.resource.resource, request.requestKind.kind, " +
            "request.requestResource.version, request.name, request.namespace, request.operation, request.userInfo.username, " +
            "request.userInfo.groups.join('+'), string(request.dryRun), string(has(request.subResource)), string(request.options.kind), " +
            "string(request.options.dryRun[0]), string(object.apiVersion), string(object.kind), string(has(request.userInfo.extra))].join(' ')",
        },
      ],
    }),
    namespace: [
      ...enforced({
        validations: [
          {
            expression: "object.metadata.name != 'denied'",
            messageExpression:
              "namespaceObject.metadata.name + ' ' + namespaceObject.status.phase + ' ' + namespaceObject.spec.finalizers[0] + ' ' + " +
              "string(namespaceObject.metadata.labels.size()) + string(has(namespaceObject.metadata.annotations)) + " +
              "string(has(dyn(namespaceObject).metadata.managedFields)) + string(has(dyn(namespaceObject).kind))",
          },
          {
            expression: "!('closed' in namespaceObject.metadata.labels)",
            messageExpression: "'closed by ' + namespaceObject.metadata.labels['closed']",
          },
        ],
      }),
      patch("merge", "/api/v1/namespaces/{{namespace}}", { metadata: { labels: { closed: "night" } } }),
      until(422, dry(create("a"))),
    ],
    variables: [
      ...enforced({
        variables: [
          { name: "broken", expression: "object.spec.missing" },
          { name: "data", expression: "has(object.data) ? object.data : {}" },
          { name: "count", expression: "variables.data.size()" },
          {
            name: "user",
            expression: "authorizer.group('').resource('pods').namespace('default').check('get').allowed()",
          },
        ],
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          { expression: "variables.count < 2", messageExpression: "'too many: ' + string(variables.count)" },
          { expression: "!('broken' in variables.data) || variables.broken == 1", message: "not this one" },
          { expression: "variables.user", message: "no rights" },
          {
            expression: "!('secret' in variables.data)",
            messageExpression: "variables.user ? 'rights' : 'no rights'",
            message: "messages have no authorizer",
          },
        ],
      }),
      create("a", { k: "v", l: "m" }),
      create("b", { broken: "" }),
      create("c", { secret: "" }),
      create("d"),
    ],
    "authorizer-in-annotation": [
      ...enforced({
        validations: [{ expression: "object.metadata.name != 'denied'" }],
        auditAnnotations: [{ key: "k", valueExpression: "string(authorizer.path('/').check('get').allowed())" }],
      }),
      create("a"),
    ],
    "authorizer-checks": [
      ...enforced({
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          { expression: "authorizer.requestResource.check('delete').allowed()", message: "request resource" },
          {
            expression:
              "!authorizer.serviceAccount('{{namespace}}', 'none').group('').resource('pods').check('get').allowed()",
            message: "service account",
          },
          {
            expression:
              "object.metadata.name != 'a' || authorizer.serviceAccount('a b', 'c').path('/').check('get').allowed()",
            message: "invalid service account",
          },
          {
            expression:
              "object.metadata.name != 'b' || authorizer.serviceAccount('a', 'b').path('/none').check('get').reason() != ''",
            message: "reason",
          },
        ],
      }),
      create("a"),
      create("b"),
      create("c"),
    ],
    errors: [
      ...enforced({
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          { expression: "object.metadata.name != 'a' || object.x == 1", message: "not this one" },
          { expression: "object.metadata.name != 'b' || int(object.data['k']) > 0", reason: "Forbidden" },
          { expression: "object.metadata.name != 'c' || object.data['none'] == ''" },
          { expression: "object.metadata.name != 'd' || [1][3] == 1" },
        ],
      }),
      create("a"),
      create("b", { k: "x" }),
      create("c", { k: "x" }),
      create("d"),
      create("e"),
    ],
    "failure-policy-ignore": [
      ...enforced({
        failurePolicy: "Ignore",
        validations: [{ expression: "object.metadata.name != 'denied'" }, { expression: "object.x == 1" }],
        auditAnnotations: [{ key: "k", valueExpression: "string(object.x)" }],
      }),
      create("a"),
    ],
    "match-conditions": [
      ...enforced({
        matchConditions: [
          { name: "named", expression: "object.metadata.name != 'free'" },
          { name: "error", expression: "object.metadata.name != 'error' || object.x == 1" },
          { name: "second", expression: "object.metadata.name != 'error' || object.y == 1" },
          { name: "resource", expression: "request.resource.resource == 'configmaps' && namespaceObject == null" },
        ],
        validations: [{ expression: "object.metadata.name == 'a'" }],
      }),
      create("a"),
      create("free"),
      create("error"),
    ],
    "match-conditions-ignore": [
      ...enforced({
        failurePolicy: "Ignore",
        matchConditions: [{ name: "error", expression: "object.metadata.name != 'error' || object.x == 1" }],
        validations: [{ expression: "false" }],
      }),
      create("error"),
    ],
    "audit-annotations": [
      ...enforced({
        auditAnnotations: [
          { key: "fails", valueExpression: "object.metadata.name == 'denied' ? string(object.x) : 'ok'" },
          { key: "null", valueExpression: "null" },
          { key: "long", valueExpression: "'x'" },
        ],
      }),
      create("a"),
    ],
    costs: [
      ...enforced({
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          {
            expression:
              "object.metadata.name != 'call' || object.metadata.annotations.big.split(',').all(x, object.metadata.annotations.big.contains(x + 'y') || true)",
          },
        ],
      }),
      post(configMaps, {
        metadata: { name: "call", annotations: { big: Array.from({ length: 3000 }, () => "ab").join(",") } },
      }),
    ],
    "costs-of-messages": [
      ...enforced({
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          ...Array.from({ length: 12 }, () => ({
            expression: "true",
            messageExpression:
              "!has(object.metadata.annotations) ? '' : string(object.metadata.annotations.big.split(',').all(x, object.metadata.annotations.big.contains(x + 'y') || true))",
          })),
        ],
      }),
      post(configMaps, {
        metadata: { name: "a", annotations: { big: Array.from({ length: 3000 }, () => "ab").join(",") } },
      }),
    ],
    "costs-of-all": [
      ...enforced({
        variables: [
          {
            name: "big",
            expression: "has(object.metadata.annotations) ? object.metadata.annotations.big.split(',') : ['']",
          },
        ],
        validations: [
          { expression: "object.metadata.name != 'denied'" },
          ...Array.from({ length: 24 }, () => ({
            expression: "variables.big.all(x, variables.big.exists(y, y == x))",
          })),
          { expression: "variables.big.all(x, variables.big.filter(y, y == x).size() >= 0)" },
        ],
      }),
      post(configMaps, {
        metadata: { name: "a", annotations: { big: Array.from({ length: 300 }, () => "ab").join(",") } },
      }),
    ],
  }),
);
