/** Mutations of subresources, of objects in other versions than that of the request, and of cluster-scoped objects. */
import { cases, get, patch, post, put, remove } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { apply, enforced, ownNamespace, patching, removed } from "./objects.ts";

const rule = (apiGroup: string, version: string, resource: string, more: object = {}): object => ({
  matchConstraints: {
    namespaceSelector: ownNamespace,
    resourceRules: [
      { apiGroups: [apiGroup], apiVersions: [version], operations: ["*"], resources: [resource], ...more },
    ],
  },
});
const only = (expression: string): object => ({ matchConditions: [{ name: "only", expression }] });
const label = (name: string): object =>
  apply(`Object{metadata: Object.metadata{labels: {'${name}': object.apiVersion.replace('/', '-')}}}`);

const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const deployment = {
  metadata: { name: "d" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "a" }] } },
  },
};
const autoscalers = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/{{namespace}}/horizontalpodautoscalers`;
const autoscaler = {
  metadata: { name: "h" },
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" } },
};
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const pod = { metadata: { name: "p" }, spec: { containers: [{ name: "a", image: "a" }] } };

export const mutatingPolicyKindCases: readonly DifferentialCase[] = cases("mutating-policy-kind", {
  scale: [
    ...enforced({
      "": {
        ...rule("apps", "v1", "deployments/scale"),
        mutations: [patching("[JSONPatch{op: 'replace', path: '/spec/replicas', value: 7}]")],
      },
    }),
    post(deployments, deployment),
    put(`${deployments}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 3 } }),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: 4 } }),
    get(`${deployments}/d`),
    remove(`${deployments}/d`),
    ...removed(""),
  ],
  exec: [
    ...enforced({
      "": {
        ...rule("", "v1", "pods/exec"),
        ...only("object.command[0] == 'other-container'"),
        mutations: [patching("[JSONPatch{op: 'add', path: '/container', value: 'other'}]")],
      },
      ".fields": {
        ...rule("", "v1", "pods/exec"),
        ...only("object.command[0] == 'unknown-field'"),
        mutations: [patching("[JSONPatch{op: 'add', path: '/unknown', value: 'other'}]")],
      },
      ".apply": {
        ...rule("", "v1", "pods/exec"),
        ...only("object.command[0] == 'apply'"),
        mutations: [apply("Object{container: 'other'}")],
      },
      ".null": {
        ...rule("", "v1", "pods/exec"),
        ...only("object.command[0] == 'state'"),
        mutations: [
          patching(
            "[JSONPatch{op: 'add', path: '/container', value: request.operation + ' ' + object.kind + ' ' + string(oldObject == null)}]",
          ),
        ],
      },
      ".attach": {
        ...rule("", "v1", "pods/attach"),
        mutations: [patching("[JSONPatch{op: 'add', path: '/container', value: 'attached'}]")],
      },
    }),
    post(pods, pod),
    ...["ls", "other-container", "unknown-field", "apply", "state"].map((command) =>
      post(`${pods}/p/exec?command=${command}&stdout=true`, undefined),
    ),
    post(`${pods}/p/exec?command=ls&stdout=true&container=a`, undefined),
    post(`${pods}/none/exec?command=apply&stdout=true`, undefined),
    post(`${pods}/p/attach?stdout=true`, undefined),
    remove(`${pods}/p`, { gracePeriodSeconds: 0 }),
    ...removed("", ".fields", ".apply", ".null", ".attach"),
  ],
  "scale-apply": [
    ...enforced({
      "": { ...rule("apps", "v1", "deployments/scale"), mutations: [apply("Object{spec: Object.spec{replicas: 7}}")] },
    }),
    post(deployments, deployment),
    put(`${deployments}/d/scale`, { metadata: { name: "d" }, spec: { replicas: 3 } }),
    remove(`${deployments}/d`),
    ...removed(""),
  ],
  status: [
    ...enforced({
      a: {
        ...rule("apps", "v1", "deployments/status"),
        mutations: [
          apply("Object{status: Object.status{observedGeneration: 5}, spec: Object.spec{replicas: 9}}"),
          patching("[JSONPatch{op: 'add', path: '/metadata/labels', value: {'by': request.subResource}}]"),
        ],
      },
      b: { ...rule("apps", "v1", "deployments"), mutations: [apply("Object{status: Object.status{replicas: 4}}")] },
    }),
    post(deployments, deployment),
    patch("merge", `${deployments}/d/status`, { status: { replicas: 2 } }),
    get(`${deployments}/d`),
    remove(`${deployments}/d`),
    ...removed("a", "b"),
  ],
  versions: [
    ...enforced({ "": { ...rule("autoscaling", "v1", "horizontalpodautoscalers"), mutations: [label("by")] } }),
    post(autoscalers("v1"), autoscaler),
    patch("merge", `${autoscalers("v1")}/h`, { spec: { maxReplicas: 4 } }),
    remove(`${autoscalers("v1")}/h`),
    ...removed(""),
  ],
  "versions-equivalent": [
    ...enforced({
      "": {
        ...rule("autoscaling", "v1", "horizontalpodautoscalers"),
        mutations: [apply("Object{spec: Object.spec{targetCPUUtilizationPercentage: 33}}")],
      },
    }),
    post(`${autoscalers("v2")}?dryRun=All`, autoscaler),
    ...removed(""),
  ],
  "versions-patch": [
    ...enforced({
      "": {
        ...rule("autoscaling", "v1", "horizontalpodautoscalers"),
        mutations: [patching("[JSONPatch{op: 'add', path: '/spec/targetCPUUtilizationPercentage', value: 33}]")],
      },
    }),
    post(`${autoscalers("v2")}?dryRun=All`, autoscaler),
    ...removed(""),
  ],
  "versions-two-mutations": [
    ...enforced({
      "": { ...rule("autoscaling", "v1", "horizontalpodautoscalers"), mutations: [label("first"), label("second")] },
    }),
    post(`${autoscalers("v2")}?dryRun=All`, autoscaler),
    ...removed(""),
  ],
  pods: [
    ...enforced({
      "": {
        ...rule("", "v1", "pods"),
        mutations: [
          apply(
            "Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, env: [Object.spec.containers.env{name: 'POD', value: object.metadata.name}]})," +
              " initContainers: [Object.spec.initContainers{name: 'init', image: 'i', restartPolicy: 'Always'}], tolerations: [Object.spec.tolerations{key: 'a', operator: 'Exists'}]}}",
          ),
        ],
      },
      b: {
        ...rule("", "v1", "pods"),
        mutations: [
          apply(
            "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'sidecar', image: 's'}], priority: 5}}",
          ),
        ],
      },
    }),
    post(`${pods}?dryRun=All`, { ...pod, metadata: { name: "q" } }),
    ...removed("", "b"),
  ],
  "pods-sidecar": [
    ...enforced({
      "": {
        ...rule("", "v1", "pods"),
        ...only("!object.spec.containers.exists(c, c.name == 'sidecar')"),
        mutations: [
          patching(
            "[JSONPatch{op: 'add', path: '/spec/containers/-', value: Object.spec.containers{name: 'sidecar', image: 's', ports: [Object.spec.containers.ports{containerPort: 1}]}}]",
          ),
        ],
        reinvocationPolicy: "IfNeeded",
      },
    }),
    post(`${pods}?dryRun=All`, pod),
    ...removed(""),
  ],
  namespaces: [
    ...enforced({
      "": {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [""],
              apiVersions: ["v1"],
              operations: ["CREATE"],
              resources: ["namespaces"],
              resourceNames: ["{{namespace}}-new"],
            },
          ],
        },
        mutations: [
          apply(
            "Object{metadata: Object.metadata{labels: {'null': string(namespaceObject == null), 'ns': has(request.namespace) ? request.namespace : 'none'}}}",
          ),
        ],
      },
    }),
    post("/api/v1/namespaces?dryRun=All", { metadata: { name: "{{namespace}}-new" } }),
    ...removed(""),
  ],
  reviews: [
    ...enforced({
      "": {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: ["authorization.k8s.io", "admissionregistration.k8s.io"],
              apiVersions: ["*"],
              operations: ["*"],
              resources: ["*"],
              resourceNames: ["{{namespace}}-none"],
            },
          ],
        },
        mutations: [apply("Object{spec: Object.spec{user: 'other'}}")],
      },
    }),
    post("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      metadata: { name: "{{namespace}}-none" },
      spec: { user: "u", nonResourceAttributes: { path: "/", verb: "get" } },
    }),
    ...removed(""),
  ],
  eviction: [
    ...enforced({
      "": {
        ...rule("", "v1", "pods/eviction"),
        mutations: [apply("Object{deleteOptions: Object.deleteOptions{gracePeriodSeconds: 1}}")],
      },
    }),
    post(pods, { ...pod, metadata: { name: "e" } }),
    post(`${pods}/e/eviction?dryRun=All`, { metadata: { name: "e" } }),
    remove(`${pods}/e`, { gracePeriodSeconds: 0 }),
    ...removed(""),
  ],
  undecodable: [
    ...enforced({
      "": {
        ...rule("", "v1", "secrets"),
        mutations: [apply("Object{data: {'mutated': 'no base64'}}")],
      },
    }),
    post("/api/v1/namespaces/{{namespace}}/secrets", { metadata: { name: "s" } }),
    post("/api/v1/namespaces/{{namespace}}/secrets", { metadata: { name: "s" }, stringData: { mutated: "a" } }),
    ...removed(""),
  ],
});
