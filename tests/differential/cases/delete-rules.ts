/** Deletes: propagation, grace, preconditions, finalizers, collections. */
import { cases, get, patch, post, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const inNamespace = "/api/v1/namespaces/{{namespace}}";
const maps = `${inNamespace}/configmaps`;
const own = `${maps}/a`;
const good = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };

const pods = `${inNamespace}/pods`;
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p" },
  spec: { automountServiceAccountToken: false, containers: [{ name: "c", image: "i" }] },
};
const onNode = { ...pod, spec: { ...pod.spec, nodeName: "n" } };
const held = { ...good, metadata: { name: "a", finalizers: ["example.com/x"] } };

export const deleteRuleCases: readonly DifferentialCase[] = cases("delete-rules", {
  propagation: [
    post(maps, good),
    remove(`${own}?propagationPolicy=Foreground`),
    remove(`${own}?propagationPolicy=Orphan`),
    remove(`${own}?propagationPolicy=Background`),
    post(maps, good),
    remove(own, { orphanDependents: true }),
    remove(own, { orphanDependents: false }),
    get(own),
  ],
  options: [
    post(maps, good),
    ...[
      { propagationPolicy: "foreground" },
      { propagationPolicy: "" },
      { propagationPolicy: "Orphan", orphanDependents: false },
      { dryRun: ["All", "Other"] },
      { gracePeriodSeconds: -1, dryRun: ["All"] },
      { gracePeriodSeconds: "5" },
      { preconditions: { uid: "x", resourceVersion: "1" } },
      { preconditions: { resourceVersion: "abc" } },
      { ignoreStoreReadErrorWithClusterBreakingPotential: true },
      { apiVersion: "v1", kind: "DeleteOptions", dryRun: ["All"] },
      { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions", dryRun: ["All"] },
      { apiVersion: "policy/v1", kind: "DeleteOptions", dryRun: ["All"] },
    ].map((body) => remove(own, body)),
    remove(`${own}?orphanDependents=yes`),
    remove(`${own}?propagationPolicy=Foo`),
    remove(`${own}?dryRun=Foo`),
    remove(`${own}?gracePeriodSeconds=0&dryRun=All`),
    remove(own, "[]"),
    get(own),
  ],
  held: [
    post(maps, held),
    remove(own),
    remove(own),
    remove(own, { propagationPolicy: "Foreground" }),
    remove(own, { propagationPolicy: "Background" }),
    remove(own, { gracePeriodSeconds: 0 }),
    remove(own, { preconditions: { uid: "{{0.metadata.uid}}" } }),
    post(maps, good),
    post(`${maps}?dryRun=All`, good),
    patch("merge", own, { metadata: { finalizers: null } }),
    remove(own),
  ],
  "pod-unscheduled": [
    post(pods, pod),
    remove(`${pods}/p`),
    get(`${pods}/p`),
    post(pods, { ...pod, spec: { ...pod.spec, terminationGracePeriodSeconds: 0 } }),
    remove(`${pods}/p`, { gracePeriodSeconds: 5 }),
    get(`${pods}/p`),
  ],
  "pod-on-node": [
    post(pods, onNode),
    remove(`${pods}/p?dryRun=All`),
    remove(`${pods}/p`),
    remove(`${pods}/p`),
    remove(`${pods}/p`, { gracePeriodSeconds: 60 }),
    remove(`${pods}/p`, { gracePeriodSeconds: 5 }),
    patch("merge", `${pods}/p`, { metadata: { labels: { l: "1" } } }),
    remove(`${pods}/p`, { gracePeriodSeconds: 0 }),
    get(`${pods}/p`),
  ],
  "pod-ended": [
    post(pods, onNode),
    patch("merge", `${pods}/p/status`, { status: { phase: "Succeeded" } }),
    remove(`${pods}/p`),
    get(`${pods}/p`),
  ],
  "pod-held": [
    post(pods, { ...onNode, metadata: { name: "p", finalizers: ["example.com/x"] } }),
    remove(`${pods}/p`),
    remove(`${pods}/p`, { gracePeriodSeconds: 0 }),
    patch("merge", `${pods}/p`, { metadata: { finalizers: null } }),
    get(`${pods}/p`),
  ],
  collection: [
    post(maps, { ...good, metadata: { name: "a", labels: { l: "1" } } }),
    post(maps, { ...good, metadata: { name: "b", labels: { l: "2" }, finalizers: ["example.com/x"] } }),
    post(maps, { ...good, metadata: { name: "c" } }),
    remove(`${maps}?labelSelector=l%3D1`),
    remove(`${maps}?fieldSelector=metadata.name%3Dc`, { propagationPolicy: "Foreground" }),
    remove(`${maps}?labelSelector=%3D%3D`),
    remove(maps, { propagationPolicy: "Foo" }),
    remove(`${maps}?limit=1`),
    remove(maps, { preconditions: { uid: "x" } }),
    get(maps),
    remove(maps),
    remove(`${inNamespace}/services`),
  ],
  job: [
    post("/apis/batch/v1/namespaces/{{namespace}}/jobs", {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "a" },
      spec: { template: { spec: { ...pod.spec, restartPolicy: "Never" } } },
    }),
    remove("/apis/batch/v1/namespaces/{{namespace}}/jobs/a?propagationPolicy=Foreground"),
    remove("/apis/batch/v1/namespaces/{{namespace}}/jobs/a"),
    remove("/apis/batch/v1/namespaces/{{namespace}}/jobs/a?propagationPolicy=Background"),
  ],
});
