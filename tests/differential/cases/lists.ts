/** Lists: pages, tokens, versions; and the versions of single objects. */
import { cases, get, patch, post, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const metadata = { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" };

function map(name: string, labels: object = {}): DifferentialRequest {
  return post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { a: name } });
}

const four = [map("c"), map("a", { app: "x" }), map("d", { app: "x" }), map("b")];
const fourJobs = ["b", "a", "c", "d"].map((name) =>
  post(jobs, {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { name },
    spec: { template: { spec: { containers: [{ name: "c", image: "x" }] } } },
  }),
);
const token = "continue={{4.metadata.continue}}";
const tooFar = "resourceVersion=99999999";

/** A continue token with this content, as a client might construct it. */
function withToken(token: object): string {
  return `continue=${Buffer.from(JSON.stringify(token)).toString("base64url")}`;
}

export const listPageCases: readonly DifferentialCase[] = cases("list-pages", {
  "two-pages": [...four, get(`${maps}?limit=3`), get(`${maps}?limit=3&${token}`)],
  "exact-fit": [...four, get(`${maps}?limit=4`), get(`${maps}?limit=5`)],
  "rest-without-limit": [...four, get(`${maps}?limit=1`), get(`${maps}?${token}`)],
  "three-pages": [
    ...four,
    get(`${maps}?limit=1`),
    get(`${maps}?limit=2&${token}`),
    get(`${maps}?limit=2&continue={{5.metadata.continue}}`),
  ],
  "with-a-selector": [
    ...four,
    get(`${maps}?limit=1&labelSelector=app%3Dx`),
    get(`${maps}?limit=1&labelSelector=app%3Dx&${token}`),
  ],
  "with-a-field-selector": [...four, get(`${maps}?limit=1&fieldSelector=metadata.name!%3Da`)],
  "later-pages-show-the-past": [
    ...four,
    get(`${maps}?limit=1`),
    remove(`${maps}/b`),
    map("e"),
    patch("merge", `${maps}/c`, { data: { a: "later" } }),
    get(`${maps}?${token}`),
  ],
  // The cache of a kube-apiserver may lag behind the last create.
  "version-zero-ignores-the-limit": [...four, until(200, get(`${maps}?limit=1&resourceVersion=0`), '"name":"b"')],
  "a-version-with-a-limit": [
    ...four,
    get(`${maps}?limit=1&resourceVersion={{2.metadata.resourceVersion}}`),
    get(`${maps}?${token}`),
  ],
  "token-with-version": [
    ...four,
    get(`${maps}?limit=1`),
    get(`${maps}?${token}&resourceVersion=5`),
    get(`${maps}?${token}&resourceVersion=0`),
    get(`${maps}?${token}&resourceVersionMatch=Exact&resourceVersion=5`),
    get(`${maps}?${token}&resourceVersionMatch=NotOlderThan`),
  ],
  "token-of-another-version": [...four, get(`${maps}?${withToken({ v: "meta.k8s.io/v2", rv: 5, start: "/a" })}`)],
  "token-without-version": [...four, get(`${maps}?${withToken({ v: "meta.k8s.io/v1", start: "/a" })}`)],
  "token-without-start": [...four, get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 5 })}`)],
  "token-that-climbs": [
    ...four,
    get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 5, start: "/../kube-system/a" })}`),
    get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 5, start: "/a//b" })}`),
    get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 5, start: "/a/" })}`),
    get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 5, start: "/./a" })}`),
  ],
  "token-for-the-present": [
    ...four,
    get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: -1, start: "/c" })}`),
    get(`${maps}?limit=1&${withToken({ v: "meta.k8s.io/v1", rv: -1, start: "b\u0000" })}`),
  ],
  // For a kind that was added later, because the history of built-in kinds starts with the first version of the server.
  "token-that-expired": [
    ...fourJobs,
    get(`${jobs}?limit=1&${withToken({ v: "meta.k8s.io/v1", rv: 1, start: "/b" })}`),
    get(`${jobs}?limit=1&${token}`),
    get(`${jobs}?limit=1&continue={{5.metadata.continue}}`),
  ],
  "token-from-the-future": [...four, get(`${maps}?${withToken({ v: "meta.k8s.io/v1", rv: 99_999_999, start: "/b" })}`)],
  "token-of-another-namespace": [
    ...four,
    get(`${maps}?limit=2`),
    get(`/api/v1/namespaces/kube-public/configmaps?${token}`),
  ],
  table: [...four, get(`${maps}?limit=3`, table), get(`${maps}?limit=3&${token}`, table)],
  "metadata-only": [...four, get(`${maps}?limit=3`, metadata), get(`${maps}?limit=3&${token}`, metadata)],
  "cluster-scoped": [
    ...["a", "b", "c"].map((name) =>
      post("/api/v1/namespaces", { metadata: { name: `{{namespace}}-${name}`, labels: { case: "{{namespace}}" } } }),
    ),
    get("/api/v1/namespaces?limit=2&labelSelector=case%3D{{namespace}}"),
    get("/api/v1/namespaces?labelSelector=case%3D{{namespace}}&continue={{3.metadata.continue}}"),
  ],
  "over-namespaces": [
    ...["c", "a", "d", "b"].map((name) => map(name, { case: "{{namespace}}" })),
    get("/api/v1/configmaps?limit=1&labelSelector=case%3D{{namespace}}"),
    get(`/api/v1/configmaps?${token}&labelSelector=case%3D{{namespace}}`),
  ],
  "custom-resources": [...fourJobs, get(`${jobs}?limit=3`), get(`${jobs}?${token}`)],
  limits: [...four, get(`${maps}?limit=0`), get(`${maps}?limit=-1`), get(`${maps}?limit=many`), get(`${maps}?limit=`)],
});

export const listVersionCases: readonly DifferentialCase[] = cases("list-versions", {
  "get-versions": [
    map("a"),
    get(`${maps}/a?resourceVersion=0`),
    get(`${maps}/a?resourceVersion={{0.metadata.resourceVersion}}`),
    get(`${maps}/a?resourceVersion=1`),
  ],
  "get-too-far-ahead": [map("a"), get(`${maps}/a?${tooFar}`)],
  "get-unparsable": [
    map("a"),
    get(`${maps}/a?resourceVersion=abc`),
    get(`${maps}/a?resourceVersion=-1`),
    get(`${maps}/a?resourceVersion=18446744073709551616`),
    get(`${maps}/none?resourceVersion=abc`),
  ],
  "not-older-than": [
    map("a"),
    map("b"),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}`),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}&resourceVersionMatch=NotOlderThan`),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}&resourceVersionMatch=NotOlderThan&limit=1`),
    get(`${maps}?resourceVersion=0&resourceVersionMatch=NotOlderThan`),
    get(`${maps}?resourceVersion=1`),
  ],
  exact: [
    map("a"),
    map("b"),
    remove(`${maps}/a`),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}&resourceVersionMatch=Exact`),
    get(`${maps}?resourceVersion={{1.metadata.resourceVersion}}&resourceVersionMatch=Exact&limit=1`),
    get(`${maps}?continue={{4.metadata.continue}}`),
    get(`${maps}?resourceVersion={{1.metadata.resourceVersion}}&limit=1`),
  ],
  "exact-too-old": [
    get(`${jobs}?resourceVersion=1&resourceVersionMatch=Exact`),
    get(`${jobs}?resourceVersion=1&limit=1`),
  ],
  "too-far-ahead": [get(`${maps}?${tooFar}`)],
  "exact-too-far-ahead": [get(`${maps}?${tooFar}&resourceVersionMatch=Exact`)],
  "page-too-far-ahead": [get(`${maps}?${tooFar}&limit=1`)],
  unparsable: [
    get(`${maps}?resourceVersion=abc`),
    get(`${maps}?resourceVersion=-1`),
    get(`${maps}?resourceVersion=abc&resourceVersionMatch=Exact`),
    get(`${maps}?resourceVersion=18446744073709551616`),
    get(`${maps}?resourceVersion=01`),
  ],
  "option-errors": [
    get(`${maps}?resourceVersionMatch=Exact`),
    get(`${maps}?resourceVersionMatch=NotOlderThan`),
    get(`${maps}?resourceVersionMatch=Exact&resourceVersion=0`),
    get(`${maps}?resourceVersionMatch=Foo&resourceVersion=1`),
    get(`${maps}?resourceVersionMatch=Foo`),
    get(`${maps}?resourceVersionMatch=Exact&resourceVersion=1&continue=abc`),
    get(`${maps}?sendInitialEvents=true`),
    get(`${maps}?sendInitialEvents=false&resourceVersionMatch=Foo`),
    get(`${jobs}?resourceVersionMatch=Exact`),
  ],
  order: [map("b-1"), map("b"), map("a.b"), map("a-b"), map("a0"), map("10"), map("9"), get(maps)],
  "missing-namespace": [get("/api/v1/namespaces/{{namespace}}-none/configmaps")],
  "exact-of-another-form": [
    map("a"),
    map("b"),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}&resourceVersionMatch=Exact`, table),
    get(`${maps}?resourceVersion={{0.metadata.resourceVersion}}&resourceVersionMatch=Exact`, metadata),
  ],
  "delete-collection-versions": [
    map("a"),
    remove(`${maps}?resourceVersion=abc`),
    remove(`${maps}?resourceVersionMatch=Exact`),
    remove(`${maps}?sendInitialEvents=true`),
    remove(`${maps}?limit=1`),
    get(maps),
  ],
});
