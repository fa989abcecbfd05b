/** Mutations of objects of built-in and custom kinds: apply configurations and JSON patches, and their errors. */
import { cases, post, until } from "../../case.ts";
import type { DifferentialCase, DifferentialStep } from "../../case.ts";
import { apply, byName, create, enforced, ownNamespace, patching, removed } from "./objects.ts";

/** Creates objects of each name in turn, mutated by the expression of that name. */
function applied(expressions: Readonly<Record<string, string>>, body: object = {}): readonly DifferentialStep[] {
  return mutated([apply(byName(expressions, "Object{}"))], Object.keys(expressions), body);
}

function patched(expressions: Readonly<Record<string, string>>, body: object = {}): readonly DifferentialStep[] {
  return mutated([patching(byName(expressions, "[]"))], Object.keys(expressions), body);
}

function mutated(mutations: readonly object[], names: readonly string[], body: object): readonly DifferentialStep[] {
  return [...enforced({ "": { mutations } }), ...names.map((name) => create(name, body)), ...removed("")];
}

const data = { data: { kept: "yes" }, metadata: { labels: { l: "v" } } };

const deployment = (name: string, more: object = {}): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: {
        nodeSelector: { disk: "ssd" },
        containers: [
          { name: "a", image: "a", args: ["x"], ports: [{ containerPort: 1 }], env: [{ name: "E", value: "1" }] },
          { name: "b", image: "b" },
        ],
      },
    },
    ...more,
  },
});

/** Creates Deployments, or objects of another kind, mutated by the expressions of their names. */
function ofKind(
  resource: { readonly group: string; readonly version: string; readonly plural: string },
  mutation: (expression: string) => object,
  expressions: Readonly<Record<string, string>>,
  body: (name: string) => object,
  otherwise = "Object{}",
): readonly DifferentialStep[] {
  const { group, version, plural } = resource;
  const rule = { apiGroups: [group], apiVersions: [version], operations: ["*"], resources: [plural] };
  const path = `/apis/${group}/${version}/namespaces/{{namespace}}/${plural}?dryRun=All`;
  return [
    ...enforced({
      "": {
        matchConstraints: { namespaceSelector: ownNamespace, resourceRules: [rule] },
        mutations: [mutation(byName(expressions, otherwise))],
      },
    }),
    // A kube-apiserver reads the schemas of custom resources every five seconds, and rejects apply configurations before.
    until(201, post(path, body("ready"))),
    ...Object.keys(expressions).map((name) => post(path, body(name))),
    ...removed(""),
  ];
}

const deployments = { group: "apps", version: "v1", plural: "deployments" };
const template = "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{";
const containers = (items: string): string => `${template}containers: [${items}]}}}}`;
const container = "Object.spec.template.spec.containers";

const jobs = { group: "myjob.github.com", version: "v1beta1", plural: "myjobs" };
const job = (name: string): object => ({
  apiVersion: "myjob.github.com/v1beta1",
  kind: "MyJob",
  metadata: { name },
  spec: { template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } } },
});

export const mutatingPolicyMutationCases: readonly DifferentialCase[] = cases("mutating-policy-mutation", {
  apply: applied(
    {
      empty: "Object{}",
      add: "Object{data: {'a': '1'}}",
      replace: "Object{data: {'kept': 'no'}}",
      struct: "Object{data: Object.data{a: '1'}}",
      labels: "Object{metadata: Object.metadata{labels: {'x': object.metadata.name}, annotations: {'y/z': 'a'}}}",
      "empty-map": "Object{data: {}}",
      "from-object": "Object{data: object.metadata.labels}",
      optional: "Object{?data: optional.none(), metadata: Object.metadata{labels: {?'a': optional.of('1')}}}",
      immutable: "Object{immutable: true}",
      finalizers: "Object{metadata: Object.metadata{finalizers: ['a.b/c']}}",
      kind: "Object{apiVersion: 'v2', kind: 'Secret'}",
      binary: "Object{binaryData: {'b': b'abc'}}",
    },
    data,
  ),
  "apply-errors": applied(
    {
      unknown: "Object{other: 1}",
      "unknown-inside": "Object{metadata: Object.metadata{other: 1}}",
      "wrong-type": "Object{data: 'a'}",
      "wrong-value": "Object{data: {'a': 1}}",
      "wrong-list": "Object{metadata: Object.metadata{finalizers: 'a'}}",
      "type-name": "Object{metadata: Object.spec{}}",
      "type-names": "Object{metadata: Object.metadata{labels: Object.labels{}}}",
      atomic: "Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{uid: 'a'}]}}",
      missing: "Object{data: {'a': object.data.missing}}",
      dynamic: "Object{data: {'a': string(object.data.kept / 2)}}",
      null: "Object{immutable: null}",
    },
    data,
  ),
  "apply-identity": applied({
    name: "Object{metadata: Object.metadata{name: 'other'}}",
    namespace: "Object{metadata: Object.metadata{namespace: 'other'}}",
    uid: "Object{metadata: Object.metadata{uid: 'u', resourceVersion: '5', generation: 7}}",
    "generate-name": "Object{metadata: Object.metadata{generateName: 'g-'}}",
    deletion: "Object{metadata: Object.metadata{deletionTimestamp: '2026-01-01T00:00:00Z'}}",
    "invalid-label": "Object{metadata: Object.metadata{labels: {'a b': 'c'}}}",
    "invalid-key": "Object{data: {'a b': 'c'}}",
  }),
  "apply-deployment": ofKind(
    deployments,
    apply,
    {
      replicas: "Object{spec: Object.spec{replicas: 3, paused: true}}",
      "container-image": containers(`${container}{name: 'a', image: 'new'}`),
      "container-new": containers(`${container}{name: 'c', image: 'c'}`),
      "container-first": containers(`${container}{name: 'b', image: 'x'}, ${container}{name: 'a', image: 'y'}`),
      "container-env": containers(`${container}{name: 'a', env: [${container}.env{name: 'F', value: '2'}]}`),
      "container-port": containers(`${container}{name: 'a', ports: [${container}.ports{containerPort: 2}]}`),
      "from-object": `${template}containers: object.spec.template.spec.containers.map(c, ${container}{name: c.name, imagePullPolicy: 'Always'})}}}}`,
      strategy: "Object{spec: Object.spec{strategy: Object.spec.strategy{type: 'Recreate'}}}",
      "int-or-string": `Object{spec: Object.spec{strategy: Object.spec.strategy{rollingUpdate: Object.spec.strategy.rollingUpdate{maxSurge: '50%', maxUnavailable: 1}}}}`,
      quantity: containers(
        `${container}{name: 'a', resources: ${container}.resources{limits: {'cpu': '1500m', 'memory': '1Gi'}}}`,
      ),
      toleration: `${template}terminationGracePeriodSeconds: 5, dnsPolicy: 'Default'}}}}`,
    },
    (name) => deployment(name),
  ),
  "apply-deployment-errors": ofKind(
    deployments,
    apply,
    {
      unknown: "Object{spec: Object.spec{bogus: 1}}",
      "unknown-container": containers(`${container}{name: 'a', bogus: 1}`),
      type: "Object{spec: Object.spec{replicas: 'three'}}",
      double: "Object{spec: Object.spec{replicas: 1.5}}",
      "no-key": containers(`${container}{image: 'x'}`),
      duplicate: containers(`${container}{name: 'a'}, ${container}{name: 'a'}`),
      "atomic-list": containers(`${container}{name: 'a', args: ['y']}`),
      "atomic-map": `${template}nodeSelector: {'disk': 'hdd'}}}}}`,
      selector: "Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'a': 'c'}}}}",
      "item-type": containers(`${container}.item{name: 'a'}`),
      "map-item": `${template}containers: [{'name': 'a'}]}}}}`,
      invalid: "Object{spec: Object.spec{replicas: -1}}",
      "invalid-quantity": containers(
        `${container}{name: 'a', resources: ${container}.resources{limits: {'cpu': 'x'}}}`,
      ),
    },
    (name) => deployment(name),
  ),
  patch: patched(
    {
      nothing: "[]",
      add: "[JSONPatch{op: 'add', path: '/data/a', value: '1'}]",
      "add-map": "[JSONPatch{op: 'add', path: '/data', value: {'a': '1'}}]",
      "add-object": "[JSONPatch{op: 'add', path: '/data', value: Object.data{a: '1'}}]",
      replace: "[JSONPatch{op: 'replace', path: '/data/kept', value: 'no'}]",
      remove: "[JSONPatch{op: 'remove', path: '/metadata/labels'}]",
      escape: "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a.b/c~d'), value: ''}]",
      move: "[JSONPatch{op: 'move', from: '/data/kept', path: '/data/moved'}]",
      copy: "[JSONPatch{op: 'copy', from: '/data/kept', path: '/data/copied'}]",
      test: "[JSONPatch{op: 'test', path: '/data/kept', value: 'yes'}, JSONPatch{op: 'add', path: '/data/t', value: 'ok'}]",
      "test-fails":
        "[JSONPatch{op: 'add', path: '/data/t', value: 'ok'}, JSONPatch{op: 'test', path: '/data/kept', value: 'no'}]",
      bool: "[JSONPatch{op: 'add', path: '/immutable', value: true}]",
      null: "[JSONPatch{op: 'replace', path: '/data', value: null}]",
      absent: "[JSONPatch{op: 'add', path: '/immutable'}]",
      list: "[JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['a.b/c']}, JSONPatch{op: 'add', path: '/metadata/finalizers/-', value: 'a.b/d'}]",
      bytes: "[JSONPatch{op: 'add', path: '/binaryData', value: {'b': b'abc'}}]",
      number:
        "[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'n': string(1.0), 'm': string(9007199254740993)}}]",
      computed: "object.data.map(k, JSONPatch{op: 'add', path: '/data/new-' + k, value: object.data[k]})",
      root: "[JSONPatch{op: 'replace', path: '', value: {'data': {'x': 'y'}}}]",
    },
    data,
  ),
  "patch-errors": patched(
    {
      "add-path": "[JSONPatch{op: 'add', path: '/a/b/c', value: 1}]",
      "replace-missing": "[JSONPatch{op: 'replace', path: '/data/missing', value: 'x'}]",
      "replace-path": "[JSONPatch{op: 'replace', path: '/missing/a', value: 'x'}]",
      "remove-missing": "[JSONPatch{op: 'remove', path: '/data/missing'}]",
      "move-missing": "[JSONPatch{op: 'move', from: '/data/missing', path: '/data/x'}]",
      "test-missing": "[JSONPatch{op: 'test', path: '/data/missing', value: 'x'}]",
      "test-path": "[JSONPatch{op: 'test', path: '/missing/a', value: 'x'}]",
      "no-op": "[JSONPatch{path: '/data/x', value: 'x'}]",
      "unknown-op": "[JSONPatch{op: 'other', path: '/data/x', value: 'x'}]",
      "no-path": "[JSONPatch{op: 'add', value: 'x'}]",
      "relative-path": "[JSONPatch{op: 'add', path: 'data/x', value: 'x'}]",
      unknown: "[JSONPatch{op: 'add', path: '/bogus', value: 1}]",
      "unknown-inside": "[JSONPatch{op: 'add', path: '/metadata/bogus', value: 1}]",
      type: "[JSONPatch{op: 'add', path: '/data/x', value: 1}]",
      kind: "[JSONPatch{op: 'remove', path: '/data'}, JSONPatch{op: 'replace', path: '/kind', value: 'Secret'}]",
      "no-kind": "[JSONPatch{op: 'remove', path: '/kind'}]",
      version: "[JSONPatch{op: 'replace', path: '/apiVersion', value: 'v2'}]",
      "optional-none": "[JSONPatch{op: 'add', path: '/data/x', value: optional.none()}]",
      "type-value": "[JSONPatch{op: 'add', path: '/data/x', value: type(1)}]",
      "key-type": "[JSONPatch{op: 'add', path: '/data', value: {1: 'a'}}]",
      "type-name": "[JSONPatch{op: 'add', path: '/data', value: Object.data{a: Object.other{}}}]",
      name: "[JSONPatch{op: 'replace', path: '/metadata/name', value: 'other'}]",
      metadata: "[JSONPatch{op: 'replace', path: '/metadata', value: 'x'}]",
      evaluation: "[JSONPatch{op: 'add', path: '/data/x', value: object.data.missing}]",
    },
    data,
  ),
  "apply-custom": ofKind(
    jobs,
    apply,
    {
      labels: "Object{metadata: Object.metadata{labels: {'a': 'b'}}}",
      container: containers(`${container}{name: 'pi', command: ['a']}`),
      "restart-policy": `${template}restartPolicy: 'OnFailure'}}}}`,
      unknown: "Object{spec: Object.spec{bogus: 1}}",
      "unknown-root": "Object{bogus: 1}",
      type: "Object{spec: Object.spec{template: 'a'}}",
      status: "Object{status: Object.status{phase: 'done'}}",
    },
    job,
  ),
  "patch-custom": ofKind(
    jobs,
    patching,
    {
      add: "[JSONPatch{op: 'add', path: '/spec/template/spec/restartPolicy', value: 'OnFailure'}]",
      unknown: "[JSONPatch{op: 'add', path: '/spec/bogus', value: 1}]",
      type: "[JSONPatch{op: 'replace', path: '/spec/template', value: 1}]",
      kind: "[JSONPatch{op: 'replace', path: '/kind', value: 'Other'}]",
      version: "[JSONPatch{op: 'replace', path: '/apiVersion', value: 'a/v1'}]",
    },
    job,
    "[]",
  ),
});
