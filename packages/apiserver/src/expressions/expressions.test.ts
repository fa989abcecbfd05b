// Expressions of admission: variables, types, messages of errors, and budgets. tests/differential compares the messages with a kube-apiserver.
import { expect, test } from "vitest";
import { boolType, stringType } from "@kubewright/cel";
import type { CelType } from "@kubewright/cel";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import { allowAll } from "../authorization/authorizer.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import { admissionRequest } from "./admission-request.ts";
import { compileAdmissionExpression } from "./compiled-expression.ts";
import type { Declarations } from "./environment.ts";
import { environmentOf } from "./environment.ts";
import type { EvaluationOutcome, ExpressionInputs } from "./evaluation.ts";
import { evaluateExpressions as expressionSteps, policyBudget } from "./evaluation.ts";
import { PolicyVariables } from "./policy-variables.ts";
import { requestAuthorizer } from "./request-authorizer.ts";

const all: Declarations = { hasParams: true, hasAuthorizer: true, hasPatchTypes: false };
const kind = { group: "apps", version: "v1", kind: "Deployment" };
const resource = { group: "apps", version: "v1", resource: "deployments" };
const object = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: { replicas: 3 },
};
const attributes: AdmissionAttributes = {
  operation: "CREATE",
  user: { name: "ann", groups: ["dev"], extra: { "example.com/team": ["a"] } },
  resource,
  kind,
  subresource: "",
  namespace: "shop",
  name: "web",
  object,
  options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
  dryRun: false,
};

function inputsWith(more: Partial<ExpressionInputs> = {}, authorizer: Authorizer = allowAll): ExpressionInputs {
  return {
    object,
    oldObject: undefined,
    literals: undefined,
    request: admissionRequest(attributes, { kind, resource }),
    namespaceObject: { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { stage: "prod" } } },
    authorizer: requestAuthorizer(attributes, authorizer),
    ...more,
  };
}

/** Evaluates without pauses. */
function evaluateExpressions(...parameters: Parameters<typeof expressionSteps>): EvaluationOutcome {
  const steps = expressionSteps(...parameters);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function evaluate(text: string, type: CelType = boolType, inputs = inputsWith()): unknown {
  const environment = inputs.variables?.environmentOf(all) ?? environmentOf(all);
  const outcome = evaluateExpressions([compileAdmissionExpression(text, [type], environment)], inputs, policyBudget);
  if (outcome.kind === "failed") return outcome.message;
  const [result] = outcome.results;
  return result?.kind === "value" ? result.value : result?.message;
}

function problemOf(text: string, types: readonly CelType[] = [boolType], declarations = all): string | undefined {
  const { result } = compileAdmissionExpression(text, types, environmentOf(declarations));
  return result.kind === "compiled" ? undefined : result.message;
}

test.for([
  "object.spec.replicas == 3",
  "oldObject == null && params == null",
  "request.kind.kind == 'Deployment' && request.resource.resource == 'deployments'",
  "request.userInfo.username == 'ann' && request.userInfo.extra['example.com/team'] == ['a']",
  "!has(request.subResource) && !has(request.userInfo.uid) && request.namespace == 'shop'",
  "request.options.kind == 'CreateOptions' && !request.dryRun",
  "namespaceObject.metadata.labels.stage == 'prod'",
  "authorizer.requestResource.check('create').allowed()",
])("%s is true", (text) => {
  expect(evaluate(text)).toBe(true);
});

test("the authorizer receives the user, the resource of the request, and service accounts", () => {
  const seen: unknown[] = [];
  const denyAll: Authorizer = {
    authorize(request) {
      seen.push(request);
      return { allowed: false, reason: "no" };
    },
  };
  const inputs = inputsWith({}, denyAll);

  expect(evaluate("authorizer.requestResource.check('update').reason()", stringType, inputs)).toBe("no");
  expect(evaluate("authorizer.serviceAccount('ns', 'sa').path('/x').check('get').allowed()", boolType, inputs)).toBe(
    false,
  );

  const target = { type: "resource", group: "apps", version: "*", resource: "deployments", subresource: "" };
  expect(seen).toEqual([
    { user: attributes.user, verb: "update", target: { ...target, namespace: "shop", name: "web" } },
    {
      user: { name: "system:serviceaccount:ns:sa", groups: ["system:serviceaccounts", "system:serviceaccounts:ns"] },
      verb: "get",
      target: { type: "path", path: "/x" },
    },
  ]);
});

test.for([
  ["object.spec", "must evaluate to bool but got dyn"],
  ["timestamp('2020-01-01T00:00:00Z')", "must evaluate to bool but got google.protobuf.Timestamp"],
  ["[1]", "must evaluate to bool but got list(int)"],
  [
    "request.uid == ''",
    "compilation failed: ERROR: <input>:1:8: undefined field 'uid'\n | request.uid == ''\n | .......^",
  ],
  [
    "variables.x == 1",
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x == 1\n | ^",
  ],
  [
    "true && duration('x') == duration('1s')",
    "compilation failed: ERROR: <input>:1:18: invalid duration argument\n | true && duration('x') == duration('1s')\n | .................^",
  ],
])("%s does not compile", ([text, message]) => {
  expect(problemOf(text ?? "")).toBe(message);
});

test("an expression that may return one of several types names them all", () => {
  expect(problemOf("1", [stringType, boolType])).toBe("must evaluate to one of [string bool] but got int");
});

test("params and the authorizer are undeclared where they do not exist", () => {
  const none: Declarations = { hasParams: false, hasAuthorizer: false, hasPatchTypes: false };
  expect(problemOf("params == null", [boolType], none)).toMatch(/undeclared reference to 'params'/);
  expect(problemOf("authorizer.path('/').check('get').allowed()", [boolType], none)).toMatch(
    /undeclared reference to 'authorizer'/,
  );
});

test("a variable reads the previous ones, is evaluated once, and fails with its name", () => {
  const variables = new PolicyVariables();
  for (const [name, expression] of [
    ["replicas", "object.spec.replicas"],
    ["doubled", "variables.replicas * 2"],
    ["broken", "object.spec.nothing"],
    ["wrong", "object.("],
  ] as const) {
    variables.declare({ name, expression }, all);
  }
  const inputs = inputsWith({ variables });

  expect(evaluate("variables.doubled == 6 && variables.doubled == 6", boolType, inputs)).toBe(true);
  expect(evaluate("variables.broken == 1", boolType, inputs)).toBe(
    `expression 'variables.broken == 1' resulted in error: composited variable "broken" fails to evaluate: no such key: nothing`,
  );
  expect(evaluate("variables.wrong == 1", boolType, inputs)).toMatch(/composited variable "wrong" fails to compile: /);
});

test("a variable keeps the type of scalars, lists and maps, and has dyn for others", () => {
  const variables = new PolicyVariables();
  variables.declare({ name: "names", expression: "['a']" }, all);
  variables.declare({ name: "user", expression: "request.userInfo" }, all);
  const problem = (text: string): unknown => {
    const { result } = compileAdmissionExpression(text, "any", variables.environmentOf(all));
    return result.kind === "compiled" ? undefined : result.message.split("\n")[0];
  };

  expect(problem("variables.names[0] + 1")).toMatch(
    /found no matching overload for '_\+_' applied to '\(string, int\)'/,
  );
  expect(problem("variables.user.nothing")).toBe(undefined);
  expect(problem("variables.later")).toBe("compilation failed: ERROR: <input>:1:10: undefined field 'later'");
});

test("two variables of one name that read each other fail instead of recurring", () => {
  const variables = new PolicyVariables();
  variables.declare({ name: "x", expression: "1" }, all);
  variables.declare({ name: "x", expression: "variables.x + 1" }, all);

  expect(evaluate("variables.x == 2", boolType, inputsWith({ variables }))).toMatch(/variable "x" reads itself/);
});

const ten = "[1,2,3,4,5,6,7,8,9,10]";
const nested = (depth: number, body: string): string =>
  depth === 0 ? body : `${ten}.all(x${depth}, ${nested(depth - 1, body)})`;

test("an expression ends at the limit of one call", () => {
  expect(evaluate(nested(6, "x1 > 0"))).toMatch(/resulted in error: operation cancelled: actual cost limit exceeded$/);
});

test("expressions that cost more than the budget have no results", () => {
  const expression = compileAdmissionExpression(nested(4, "x1 > 0"), [boolType], environmentOf(all));

  const enough = evaluateExpressions([expression, expression], inputsWith(), 200_000);
  const tooSmall = evaluateExpressions([expression, expression], inputsWith(), 60_000);

  expect(enough).toMatchObject({ kind: "evaluated", results: [{ value: true }, { value: true }] });
  expect(tooSmall).toEqual({
    kind: "failed",
    message: "validation failed due to running out of cost budget, no further validation rules will be run",
  });
});

test("the cost of a variable counts once, and belongs to the expression that reads it", () => {
  const variables = new PolicyVariables();
  variables.declare({ name: "slow", expression: nested(4, "x1 > 0") }, all);
  const reads = compileAdmissionExpression("variables.slow", [boolType], variables.environmentOf(all));
  const inputs = inputsWith({ variables });

  const once = evaluateExpressions([reads], inputs, policyBudget);
  const twice = evaluateExpressions([reads, reads], inputs, policyBudget);

  const left = (outcome: typeof once): number => (outcome.kind === "evaluated" ? outcome.remainingBudget : 0);
  expect(policyBudget - left(once)).toBeGreaterThan(30_000);
  expect(left(once) - left(twice)).toBe(2);
});

test("an expression ends once its variables cost more than the budget", () => {
  const variables = new PolicyVariables();
  const names = Array.from({ length: 20 }, (_, index) => `v${index}`);
  for (const name of names) variables.declare({ name, expression: nested(4, "x1 > 0") }, all);
  const text = names.map((name) => `variables.${name}`).join(" && ");
  const reads = compileAdmissionExpression(text, [boolType], variables.environmentOf(all));
  let checkpoints = 0;
  const inputs = inputsWith({ variables, checkpoint: () => void checkpoints++ });

  expect(evaluateExpressions([reads], inputs, policyBudget)).toMatchObject({ kind: "evaluated" });
  const whole = checkpoints;
  expect(evaluateExpressions([reads], inputs, 60_000)).toMatchObject({ kind: "failed" });
  expect((checkpoints - whole) / whole).toBeCloseTo(2 / 20);
});
