/** Responses apart from the content of the body: headers, indentation, warnings, methods, slashes, limits. */
import { asText, cases, comparing, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

const map = post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } });

/** Every response of the server has these headers. */
const general = ["audit-id", "cache-control", "vary", "etag", "expires", "x-content-type-options"];

function withHeaders(request: DifferentialRequest): DifferentialRequest {
  return comparing(general, request);
}

function options(path: string): DifferentialRequest {
  return { method: "OPTIONS", path };
}

function head(path: string): DifferentialRequest {
  return { method: "HEAD", path };
}

const curl = { "user-agent": "curl/8.5.0" };

export const headerCases: readonly DifferentialCase[] = cases("http", {
  "general-headers": [
    withHeaders(map),
    withHeaders(get(`${maps}/a`)),
    withHeaders(get(maps)),
    withHeaders(get(`${maps}/none`)),
    withHeaders(get("/none")),
    withHeaders(get("/version")),
    withHeaders(get("/healthz")),
  ],
  "watch-headers": [withHeaders(get(`${maps}?watch=true&resourceVersion=1&timeoutSeconds=0&labelSelector=%3D`))],
  "pretty-for-readers": [
    map,
    asText(get("/api/v1/namespaces/none", curl)),
    asText(get("/api/v1/namespaces/none", { "user-agent": "Wget/1.21" })),
    asText(get("/api/v1/namespaces/none", { "user-agent": "Mozilla/5.0 (X11)" })),
    asText(get("/api/v1/namespaces/none", { "user-agent": "Mozilla/4.0" })),
    asText(get("/api/v1/namespaces/none", { "user-agent": "kubectl/v1.36.3 (curl)" })),
  ],
  "pretty-requested": [
    asText(get("/api/v1/namespaces/none?pretty=true")),
    asText(get("/api/v1/namespaces/none?pretty=1")),
    asText(get("/api/v1/namespaces/none?pretty=false", curl)),
    asText(get("/api/v1/namespaces/none?pretty=0", curl)),
    asText(get("/api/v1/namespaces/none?pretty=yes", curl)),
    asText(get("/api/v1/namespaces/none?pretty=", curl)),
    asText(get("/api/v1/namespaces/none?pretty")),
  ],
  "pretty-discovery": [
    asText(get("/apis/none/v1", curl)),
    asText(get("/apis/node.k8s.io/v1", curl)),
    asText(get("/apis/node.k8s.io/v1")),
    asText(get("/apis/node.k8s.io")),
  ],
  "item-kinds": [
    map,
    get(maps),
    post(jobs, {
      apiVersion: "myjob.github.com/v1beta1",
      kind: "MyJob",
      metadata: { name: "a" },
      spec: { schedule: "x", podTemplate: {} },
    }),
    get(jobs),
  ],
  "warning-escapes": [
    post(maps, '{"metadata":{"name":"a"},"a\\"b\\\\c":1,"ünknown":2}'),
    post(maps, '{"metadata":{"name":"b"},"data":{"a":"1","a":"2","a":"3"}}'),
    post(maps, '{"metadata":{"name":"a"},"other":1}'),
  ],
  "warning-one-long": [post(maps, `{"metadata":{"name":"a"},"${"n".repeat(1000)}":1}`)],
  "warning-many-long": [
    post(
      maps,
      `{"metadata":{"name":"a"},${Array.from({ length: 12 }, (_, i) => `"${i}-${"n".repeat(400)}":1`).join()}}`,
    ),
  ],
  "trailing-slash": [map, get(`${maps}/`), get(`${maps}/a/`), get("/api/"), get("/api/v1/"), get("/version/")],
  "double-slash": [get("//api/v1/namespaces"), get("/api//v1/namespaces"), get("/api/v1//namespaces"), get("//")],
  options: [
    options(maps),
    options(`${maps}/none`),
    options("/version"),
    options("/api"),
    options("/healthz"),
    options("/none"),
  ],
  head: [head("/healthz"), head("/readyz"), head("/livez"), head(maps), head("/version"), head("/api"), head("/none")],
  "time-limit": [
    get(`${maps}?timeout=abc`),
    get(`${maps}?timeout=10`),
    get(`${maps}?timeout=-1s`),
    get(`${maps}?timeout=`),
    get(`${maps}?timeout=0`),
    get(`${maps}?timeout=1h`),
    get("/api/v1/namespaces/none?timeout=32s"),
    get("/version?timeout=abc"),
  ],
  "body-too-large": [
    post(maps, { metadata: { name: "a" }, data: { a: "x".repeat(3 * 1024 * 1024) } }),
    put(`${maps}/a`, { metadata: { name: "a" }, data: { a: "x".repeat(3 * 1024 * 1024) } }),
    patch("merge", `${maps}/a`, { data: { a: "x".repeat(3 * 1024 * 1024) } }),
  ],
});
