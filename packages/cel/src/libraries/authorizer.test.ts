import assert from "node:assert/strict";
import { test } from "vitest";
import type { AuthorizationQuery, ExpressionAuthorizer, Value } from "../index.ts";
import {
  authorizerType,
  authorizerValue,
  CelError,
  compileExpression,
  kubernetesEnvironment,
  resourceCheckType,
  resourceCheckValue,
} from "../index.ts";

const resource = {
  group: "apps",
  resource: "deployments",
  subresource: "",
  namespace: "default",
  name: "web",
  fieldSelector: "",
  labelSelector: "",
};

function evaluate(text: string): {
  readonly value: Value;
  readonly cost: number;
  readonly queries: readonly AuthorizationQuery[];
} {
  const queries: AuthorizationQuery[] = [];
  const authorizer: ExpressionAuthorizer = {
    authorize: (query) => {
      queries.push(query);
      return query.verb === "fail"
        ? { isAllowed: false, reason: "", error: "no answer" }
        : { isAllowed: query.verb === "get", reason: `${query.verb} was queried` };
    },
  };
  const environment = kubernetesEnvironment({ variables: { authorizer: authorizerType, request: resourceCheckType } });
  const compilation = compileExpression(text, environment);
  assert.ok(compilation.kind === "compiled", compilation.kind === "failed" ? compilation.message : "");
  const variables = { authorizer: authorizerValue(authorizer), request: resourceCheckValue(authorizer, resource) };
  const { value, cost } = compilation.program.evaluate(variables);
  return { value, cost, queries };
}

test("The authorizer receives the resource that an expression describes", () => {
  const { value, cost, queries } = evaluate(
    "authorizer.serviceAccount('ns', 'sa').group('apps').resource('deployments').subresource('scale')" +
      ".namespace('default').name('web').labelSelector('a=b').fieldSelector('c=d').check('get').allowed()",
  );

  assert.equal(value, true);
  assert.equal(cost, 350_000 + 7 + 2 * (10 + 1 + 100) + 1);
  assert.deepEqual(queries, [
    {
      verb: "get",
      serviceAccount: { namespace: "ns", name: "sa" },
      target: { ...resource, subresource: "scale", labelSelector: "a=b", fieldSelector: "c=d" },
    },
  ]);
});

test("The authorizer receives a path, and an expression can read its reason", () => {
  const { value, queries } = evaluate("authorizer.path('/healthz').check('list').reason()");

  assert.equal(value, "list was queried");
  assert.deepEqual(queries, [{ verb: "list", serviceAccount: undefined, target: { path: "/healthz" } }]);
  assert.equal(evaluate("request.check('get').allowed()").value, true);
  assert.equal(evaluate("request.check('fail').errored()").value, true);
  assert.equal(evaluate("request.check('fail').error()").value, "no answer");
});

test("Names that no server accepts are errors", () => {
  const cases = [
    ["authorizer.serviceAccount('ns', 'Bad').path('/').check('get').allowed()", "Invalid service account name"],
    ["authorizer.serviceAccount('a.b', 'sa').path('/').check('get').allowed()", "Invalid service account namespace"],
    ["authorizer.path(' ').check('get').allowed()", "path must not be empty"],
    ["authorizer.group('').resource('').check('get').allowed()", "resource must not be empty"],
  ] as const;
  for (const [text, message] of cases) assert.deepEqual(evaluate(text).value, new CelError(message), text);
});
