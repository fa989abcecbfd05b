import assert from "node:assert/strict";
import { expect, test } from "vitest";

import { generateInMemory, memoryRoot } from "../generate-in-memory.ts";
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

test("generate() writes no webhooks where no marker asks for them", () => {
  assert.deepEqual(generateInMemory("export const x = 1;", { generators: [{ name: "webhook" }] }), []);
});

test.each<{ change: Record<string, string | undefined>; problem: string }>([
  {
    change: { name: "v.example" },
    problem: 'has the name "v.example": it needs at least three parts with dots between',
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
  { change: { webhookVersions: "v1beta1" }, problem: 'has webhookVersions "v1beta1": there is v1 alone' },
  {
    change: { admissionReviewVersions: "v2" },
    problem: 'has admissionReviewVersions "v2": an API server speaks v1 and v1beta1 alone',
  },
  {
    change: { reinvocationPolicy: "Never" },
    problem: "has a reinvocationPolicy: only a mutating webhook is asked again",
  },
  { change: { patch: "`{`" }, problem: "has a patch that cannot be read: " },
  { change: { patch: "`[]`" }, problem: "has a patch that is no JSON object" },
  {
    change: { patch: '`{"objectselector":null}`' },
    problem: "has a patch that names a field that is not there: objectselector",
  },
  { change: { patch: '`{"timeoutSeconds":"3"}`' }, problem: "has a patch that leaves timeoutSeconds wrong: " },
  { change: { groups: undefined }, problem: 'needs "groups="' },
])("generate() refuses a webhook with $change and says where and why", ({ change, problem }) => {
  const [found, ...more] = problemsOf(marker(change));

  expect(found).toMatch(/^api\/v1\/types\.ts:1:5: the marker "@kubebuilder:webhook/);
  expect(found).toContain(problem);
  expect(more).toEqual([]);
});

test("generate() refuses two webhooks of one name in one configuration, and two names of one configuration", () => {
  const named = "@kubebuilder:webhookconfiguration:mutating=false,name=";

  expect(problemsOf(marker(), marker({ path: "/other" }))).toEqual([
    'api/v1/types.ts:2:5: the webhook "vwidget.example.com" is there twice: names are unique in a configuration',
  ]);
  expect(problemsOf(marker(), `${named}a`, `${named}b`)).toEqual([
    "api/v1/types.ts:3:5: the configuration of the validating webhooks has a name already: give it one name",
  ]);
});

test("generate() takes the same name for a mutating and a validating webhook", () => {
  expect(problemsOf(marker(), marker({ mutating: "true" }))).toEqual([]);
});

/** A marker with these arguments changed, or left out. */
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
