/** Objects and lists in messages: Go prints fields in the order of their declaration, maps by their keys, and absent values as zero values. */
import { cases, patch, post, put } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const apps = "/apis/apps/v1/namespaces/{{namespace}}";
const storage = "/apis/storage.k8s.io/v1";
const authorization = "/apis/authorization.k8s.io/v1";
const jobs = "/apis/batch/v1/namespaces/{{namespace}}/jobs";
const budgets = "/apis/policy/v1/namespaces/{{namespace}}/poddisruptionbudgets";

function named(apiVersion: string, kind: string, fields: object, name = "a"): object {
  return { apiVersion, kind, metadata: { name }, ...fields };
}

function clusterWide(apiVersion: string, kind: string, fields: object): object {
  return named(apiVersion, kind, fields, "{{namespace}}");
}

/** The object, then each of these merge patches of it. */
function changed(
  collection: string,
  object: object,
  name: string,
  ...bodies: readonly object[]
): readonly DifferentialRequest[] {
  return [post(collection, object), ...bodies.map((body) => patch("merge", `${collection}/${name}`, body))];
}

const container = { name: "c", image: "example.com/c:1" };
const labels = { a: "1" };
const template = { metadata: { labels }, spec: { containers: [container] } };
const mixedSelector = {
  matchExpressions: [
    { values: ["b", "a"], operator: "In", key: "z" },
    { operator: "Exists", key: "y" },
  ],
  matchLabels: { z: "1", b: "2" },
};
const involved = {
  resourceVersion: "1",
  fieldPath: "f",
  uid: "u",
  name: "p",
  namespace: "{{namespace}}",
  kind: "Pod",
  apiVersion: "v1",
};
const event = {
  involvedObject: involved,
  related: involved,
  reason: "R",
  message: "m",
  type: "Normal",
  count: 3,
  firstTimestamp: "2026-01-01T00:00:00Z",
  lastTimestamp: "2026-01-01T00:00:01Z",
  source: { host: "h", component: "c" },
  reportingComponent: "x",
  reportingInstance: "i",
  action: "a",
};
const inNamespace = { namespace: "{{namespace}}" };
const review = (kind: string, spec: object): object => ({ apiVersion: "authorization.k8s.io/v1", kind, spec });
const job = (spec: object): object =>
  named("batch/v1", "Job", {
    spec: {
      suspend: true,
      template: { metadata: { labels }, spec: { ...template.spec, restartPolicy: "Never" } },
      ...spec,
    },
  });
const set = (kind: string, spec: object): object => named("apps/v1", kind, { spec: { template, ...spec } });

export const shownValueCases: readonly DifferentialCase[] = cases("shown", {
  "event-of-the-first-group": [
    post(`${core}/events`, named("v1", "Event", event)),
    put(`${core}/events/a`, named("v1", "Event", { involvedObject: inNamespace })),
    put(`${core}/events/a`, named("v1", "Event", {})),
    put(`${core}/events/a`, named("v1", "Event", { ...event, source: {}, related: { kind: "X" }, count: 0 })),
    put(
      "/apis/events.k8s.io/v1/namespaces/{{namespace}}/events/a",
      named("events.k8s.io/v1", "Event", { regarding: inNamespace }),
    ),
  ],
  "storage-class": changed(
    `${storage}/storageclasses`,
    clusterWide("storage.k8s.io/v1", "StorageClass", { provisioner: "p", parameters: { z: "1", a: "2" } }),
    "{{namespace}}",
    { parameters: { b: "1" } },
    { parameters: null },
    { provisioner: "q" },
    { provisioner: "" },
    { reclaimPolicy: "Retain" },
    { reclaimPolicy: null },
  ),
  "storage-capacity": changed(
    `${storage}/namespaces/{{namespace}}/csistoragecapacities`,
    named("storage.k8s.io/v1", "CSIStorageCapacity", { storageClassName: "s", nodeTopology: { matchLabels: labels } }),
    "a",
    { nodeTopology: mixedSelector },
    { nodeTopology: null },
    { storageClassName: "t" },
  ),
  selectors: [
    ...changed(
      `${apps}/deployments`,
      set("Deployment", { selector: { matchLabels: labels } }),
      "a",
      { spec: { selector: mixedSelector } },
      { spec: { selector: null } },
      { spec: { selector: { matchLabels: null, matchExpressions: [] } } },
      { spec: { strategy: { rollingUpdate: { maxUnavailable: null, maxSurge: "5%" }, type: "x" } } },
    ),
    post(`${apps}/daemonsets`, set("DaemonSet", { selector: mixedSelector })),
    post(`${apps}/daemonsets`, set("DaemonSet", { selector: {} })),
    post(jobs, job({ selector: mixedSelector })),
    post(
      "/apis/batch/v1/namespaces/{{namespace}}/cronjobs",
      named("batch/v1", "CronJob", {
        spec: {
          schedule: "* * * * *",
          jobTemplate: {
            spec: {
              selector: { matchExpressions: mixedSelector.matchExpressions },
              template: { spec: { ...template.spec, restartPolicy: "Never" } },
            },
          },
        },
      }),
    ),
  ],
  job: changed(
    jobs,
    job({}),
    "a",
    { spec: { selector: mixedSelector } },
    { spec: { completionMode: "Indexed" } },
    { spec: { completions: 4 } },
    {
      spec: {
        podFailurePolicy: {
          rules: [
            { onExitCodes: { values: [1, 2], operator: "In", containerName: "c" }, action: "FailJob" },
            { onPodConditions: [{ type: "x" }], action: "Count" },
          ],
        },
      },
    },
    { spec: { successPolicy: { rules: [{ succeededCount: 1, succeededIndexes: "0" }] } } },
  ),
  budget: [
    post(
      budgets,
      named("policy/v1", "PodDisruptionBudget", {
        spec: {
          unhealthyPodEvictionPolicy: "AlwaysAllow",
          selector: mixedSelector,
          maxUnavailable: "5%",
          minAvailable: 1,
        },
      }),
    ),
  ],
  "update-strategies": [
    post(
      `${apps}/statefulsets`,
      set("StatefulSet", {
        serviceName: "s",
        selector: { matchLabels: labels },
        updateStrategy: { rollingUpdate: { maxUnavailable: "3%", partition: 2 }, type: "OnDelete" },
      }),
    ),
    post(
      `${apps}/daemonsets`,
      set("DaemonSet", {
        selector: { matchLabels: labels },
        updateStrategy: { rollingUpdate: { maxUnavailable: "x", maxSurge: 1 }, type: "z" },
      }),
    ),
  ],
  "access-reviews": [
    post(
      `${authorization}/selfsubjectaccessreviews`,
      review("SelfSubjectAccessReview", {
        nonResourceAttributes: { verb: "get", path: "/" },
        resourceAttributes: { verb: "get" },
      }),
    ),
    post(`${authorization}/selfsubjectaccessreviews`, review("SelfSubjectAccessReview", {})),
    post(`${authorization}/subjectaccessreviews`, review("SubjectAccessReview", {})),
    post(
      `${authorization}/subjectaccessreviews`,
      review("SubjectAccessReview", { user: "u", nonResourceAttributes: { path: "/" }, resourceAttributes: {} }),
    ),
    post(`${authorization}/namespaces/{{namespace}}/localsubjectaccessreviews`, {
      ...review("LocalSubjectAccessReview", { user: "u", resourceAttributes: { namespace: "z" } }),
      metadata: inNamespace,
    }),
    post(`${authorization}/namespaces/{{namespace}}/localsubjectaccessreviews`, {
      ...review("LocalSubjectAccessReview", { user: "u", nonResourceAttributes: { path: "/x", verb: "get" } }),
      metadata: inNamespace,
    }),
  ],
});
