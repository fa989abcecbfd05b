/** Versions at the bounds of doubles (2^53), int64 and uint64: they are unsigned integers of 64 bits, and errors show them exactly. */
import { cases, get, patch, post, put, remove, watch } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const controllers = "/api/v1/namespaces/{{namespace}}/replicationcontrollers";
const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/{{namespace}}/roles";

const above53 = "9007199254740993";
const max63 = "9223372036854775807";
const above63 = "9223372036854775809";
const max64 = "18446744073709551615";
const above64 = "18446744073709551616";

const map = post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
const controller = post(controllers, {
  metadata: { name: "a" },
  spec: {
    selector: { app: "a" },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } },
  },
});

function metadata(resourceVersion: string): object {
  return { metadata: { name: "a", resourceVersion } };
}

/** Every kind of write of the ConfigMap `a` with this version in its body. */
function writesWith(version: string): readonly DifferentialRequest[] {
  const object = { apiVersion: "v1", kind: "ConfigMap", ...metadata(version) };
  return [
    map,
    put(`${maps}/a`, object),
    patch("merge", `${maps}/a`, metadata(version)),
    patch("strategic", `${maps}/a`, metadata(version)),
    patch("json", `${maps}/a`, [{ op: "add", path: "/metadata/resourceVersion", value: version }]),
    {
      method: "PATCH",
      path: `${maps}/a?fieldManager=m`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: object,
    },
    remove(`${maps}/a`, { preconditions: { resourceVersion: version } }),
    post(maps, { metadata: { name: "b", resourceVersion: version } }),
    put(`${roles}/a`, { ...metadata(version), rules: [] }),
    controller,
    put(`${controllers}/a/scale`, { ...metadata(version), spec: { replicas: 0 } }),
    patch("merge", `${controllers}/a/scale`, metadata(version)),
    patch("merge", `${controllers}/a/status`, { ...metadata(version), status: { replicas: 1 } }),
  ];
}

/** A list with a constructed token that continues at this revision. */
function listFrom(revision: string): DifferentialRequest {
  const token = `{"v":"meta.k8s.io/v1","rv":${revision},"start":"/x"}`;
  return get(`${maps}?limit=1&continue=${Buffer.from(token).toString("base64url")}`);
}

const watchList = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

export const largeVersionCases: readonly DifferentialCase[] = cases("large-version", {
  "get-above-53-bits": [map, get(`${maps}/a?resourceVersion=${above53}`)],
  "get-max-int64": [map, get(`${maps}/a?resourceVersion=${max63}`)],
  "get-max-uint64": [map, get(`${maps}/a?resourceVersion=${max64}`)],
  "get-leading-zeros": [map, get(`${maps}/a?resourceVersion=000${max64}`)],
  "list-above-53-bits": [get(`${maps}?resourceVersion=${above53}`)],
  "list-not-older-than": [get(`${maps}?resourceVersion=${max64}&resourceVersionMatch=NotOlderThan`)],
  "list-exact": [get(`${maps}?resourceVersion=${max64}&resourceVersionMatch=Exact`)],
  "list-page": [get(`${maps}?resourceVersion=${above63}&limit=1`)],
  "list-token-above-53-bits": [listFrom(above53)],
  "list-token-max-int64": [listFrom(max63)],
  "list-token-malformed": [above63, max64, above64, "1.5", "1e3", '"5"', "true", "0"].map(listFrom),
  watch: [watch(`${maps}?watch=1&resourceVersion=${max64}&timeoutSeconds=1`, "all")],
  "watch-list": [watch(`${maps}?${watchList}&resourceVersion=${max64}`, 1)],
  "above-uint64": [
    get(`${maps}/a?resourceVersion=${above64}`),
    get(`${maps}?resourceVersion=${above64}`),
    get(`${maps}?watch=1&resourceVersion=${above64}`),
    get(`${maps}/a?resourceVersion=${"9".repeat(200)}`),
  ],
  "write-above-53-bits": writesWith(above53),
  "write-max-uint64": writesWith(max64),
  "write-above-uint64": writesWith(above64),
  "write-malformed": writesWith("abc"),
  "write-zeros": writesWith("00"),
  "write-leading-zeros": [map, put(`${maps}/a`, metadata("00{{0.metadata.resourceVersion}}"))],
});
