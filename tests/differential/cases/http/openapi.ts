/** Requests for OpenAPI in both versions. Tests of clients compare the content of the documents. */
import { cases, comparing, get } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const comparedHeaders = ["cache-control", "vary", "etag", "expires", "location", "last-modified"];
const protobufV2 = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

function ask(path: string, headers: Readonly<Record<string, string>> = {}): DifferentialRequest {
  return comparing(comparedHeaders, { method: "HEAD", path, headers });
}

function read(path: string, headers: Readonly<Record<string, string>> = {}): DifferentialRequest {
  return comparing(comparedHeaders, get(path, headers));
}

export const openApiCases: readonly DifferentialCase[] = cases("openapi", {
  index: [ask("/openapi/v3"), ask("/openapi/v3/"), ask("/openapi"), read("/openapi"), read("/openapi/v4")],
  "wrong-hash": [
    read("/openapi/v3/apis/node.k8s.io/v1?hash=0"),
    ask("{{0.headers.location}}"),
    read("{{0.headers.location}}", { "if-none-match": "{{1.headers.etag}}" }),
  ],
  "no-hash": [
    ask("/openapi/v3/apis/node.k8s.io/v1"),
    read("/openapi/v3/apis/node.k8s.io/v1", { "if-none-match": "{{0.headers.etag}}" }),
    read("/openapi/v3/apis/node.k8s.io/v1?hash=", { "if-none-match": "{{0.headers.etag}}" }),
  ],
  "no-such-group": [read("/openapi/v3/apis/none/v1"), read("/openapi/v3/api/v2"), read("/openapi/v3/version2")],
  "not-acceptable": [
    read("/openapi/v3/apis/node.k8s.io/v1", { accept: "text/html" }),
    ask("/openapi/v3", { accept: "text/html" }),
    read("/openapi/v2", { accept: "text/html" }),
  ],
  second: [
    ask("/openapi/v2"),
    read("/openapi/v2", { "if-none-match": "{{0.headers.etag}}" }),
    ask("/openapi/v2", { accept: "*/*" }),
    ask("/openapi/v2", { accept: `${protobufV2}, application/json` }),
    read("/openapi/v2/more"),
  ],
});
