/** The ownership of fields in new objects of all groups, in responses, and in writes of the server itself. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { by, configMap, deployment, maps, one } from "./apply-requests.ts";

const path = `${maps}/a`;
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [one] } };

function created(pathOf: string, body: object): readonly DifferentialRequest[] {
  return [post(pathOf, body)];
}

const namespaced = (group: string, resource: string): string => `${group}/namespaces/{{namespace}}/${resource}`;

export const managedGroupCases: readonly DifferentialCase[] = cases("managed-kind", {
  "of-workloads": [
    ...created(namespaced("/apis/apps/v1", "replicasets"), { ...deployment([one]), kind: "ReplicaSet" }),
    ...created(namespaced("/apis/apps/v1", "statefulsets"), {
      ...deployment([one], { serviceName: "s" }),
      kind: "StatefulSet",
    }),
    ...created(namespaced("/apis/apps/v1", "daemonsets"), { ...deployment([one]), kind: "DaemonSet" }),
    ...created(namespaced("/apis/batch/v1", "jobs"), {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "j" },
      spec: { template: { spec: { restartPolicy: "Never", containers: [one] } } },
    }),
    ...created(namespaced("/apis/batch/v1", "cronjobs"), {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "j" },
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", containers: [one] } } } },
      },
    }),
    ...created(namespaced("/apis/autoscaling/v2", "horizontalpodautoscalers"), {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "h" },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
        ],
      },
    }),
    ...created(namespaced("/apis/policy/v1", "poddisruptionbudgets"), {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "p" },
      spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } },
    }),
  ],
  "of-networking": [
    ...created(namespaced("/apis/networking.k8s.io/v1", "ingresses"), {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "i" },
      spec: {
        rules: [
          {
            host: "example.com",
            http: {
              paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
            },
          },
        ],
      },
    }),
    ...created(namespaced("/apis/networking.k8s.io/v1", "networkpolicies"), {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "n" },
      spec: {
        podSelector: {},
        ingress: [{ from: [{ podSelector: { matchLabels: { a: "b" } } }], ports: [{ port: 80 }] }],
      },
    }),
    ...created(namespaced("/apis/discovery.k8s.io/v1", "endpointslices"), {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "e" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.1.1.1"], conditions: { ready: true } }],
      ports: [{ name: "a", port: 80 }],
    }),
    ...created(namespaced("/apis/coordination.k8s.io/v1", "leases"), {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "l" },
      spec: { holderIdentity: "me", leaseDurationSeconds: 15, renewTime: "2020-01-01T00:00:00.000000Z" },
    }),
    by(
      "b/1",
      patch("merge", namespaced("/apis/coordination.k8s.io/v1", "leases/l"), { spec: { holderIdentity: "you" } }),
    ),
  ],
  "of-access-rules": [
    ...created(namespaced("/apis/rbac.authorization.k8s.io/v1", "roles"), {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    }),
    ...created(namespaced("/apis/rbac.authorization.k8s.io/v1", "rolebindings"), {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "r" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      subjects: [{ kind: "ServiceAccount", name: "s", namespace: "default" }],
    }),
    ...created("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: "{{namespace}}" },
      rules: [{ nonResourceURLs: ["/x"], verbs: ["get"] }],
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
    }),
    remove("/apis/rbac.authorization.k8s.io/v1/clusterroles/{{namespace}}"),
  ],
  "of-configurations": [
    ...created("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "{{namespace}}" },
      webhooks: [
        {
          name: "a.example.com",
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          clientConfig: { url: "https://127.0.0.1:1/x" },
          failurePolicy: "Ignore",
          rules: [
            { apiGroups: ["none.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["nones"] },
          ],
        },
      ],
    }),
    remove("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/{{namespace}}"),
    ...created("/apis/scheduling.k8s.io/v1/priorityclasses", {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: "{{namespace}}" },
      value: 5,
    }),
    remove("/apis/scheduling.k8s.io/v1/priorityclasses/{{namespace}}"),
    ...created("/apis/storage.k8s.io/v1/storageclasses", {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "{{namespace}}" },
      provisioner: "example.com/p",
      parameters: { a: "b" },
    }),
    remove("/apis/storage.k8s.io/v1/storageclasses/{{namespace}}"),
  ],
  "of-answers": [
    post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { verb: "get", resource: "pods" } },
    }),
    post(namespaced("/apis/authorization.k8s.io/v1", "localsubjectaccessreviews"), {
      apiVersion: "authorization.k8s.io/v1",
      kind: "LocalSubjectAccessReview",
      metadata: { namespace: "{{namespace}}" },
      spec: { user: "u", resourceAttributes: { namespace: "{{namespace}}", verb: "get", resource: "pods" } },
    }),
    post(maps, configMap({ a: "1" })),
    get(path, { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" }),
    remove(maps),
  ],
  "of-evictions": [
    by("a/1", post(pods, { ...pod, metadata: { name: "p", finalizers: ["example.com/f"] } })),
    by("b/1", post(`${pods}/p/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p" } })),
    get(`${pods}/p`),
    by("c/1", patch("merge", `${pods}/p`, { metadata: { finalizers: null } })),
  ],
  "of-bootstrap": [
    get("/api/v1/namespaces/kube-system"),
    get("/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin"),
    get("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/cluster-admin"),
  ],
});
