/**
 * Several policies, bindings, params, match conditions, variables, failure policies and reinvocation. A kube-apiserver runs policies in random order, so
 * each policy of a case changes a different field.
 */
import { cases, patch, post, remove, until } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import {
  apply,
  binding,
  bindings,
  configMapRule,
  configMaps,
  create,
  enforced,
  ownNamespace,
  patching,
  removed,
} from "./objects.ts";

/** Fails, but not for the object that shows that the policies are in force. */
const failing = patching("object.metadata.name == 'denied' ? [] : [JSONPatch{op: 'remove', path: '/absent/a'}]");
const set = (name: string, value = `'${name}'`): object => apply(`Object{data: {'${name}': ${value}}}`);
/** Counts in the field `name` of the data. */
const count = (name: string): object =>
  apply(
    `Object{data: {'${name}': string((has(object.data) && '${name}' in object.data ? int(object.data['${name}']) : 0) + 1)}}`,
  );
const condition = (expression: string): object => ({ matchConditions: [{ name: "c", expression }] });
const constraints = (rule: object, more: object = {}): object => ({
  matchConstraints: { namespaceSelector: ownNamespace, resourceRules: [{ ...configMapRule, ...rule }], ...more },
});

export const mutatingPolicyCases: readonly DifferentialCase[] = cases("mutating-policy", {
  several: [
    ...enforced({ a: { mutations: [count("a"), count("a")] }, b: { mutations: [count("b")] } }),
    create("x"),
    create("y", { data: { a: "5", kept: "yes" } }),
    ...removed("a", "b"),
  ],
  "match-before-mutation": [
    ...enforced({
      a: { mutations: [apply("Object{metadata: Object.metadata{labels: {'by': 'a'}}}")] },
      b: { mutations: [count("b")], ...constraints({}, { objectSelector: { matchLabels: { by: "a" } } }) },
    }),
    create("x"),
    create("y", { metadata: { labels: { by: "a" } } }),
    ...removed("a", "b"),
  ],
  "match-conditions": [
    ...enforced({
      a: { mutations: [count("a")], ...condition("object.metadata.name == 'x'") },
      b: { mutations: [count("b")], ...condition("object.metadata.name != 'denied' && object.data.missing == 'x'") },
      c: {
        mutations: [count("c")],
        failurePolicy: "Ignore",
        ...condition("request.name == 'y' && object.data.other == 'x'"),
      },
      e: { mutations: [count("e")], ...condition("namespaceObject == null && request.kind.kind == 'ConfigMap'") },
    }),
    create("x", { data: { kept: "yes" } }),
    create("y", { data: { missing: "x" } }),
    ...removed("a", "b", "c", "e"),
  ],
  failures: [
    ...enforced({ a: { mutations: [count("a"), failing, count("a"), failing] }, b: { mutations: [count("b")] } }),
    create("x"),
    ...removed("a", "b"),
  ],
  "failures-ignored": [
    ...enforced({
      a: { mutations: [count("a"), failing, count("a")], failurePolicy: "Ignore" },
      b: { mutations: [count("b")] },
    }),
    create("x"),
    ...removed("a", "b"),
  ],
  variables: [
    ...enforced({
      "": {
        variables: [
          { name: "n", expression: "has(object.data) ? size(object.data) : 0" },
          { name: "text", expression: "'n' + string(variables.n)" },
          { name: "broken", expression: "object.absent.a" },
        ],
        mutations: [
          set("first", "variables.text"),
          set("second", "variables.text"),
          apply(
            "Object{data: {'third': object.metadata.name == 'y' ? variables.broken : namespaceObject.metadata.name}}",
          ),
        ],
      },
    }),
    create("x"),
    create("y"),
    ...removed(""),
  ],
  reinvocation: [
    ...enforced({
      a: { mutations: [count("a")], reinvocationPolicy: "IfNeeded" },
      b: { mutations: [count("b")] },
      c: { mutations: [count("c")], reinvocationPolicy: "IfNeeded" },
    }),
    create("x"),
    ...removed("a", "b", "c"),
  ],
  "reinvocation-alone": [
    ...enforced({ a: { mutations: [count("a")], reinvocationPolicy: "IfNeeded" } }),
    create("x"),
    ...removed("a"),
  ],
  "reinvocation-without-change": [
    ...enforced({
      a: { mutations: [apply("Object{data: {'n': 'x'}}")], reinvocationPolicy: "IfNeeded" },
      b: { mutations: [patching("[]")], reinvocationPolicy: "IfNeeded" },
      c: {
        mutations: [apply("Object{data: {'seen': has(object.data) && 'n' in object.data ? 'yes' : 'no'}}")],
        reinvocationPolicy: "IfNeeded",
      },
    }),
    create("x", { data: { n: "x" } }),
    ...removed("a", "b", "c"),
  ],
  operations: [
    ...enforced({
      a: { mutations: [count("a")], ...constraints({ operations: ["CREATE"] }) },
      b: { mutations: [count("b")], ...constraints({ operations: ["UPDATE"] }) },
      c: { mutations: [apply("Object{data: {'op': request.operation}}")], ...constraints({ operations: ["*"] }) },
    }),
    post(configMaps, { metadata: { name: "x" } }),
    patch("merge", `${configMaps}/x`, { data: { k: "v" } }),
    patch("merge", `${configMaps}/x`, { data: { k: "v" } }),
    {
      method: "PATCH",
      path: `${configMaps}/x?fieldManager=m`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" }, data: { own: "1" } },
    },
    remove(`${configMaps}/x`),
    ...removed("a", "b", "c"),
  ],
  params: [
    post(configMaps, { metadata: { name: "p", labels: { p: "1" } }, data: { v: "first" } }),
    post(configMaps, { metadata: { name: "q", labels: { p: "1" } }, data: { v: "second" } }),
    ...enforced(
      {
        a: {
          paramKind: { apiVersion: "v1", kind: "ConfigMap" },
          mutations: [count("a"), apply("Object{data: {params.metadata.name: params.data.v}}")],
          ...constraints({ resourceNames: ["x"] }),
        },
      },
      { paramRef: { selector: { matchLabels: { p: "1" } }, parameterNotFoundAction: "Deny" } },
    ),
    until(201, create("x"), '"q":"second"'),
    remove(`${configMaps}/p`),
    remove(`${configMaps}/q`),
    ...removed("a"),
  ],
  "binding-resources": [
    ...enforced(
      { a: { mutations: [count("a")] } },
      { matchResources: { objectSelector: { matchLabels: { go: "1" } } } },
    ),
    create("x"),
    create("y", { metadata: { labels: { go: "1" } } }),
    post(bindings, binding({ policyName: "{{namespace}}a" }, "{{namespace}}a2")),
    remove(`${bindings}/{{namespace}}a2`),
    ...removed("a"),
  ],
  request: [
    ...enforced({
      "": {
        mutations: [
          apply(
            "Object{data: {'kind': request.kind.kind, 'resource': request.resource.resource, 'op': request.operation," +
              " 'name': request.name, 'dry': string(request.dryRun), 'allowed': string(authorizer.requestResource.check('create').allowed())," +
              " 'ns': namespaceObject.metadata.labels['kubernetes.io/metadata.name'], 'old': string(oldObject == null)}}",
          ),
        ],
      },
    }),
    create("x"),
    ...removed(""),
  ],
  budget: [
    ...enforced({
      a: {
        mutations: [
          patching(
            "object.metadata.name != 'denied' && [1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, f > 0)))))) ? [JSONPatch{op: 'test'}] : []",
          ),
        ],
      },
    }),
    create("x"),
    ...removed("a"),
  ],
});
