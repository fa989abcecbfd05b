/** Lists of resources with fractions of thousandths, which are rounded up; other quantities are not. */
import { cases, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { apply } from "./apply-requests.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const small = { cpu: "1500u", memory: "0.5", "example.com/a": "1" };
const requirements = { requests: small, limits: small };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1048576.0001" } } };
const container = { name: "c", image: "x", resources: requirements };
const podSpec = {
  initContainers: [{ ...container, name: "i" }],
  containers: [container],
  volumes: [
    { name: "a", emptyDir: { sizeLimit: "1500u" } },
    { name: "b", ephemeral: { volumeClaimTemplate: { spec: claim } } },
  ],
};
const pod = { metadata: { name: "p" }, spec: podSpec };
const labels = { a: "b" };
const template = { metadata: { labels }, spec: podSpec };
const statefulSets = "/apis/apps/v1/namespaces/{{namespace}}/statefulsets";
const quotas = `${core}/resourcequotas`;
const quota = (hard: object): object => ({
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: { name: "q" },
  spec: { hard },
});
const quantities = [
  "1500u",
  "-1500u",
  "1n",
  "0.0001",
  "1.5e-4",
  "1e-3",
  "0.00001Ki",
  "0.1Ki",
  "1.0005",
  "+1",
  "1e3",
  "0u",
];

export const resourceListCases: readonly DifferentialCase[] = cases("resource-list", {
  quota: quantities.map((quantity) => post(`${quotas}?dryRun=All`, quota({ "requests.cpu": quantity }))),
  writes: [
    post(quotas, quota({ "requests.cpu": "1500u" })),
    put(`${quotas}/q`, quota({ "requests.cpu": "2500u" })),
    patch("merge", `${quotas}/q`, { spec: { hard: { "requests.cpu": "3500u" } } }),
    patch("json", `${quotas}/q`, [{ op: "add", path: "/spec/hard/pods", value: "1500000u" }]),
    patch("strategic", `${quotas}/q`, { spec: { hard: { "requests.cpu": "4500u" } } }),
    patch("merge", `${quotas}/q/status`, {
      status: { hard: { "requests.cpu": "1u" }, used: { "requests.cpu": "1n" } },
    }),
    apply(`${quotas}/q`, "m", quota({ "requests.cpu": "5500u" })),
    apply(`${quotas}/q`, "m&force=true", quota({ "requests.cpu": "5500u", "limits.cpu": "1n" })),
  ],
  pods: [
    post(`${core}/pods?dryRun=All`, pod),
    post(`${core}/podtemplates?dryRun=All`, { metadata: { name: "t" }, template }),
    post(`${core}/replicationcontrollers?dryRun=All`, {
      metadata: { name: "r" },
      spec: { selector: labels, template },
    }),
  ],
  workloads: [
    post(statefulSets, {
      metadata: { name: "s" },
      spec: {
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: [{ metadata: { name: "v" }, spec: claim }],
      },
    }),
    patch("merge", `${statefulSets}/s`, { metadata: { labels } }),
    post("/apis/batch/v1/namespaces/{{namespace}}/cronjobs?dryRun=All", {
      metadata: { name: "c" },
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } },
      },
    }),
  ],
  storage: [
    post(`${core}/persistentvolumeclaims?dryRun=All`, { metadata: { name: "c" }, spec: claim }),
    post("/api/v1/persistentvolumes?dryRun=All", {
      metadata: { name: "{{namespace}}" },
      spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1.0001" }, hostPath: { path: "/a" } },
    }),
  ],
  others: [
    post(`${core}/limitranges?dryRun=All`, {
      metadata: { name: "l" },
      spec: {
        limits: [
          {
            type: "Container",
            max: { cpu: "1500u" },
            default: { cpu: "1100u" },
            defaultRequest: { cpu: "1n" },
            maxLimitRequestRatio: { cpu: "1.0001" },
          },
        ],
      },
    }),
    post("/api/v1/nodes?dryRun=All", {
      metadata: { name: "{{namespace}}" },
      status: { capacity: { cpu: "1500u" }, allocatable: { cpu: "1n" } },
    }),
    post("/apis/node.k8s.io/v1/runtimeclasses?dryRun=All", {
      metadata: { name: "{{namespace}}" },
      handler: "a",
      overhead: { podFixed: { cpu: "1500u" } },
    }),
  ],
});
