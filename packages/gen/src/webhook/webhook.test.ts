import assert from "node:assert/strict";
import { expect, test } from "vitest";

import { generateInMemory, memoryRoot } from "../testdata/generate-in-memory.ts";
import { formatProblem, isGenerateError } from "../problem.ts";

const given: Readonly<Record<string, string>> = {
  path: "/validate",
  mutating: "false",
  failurePolicy: "ignore",
  sideEffects: "None",
  groups: "example.com",
  resources: "widgets",
  verbs: "create",
  versions: "v1",
  name: "vwidget.example.com",
  admissionReviewVersions: "v1",
};

test("generate() writes no webhooks without webhook markers", () => {
  assert.deepEqual(generateInMemory("export const x = 1;", { generators: [{ name: "webhook" }] }), []);
});

test.each<{ change: Record<string, string | undefined>; problem: string }>([
  {
    change: { name: "v.example" },
    problem: 'has the name "v.example": expected at least three parts separated by dots',
  },
  {
    change: { name: "V.example.com" },
    problem: 'has the name "V.example.com": a lowercase RFC 1123 subdomain must consist',
  },
  { change: { failurePolicy: "retry" }, problem: 'has failurePolicy "retry": expected Fail or Ignore' },
  { change: { matchPolicy: "Some" }, problem: 'has matchPolicy "Some": expected Exact or Equivalent' },
  { change: { sideEffects: "Some" }, problem: 'has sideEffects "Some": expected None or NoneOnDryRun' },
  { change: { sideEffects: undefined }, problem: 'needs "sideEffects=": None, or NoneOnDryRun' },
  { change: { timeoutSeconds: "31" }, problem: "has timeoutSeconds 31: expected 1 to 30" },
  { change: { timeoutSeconds: "0" }, problem: "has timeoutSeconds 0: expected 1 to 30" },
  { change: { servicePort: "65536" }, problem: "has servicePort 65536: expected 1 to 65535" },
  { change: { verbs: "create;get" }, problem: 'has the verb "get": expected create, update, delete, connect or *' },
  { change: { path: undefined }, problem: 'takes one of "path=" and "url="' },
  { change: { url: '"https://a.example.com/b"' }, problem: 'takes one of "path=" and "url="' },
  { change: { path: undefined, url: '"http://a.example.com/b"' }, problem: "it must begin with https://" },
  { change: { path: "validate" }, problem: 'has the path "validate": it must begin with /' },
  { change: { webhookVersions: "v1beta1" }, problem: 'has webhookVersions "v1beta1": expected v1' },
  {
    change: { admissionReviewVersions: "v2" },
    problem: 'has admissionReviewVersions "v2": expected v1 or v1beta1',
  },
  {
    change: { reinvocationPolicy: "Never" },
    problem: "has a reinvocationPolicy, which only a mutating webhook can have",
  },
  { change: { patch: "`{`" }, problem: "has a patch that cannot be read: " },
  { change: { patch: "`[]`" }, problem: "has a patch that is not a JSON object" },
  {
    change: { patch: '`{"objectselector":null}`' },
    problem: "has a patch that has an unknown field: objectselector",
  },
  { change: { patch: '`{"timeoutSeconds":"3"}`' }, problem: "has a patch that leaves timeoutSeconds wrong: " },
  { change: { groups: undefined }, problem: 'needs "groups="' },
])("generate() rejects a webhook with $change with the place and the reason", ({ change, problem }) => {
  const [found, ...more] = problemsOf(marker(change));

  expect(found).toMatch(/^api\/v1\/types\.ts:1:5: the marker "@kubebuilder:webhook/);
  expect(found).toContain(problem);
  expect(more).toEqual([]);
});

test("generate() rejects two webhooks with the same name in a configuration, and two names for a configuration", () => {
  const named = "@kubebuilder:webhookconfiguration:mutating=false,name=";

  expect(problemsOf(marker(), marker({ path: "/other" }))).toEqual([
    'api/v1/types.ts:2:5: the webhook "vwidget.example.com" is declared twice: names must be unique in a configuration',
  ]);
  expect(problemsOf(marker(), `${named}a`, `${named}b`)).toEqual([
    "api/v1/types.ts:3:5: the configuration of the validating webhooks has more than one name: write one marker",
  ]);
});

test("generate() accepts the same name for a mutating and a validating webhook", () => {
  expect(problemsOf(marker(), marker({ mutating: "true" }))).toEqual([]);
});

/** A marker with some arguments changed or removed. */
function marker(change: Readonly<Record<string, string | undefined>> = {}): string {
  const all = Object.entries({ ...given, ...change }).filter(([, value]) => value !== undefined);
  return `@kubebuilder:webhook:${all.map(([name, value]) => `${name}=${value}`).join(",")}`;
}

function problemsOf(...markers: readonly string[]): readonly string[] {
  const source = markers.map((each) => `/** ${each} */\n`).join("");
  try {
    generateInMemory(`${source}export const x = 1;`, { generators: [{ name: "webhook" }] });
    return [];
  } catch (error) {
    if (!isGenerateError(error)) throw error;
    return error.problems.map((problem) => formatProblem(problem, memoryRoot));
  }
}
