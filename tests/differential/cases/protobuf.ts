/** Protobuf beyond plain objects: options, subresources, reviews, lists and watches. */
import { acceptingProtobuf, cases, get, inProtobuf, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const myJobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

function map(name: string): DifferentialRequest {
  return post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: name } });
}

function pod(name: string): DifferentialRequest {
  const spec = { containers: [{ name: "a", image: "b" }] };
  return post(pods, { apiVersion: "v1", kind: "Pod", metadata: { name, labels: { app: name } }, spec });
}

const metadataOnly = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
const metadataOnlyList = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const watching = "watch=true&timeoutSeconds=1&resourceVersion=0";

export const protobufCases: readonly DifferentialCase[] = cases("protobuf", {
  delete: [
    map("a"),
    inProtobuf(remove(`${maps}/a`, { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid: "other" } })),
    inProtobuf(remove(`${maps}/a`, { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions", dryRun: ["All"] })),
    acceptingProtobuf(
      inProtobuf(remove(`${maps}/a`, { apiVersion: "v1", kind: "DeleteOptions", orphanDependents: true })),
    ),
    get(`${maps}/a`),
  ],
  "delete-now": [
    pod("a"),
    inProtobuf(remove(`${pods}/a`, { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 })),
    get(`${pods}/a`),
  ],
  scale: [
    post(deployments, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "a" },
      spec: {
        replicas: 1,
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "b" }] } },
      },
    }),
    acceptingProtobuf(get(`${deployments}/a/scale`)),
    inProtobuf(
      put(`${deployments}/a/scale`, {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "a", namespace: "{{namespace}}" },
        spec: { replicas: 3 },
      }),
    ),
    acceptingProtobuf(
      inProtobuf(
        put(`${deployments}/a/scale`, {
          apiVersion: "autoscaling/v1",
          kind: "Scale",
          metadata: { name: "a", namespace: "{{namespace}}" },
        }),
      ),
    ),
  ],
  eviction: [
    pod("a"),
    inProtobuf(post(`${pods}/a/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "b" } })),
    acceptingProtobuf(
      inProtobuf(
        post(`${pods}/a/eviction`, {
          apiVersion: "policy/v1",
          kind: "Eviction",
          metadata: { name: "a", namespace: "{{namespace}}" },
          deleteOptions: { dryRun: ["All"] },
        }),
      ),
    ),
    get(`${pods}/a`),
  ],
  binding: [
    pod("a"),
    inProtobuf(
      post(`${pods}/a/binding`, {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "a" },
        target: { kind: "Node", name: "n" },
      }),
    ),
    get(`${pods}/a`),
  ],
  "pod-status": [
    pod("a"),
    inProtobuf(
      put(`${pods}/a/status`, {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", labels: { app: "a" } },
        spec: { containers: [{ name: "a", image: "b" }] },
        status: {
          phase: "Running",
          conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-02T03:04:05Z" }],
          containerStatuses: [
            {
              name: "a",
              ready: true,
              restartCount: 0,
              image: "b",
              imageID: "",
              state: { running: { startedAt: "2026-01-02T03:04:05Z" } },
            },
          ],
        },
      }),
    ),
  ],
  reviews: [
    inProtobuf(
      post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SelfSubjectAccessReview",
        spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "{{namespace}}" } },
      }),
    ),
    acceptingProtobuf(
      inProtobuf(
        post("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SubjectAccessReview",
          spec: {
            user: "nobody",
            groups: ["g"],
            extra: { k: ["a", "b"] },
            nonResourceAttributes: { path: "/", verb: "get" },
          },
        }),
      ),
    ),
  ],
  lists: [
    acceptingProtobuf(get(maps)),
    map("a"),
    map("b"),
    acceptingProtobuf(get(`${maps}?fieldSelector=metadata.name!%3Dkube-root-ca.crt`)),
    acceptingProtobuf(get(`${maps}?limit=1&fieldSelector=metadata.name!%3Dkube-root-ca.crt`)),
    get(`${maps}?labelSelector=none`, { accept: metadataOnlyList }),
    get(`${maps}?fieldSelector=metadata.name%3Da`, { accept: metadataOnlyList }),
    get(maps, { accept: metadataOnly }),
    get(`${maps}/a`, { accept: metadataOnly }),
    get(`${maps}/a`, { accept: metadataOnlyList }),
  ],
  watches: [
    map("a"),
    acceptingProtobuf(get(`${maps}?${watching}&fieldSelector=metadata.name%3Da`)),
    get(`${maps}?${watching}&fieldSelector=metadata.name%3Da`, { accept: metadataOnly }),
    get(`${maps}?${watching}&fieldSelector=metadata.name%3Da`, {
      accept: "application/vnd.kubernetes.protobuf;stream=watch",
    }),
  ],
  "custom-resources": [
    post(myJobs, {
      apiVersion: "myjob.github.com/v1beta1",
      kind: "MyJob",
      metadata: { name: "a" },
      spec: { image: "busybox", command: ["true"] },
    }),
    acceptingProtobuf(get(myJobs)),
    acceptingProtobuf(get(`${myJobs}/a`)),
    acceptingProtobuf(get(`${myJobs}/none`)),
    get(`${myJobs}/a`, { accept: metadataOnly }),
    get(`${myJobs}?fieldSelector=metadata.name%3Da`, { accept: metadataOnlyList }),
    get(`${myJobs}/a`, { accept: "application/vnd.kubernetes.protobuf,application/json" }),
    inProtobuf(remove(`${myJobs}/a`, { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" })),
  ],
});
