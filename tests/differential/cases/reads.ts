/** Options of reads: selectors, pages, versions, representations. */
import { cases, get, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const pods = "/api/v1/namespaces/{{namespace}}/pods";

function map(name: string, labels: object): DifferentialRequest {
  return post(maps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels }, data: { a: name } });
}

const three = [map("a", { tier: "front" }), map("b", { tier: "back" }), map("c", {})];
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

function listed(...queries: readonly string[]): readonly DifferentialRequest[] {
  return [...three, ...queries.map((query) => get(`${maps}?${query}`))];
}

export const readCases: readonly DifferentialCase[] = cases("read", {
  "label-equals": listed("labelSelector=tier%3Dfront", "labelSelector=tier!%3Dfront", "labelSelector=!tier"),
  "label-sets": listed("labelSelector=tier+in+(front,back)", "labelSelector=tier+notin+(front)", "labelSelector=tier"),
  "label-bad-syntax": listed("labelSelector=tier+is+front", "labelSelector=%3D", "labelSelector=a%3Db%3Dc"),
  "label-bad-value": listed("labelSelector=tier%3Dnot+a+value", "labelSelector=tier+in+(!!)"),
  "field-name": listed("fieldSelector=metadata.name%3Da", "fieldSelector=metadata.name!%3Da"),
  "field-unknown": [get(`${maps}?fieldSelector=data.a%3Da`), get(`${pods}?fieldSelector=spec.image%3Da`)],
  "field-unknown-custom": [
    get("/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs?fieldSelector=spec.a%3Db"),
  ],
  "field-bad-syntax": [get(`${maps}?fieldSelector=a`), get(`${maps}?fieldSelector=metadata.name+in+(a)`)],
  "pod-fields": [get(`${pods}?fieldSelector=spec.nodeName%3D,status.phase!%3DRunning`)],
  pages: [...three, get(`${maps}?limit=2`), get(`${maps}?limit=2&continue={{3.metadata.continue}}`)],
  "pages-with-selector": [...three, get(`${maps}?limit=1&labelSelector=tier`)],
  "bad-limit": [get(`${maps}?limit=many`), get(`${maps}?limit=-1`)],
  "bad-continue": [get(`${maps}?limit=1&continue=none`), get(`${maps}?continue=bm9uZQ`)],
  "continue-with-version": [
    ...three,
    get(`${maps}?limit=1`),
    get(`${maps}?limit=1&resourceVersion=1&continue={{3.metadata.continue}}`),
  ],
  "bad-version": [get(`${maps}?resourceVersion=abc`), map("a", {}), get(`${maps}/a?resourceVersion=abc`)],
  "version-match-alone": [get(`${maps}?resourceVersionMatch=Exact`)],
  "version-match-zero": [get(`${maps}?resourceVersionMatch=Exact&resourceVersion=0`)],
  "version-match-unknown": [get(`${maps}?resourceVersionMatch=Foo&resourceVersion=1`)],
  "initial-events-in-a-list": [get(`${maps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`)],
  "exact-version": [...three, get(`${maps}?resourceVersionMatch=Exact&resourceVersion={{1.metadata.resourceVersion}}`)],
  "watch-options": [
    get(`${maps}?watch=true&sendInitialEvents=true`),
    get(`${maps}?watch=true&resourceVersion=1&resourceVersionMatch=NotOlderThan`),
    get(`${maps}?watch=true&resourceVersion=abc`),
    get(`${maps}?watch=true&timeoutSeconds=abc`),
    get(`${maps}?watch=true&labelSelector=%3D`),
  ],
  table: [...three, get(maps, { accept: table }), get(`${maps}/a`, { accept: table })],
  "table-forms": [
    ...three,
    get(`${maps}?includeObject=None`, { accept: table }),
    get(`${maps}/a?includeObject=Object`, { accept: table }),
    get(`${maps}?includeObject=Some`, { accept: table }),
  ],
  "table-of-pods": [get(pods, { accept: table })],
  "table-of-my-jobs": [get("/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs", { accept: table })],
  metadata: [
    ...three,
    get(`${maps}/a`, { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" }),
    get(maps, { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" }),
    get(maps, { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" }),
  ],
  "not-acceptable": [
    get(maps, { accept: "text/html" }),
    get(maps, { accept: "application/json;as=Chart;v=v1;g=meta.k8s.io" }),
  ],
  yaml: [map("a", {}), get("/api/v1/namespaces/{{namespace}}/configmaps/none", { accept: "application/yaml" })],
  "no-such-path": [
    get("/api/v1/gadgets"),
    get("/apis/apps/v9/deployments"),
    get("/apis/none.example.com/v1/things"),
    get("/none"),
    get("/api/v1/configmaps/a"),
  ],
  "wrong-method": [
    { method: "OPTIONS", path: maps },
    post("/api/v1/configmaps", {}),
    post(`${maps}/a`, {}),
    { method: "DELETE", path: "/api/v1/namespaces" },
    { method: "PATCH", path: maps, body: {} },
  ],
});
