/** Watches: start, events, and end. */
import { cases, get, patch, post, put, read, remove, watch } from "../case.ts";
import type { DifferentialCase, DifferentialRequest, DifferentialStep } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const leases = "/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

function map(name: string, labels: object = {}): DifferentialRequest {
  return post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { a: name } });
}

function pod(name: string): DifferentialRequest {
  const spec = { containers: [{ name: "c", image: "x" }] };
  return post(pods, { apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
}

const binding = post(`${pods}/p/binding`, {
  apiVersion: "v1",
  kind: "Binding",
  metadata: { name: "p" },
  target: { apiVersion: "v1", kind: "Node", name: "n1" },
});

function labelled(name: string, app: string | null): DifferentialRequest {
  return patch("merge", `${maps}/${name}`, { metadata: { labels: { app } } });
}

const changed = (name: string, a: string): DifferentialRequest => patch("merge", `${maps}/${name}`, { data: { a } });

/** The version after the first response of the case: all later changes belong to the case. */
const after = "resourceVersion={{0.metadata.resourceVersion}}";

/** A ConfigMap at the start of the case, and a watch of later changes. */
function watched(query: string, ...steps: readonly DifferentialStep[]): readonly DifferentialStep[] {
  return [map("first"), watch(`${maps}?watch=1&${after}${query}`, 0), ...steps];
}

const watchList = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const metadata = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };

export const watchEventCases: readonly DifferentialCase[] = cases("watch-events", {
  "created-changed-deleted": watched("", map("a"), changed("a", "2"), remove(`${maps}/a`), read(1, 3)),
  "deleted-with-its-last-state": watched("", labelled("first", "x"), remove(`${maps}/first`), read(1, 2)),
  "no-change-no-event": watched("", changed("first", "first"), changed("first", "2"), read(1, 1)),
  "dry-run-no-event": watched(
    "",
    post(`${maps}?dryRun=All`, { metadata: { name: "a" } }),
    remove(`${maps}/first?dryRun=All`),
    map("b"),
    read(1, 1),
  ),
  "in-the-order-of-writes": watched("", map("b"), map("a"), changed("b", "2"), changed("first", "2"), read(1, 4)),
  finalizers: watched(
    "",
    patch("merge", `${maps}/first`, { metadata: { finalizers: ["example.com/hold"] } }),
    remove(`${maps}/first`),
    patch("merge", `${maps}/first`, { metadata: { finalizers: null } }),
    read(1, 3),
  ),
  collection: watched("", map("a", { app: "x" }), remove(`${maps}?labelSelector=app%3Dx`), read(1, 2)),
  "all-namespaces": [
    map("first", { app: "{{namespace}}" }),
    watch(`/api/v1/configmaps?watch=1&${after}&labelSelector=app%3D{{namespace}}`, 0),
    changed("first", "2"),
    map("b", { app: "{{namespace}}" }),
    read(1, 2),
  ],
  "cluster-scoped": [
    post("/api/v1/namespaces", { metadata: { name: "{{namespace}}-a", labels: { case: "{{namespace}}" } } }),
    watch(`/api/v1/namespaces?watch=1&${after}&labelSelector=case%3D{{namespace}}`, 0),
    patch("merge", "/api/v1/namespaces/{{namespace}}-a", { metadata: { annotations: { a: "b" } } }),
    remove("/api/v1/namespaces/{{namespace}}-a"),
    read(1, 2),
  ],
  "custom-resource": [
    map("first"),
    watch(`${jobs}?watch=1&${after}`, 0),
    post(jobs, { apiVersion: "myjob.github.com/v1beta1", kind: "MyJob", metadata: { name: "a" }, spec: {} }),
    remove(`${jobs}/a`),
    read(1, 0),
  ],
  "status-and-scale": [
    map("first"),
    watch(`${deployments}?watch=1&${after}`, 0),
    post(deployments, {
      metadata: { name: "d" },
      spec: {
        selector: { matchLabels: { app: "d" } },
        template: { metadata: { labels: { app: "d" } }, spec: { containers: [{ name: "c", image: "x" }] } },
      },
    }),
    patch("merge", `${deployments}/d/status`, { status: { replicas: 1 } }),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: 3 } }),
    remove(`${deployments}/d`),
    read(1, 4),
  ],
  "put-creates": [
    map("first"),
    watch(`${leases}?watch=1&${after}`, 0),
    put(`${leases}/l`, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "l" } }),
    read(1, 1),
  ],
  "graceful-pod": [
    map("first"),
    watch(`${pods}?watch=1&${after}`, 0),
    pod("p"),
    binding,
    remove(`${pods}/p`),
    remove(`${pods}/p`, { gracePeriodSeconds: 0 }),
    read(1, 5),
  ],
});

export const watchSelectorCases: readonly DifferentialCase[] = cases("watch-selectors", {
  "begins-and-ceases": watched(
    "&labelSelector=app%3Dx",
    labelled("first", "x"),
    changed("first", "2"),
    labelled("first", "y"),
    changed("first", "3"),
    labelled("first", "x"),
    remove(`${maps}/first`),
    read(1, 5),
  ),
  "never-matches": watched("&labelSelector=app%3Dx", map("a"), remove(`${maps}/a`), map("b", { app: "x" }), read(1, 1)),
  "change-and-cease-at-once": watched(
    "&labelSelector=app%3Dx",
    labelled("first", "x"),
    patch("merge", `${maps}/first`, { metadata: { labels: { app: null } }, data: { a: "at once" } }),
    read(1, 2),
  ),
  "by-name": watched("&fieldSelector=metadata.name%3Da", map("b"), map("a"), remove(`${maps}/a`), read(1, 2)),
  "by-field": [
    map("first"),
    watch(`${pods}?watch=1&${after}&fieldSelector=spec.nodeName%3Dn1`, 0),
    pod("p"),
    binding,
    read(1, 1),
    watch(`${pods}?watch=1&${after}&fieldSelector=status.phase%3DPending,spec.nodeName%3D`, 2),
  ],
  "initial-objects": [
    map("a", { app: "x" }),
    map("b", { app: "y" }),
    watch(`${maps}?watch=1&labelSelector=app%3Dy`, 1),
    labelled("a", "y"),
    read(2, 1),
  ],
  "bad-selectors": [
    watch(`${maps}?watch=1&labelSelector=%3D`, 1),
    watch(`${maps}?watch=1&fieldSelector=data.a%3Db`, 1),
    watch(`${pods}?watch=1&fieldSelector=a`, 1),
  ],
});

export const watchStartCases: readonly DifferentialCase[] = cases("watch-start", {
  "without-a-version": [map("b"), map("a"), watch(`${maps}?watch=1`, 2), map("c"), read(2, 1)],
  "version-zero": [map("b"), map("a"), watch(`${maps}?watch=1&resourceVersion=0`, 2), map("c"), read(2, 1)],
  "from-a-version": [map("a"), map("b"), map("c"), watch(`${maps}?watch=1&${after}`, 2)],
  "from-the-future": [map("a"), watch(`${maps}?watch=1&resourceVersion=99999999&timeoutSeconds=1`, "all")],
  // For a kind that was added later, because the history of built-in kinds starts with the first version of the server.
  "too-old": [watch(`${jobs}?watch=1&resourceVersion=1`, "all")],
  "too-old-no-initial-events": [
    watch(`${jobs}?watch=1&resourceVersion=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`, "all"),
  ],
  "too-old-table": [watch(`${jobs}?watch=1&resourceVersion=1`, "all", table)],
  "too-old-metadata": [watch(`${jobs}?watch=1&resourceVersion=1`, "all", metadata)],
  "unparsable-version": [
    watch(`${maps}?watch=1&resourceVersion=abc`, 1),
    watch(`${maps}?watch=1&resourceVersion=-1`, 1),
    watch(`${maps}?watch=1&resourceVersion=1.5`, 1),
    watch(`${maps}?watch=1&resourceVersion=18446744073709551616`, 1),
  ],
  timeout: [map("a"), watch(`${maps}?watch=1&${after}&timeoutSeconds=1`, "all")],
  "timeout-without-bookmark": [
    map("a"),
    watch(`${maps}?watch=1&${after}&timeoutSeconds=4&allowWatchBookmarks=true`, "all"),
  ],
  "timeout-with-bookmark": [
    map("a"),
    watch(`${maps}?watch=1&${after}&timeoutSeconds=4&allowWatchBookmarks=true`, 0),
    post("/api/v1/namespaces/kube-public/configmaps", { metadata: { name: "{{namespace}}" } }),
    read(1, 1), // A second bookmark may come when the end is late.
  ],
  "bad-timeout": [watch(`${maps}?watch=1&timeoutSeconds=abc`, 1)],
  "watch-list": [map("b"), map("a"), watch(`${maps}?${watchList}`, 3), map("c"), read(2, 1)],
  "watch-list-version-zero": [map("a"), watch(`${maps}?${watchList}&resourceVersion=0`, 2)],
  "watch-list-from-a-version": [map("a"), map("b"), watch(`${maps}?${watchList}&${after}`, 3)],
  "watch-list-empty": [watch(`${maps}?${watchList}`, 1)],
  "watch-list-selector": [map("a", { app: "x" }), map("b"), watch(`${maps}?${watchList}&labelSelector=app%3Dx`, 2)],
  "watch-list-custom": [watch(`${jobs}?${watchList}`, 1)],
  "watch-list-too-far-ahead": [watch(`${maps}?${watchList}&resourceVersion=99999999`, 1)],
  "watch-list-pods": [pod("p"), watch(`${pods}?${watchList}`, 2)],
  "bookmarks-alone": [map("a"), watch(`${maps}?watch=1&allowWatchBookmarks=true`, 2), map("b"), read(1, 1)],
  "bookmarks-alone-version-zero": [map("a"), watch(`${maps}?watch=1&allowWatchBookmarks=true&resourceVersion=0`, 2)],
  "initial-events-without-bookmarks": [
    map("a"),
    watch(`${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`, 1),
    map("b"),
    read(1, 1),
  ],
  "no-initial-events": [
    map("a"),
    watch(`${maps}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`, 0),
    map("b"),
    read(1, 1),
  ],
  "no-initial-events-from-a-version": [
    map("a"),
    map("b"),
    watch(`${maps}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&${after}`, 1),
  ],
  "option-errors": [
    watch(`${maps}?watch=1&sendInitialEvents=true`, 1),
    watch(`${maps}?watch=1&sendInitialEvents=false`, 1),
    watch(`${maps}?watch=1&resourceVersionMatch=NotOlderThan`, 1),
    watch(`${maps}?watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=1`, 1),
    watch(`${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact`, 1),
    watch(`${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=Foo&resourceVersion=1`, 1),
    watch(`${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=abc`, 1),
    watch(`${maps}?watch=1&resourceVersionMatch=Exact&continue=abc`, 1),
    watch(`${maps}?watch=1&resourceVersionMatch=Foo`, 1),
  ],
  "loose-flags": [
    map("a"),
    watch(`${maps}?watch=abc`, 1),
    watch(`${maps}?watch=`, 1),
    get(`${maps}?watch=false`),
    get(`${maps}?watch=0`),
    get(`${maps}/a?watch=1`),
    watch(`${maps}?watch=true&limit=1`, 1),
  ],
  "legacy-prefix": [
    map("a"),
    map("b"),
    watch("/api/v1/watch/namespaces/{{namespace}}/configmaps", 2),
    watch("/api/v1/watch/namespaces/{{namespace}}/configmaps/b", 1),
    watch(`/api/v1/watch/configmaps?${after}&fieldSelector=metadata.namespace%3D{{namespace}}`, 1),
    watch("/apis/apps/v1/watch/namespaces/{{namespace}}/deployments?timeoutSeconds=1", "all"),
    watch("/apis/myjob.github.com/v1beta1/watch/namespaces/{{namespace}}/myjobs?timeoutSeconds=1", 1),
    watch("/api/v1/watch/namespaces/{{namespace}}", 1),
  ],
  "missing-namespace": [watch("/api/v1/namespaces/{{namespace}}-none/configmaps?watch=1&timeoutSeconds=1", "all")],
  "missing-kind": [watch("/api/v1/namespaces/{{namespace}}/gadgets?watch=1", 1)],
  "stream-type": [map("a"), watch(`${maps}?watch=1`, 1, { accept: "application/json;stream=watch" })],
  yaml: [watch(`${maps}?watch=1`, 1, { accept: "application/yaml" })],
});

export const watchFormCases: readonly DifferentialCase[] = cases("watch-forms", {
  table: [
    map("first"),
    watch(`${maps}?watch=1&${after}`, 0, table),
    map("a"),
    changed("a", "2"),
    remove(`${maps}/a`),
    read(1, 3),
  ],
  "table-initial": [map("a"), map("b"), watch(`${maps}?watch=1`, 2, table)],
  "table-watch-list": [map("a"), watch(`${maps}?${watchList}`, 2, table)],
  "table-watch-list-empty": [watch(`${maps}?${watchList}`, 1, table)],
  "table-without-objects": [map("a"), watch(`${maps}?${watchList}&includeObject=None`, 2, table)],
  "table-with-objects": [map("a"), watch(`${maps}?${watchList}&includeObject=Object`, 2, table)],
  "table-of-pods": [pod("p"), watch(`${pods}?${watchList}`, 2, table)],
  "table-of-ended-pods": [
    pod("p"),
    pod("q"),
    patch("merge", `${pods}/p/status`, { status: { phase: "Succeeded" } }),
    patch("merge", `${pods}/q/status`, { status: { phase: "Failed" } }),
    get(pods, table),
  ],
  "table-of-custom-resources": [watch(`${jobs}?${watchList}`, 1, table)],
  "table-bad-include": [watch(`${maps}?watch=1&includeObject=Some`, 1, table)],
  metadata: [
    map("first"),
    watch(`${maps}?watch=1&${after}`, 0, metadata),
    map("a"),
    changed("a", "2"),
    remove(`${maps}/a`),
    read(1, 3),
  ],
  "metadata-watch-list": [map("a"), watch(`${maps}?${watchList}`, 2, metadata)],
  "metadata-of-custom-resources": [watch(`${jobs}?${watchList}`, 1, metadata)],
  "metadata-list": [
    map("a"),
    watch(`${maps}?watch=1&timeoutSeconds=1`, "all", {
      accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    }),
  ],
  "selector-in-a-table": [
    map("first"),
    watch(`${maps}?watch=1&${after}&labelSelector=app%3Dx`, 0, table),
    labelled("first", "x"),
    labelled("first", null),
    read(1, 2),
  ],
});
