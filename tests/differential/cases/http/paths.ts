/** Paths without resources, unknown paths, and unsupported methods. */
import { asText, cases, comparing, get, post, put, remove } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

function merge(path: string): DifferentialRequest {
  return { method: "PATCH", path, body: {}, headers: { "content-type": "application/merge-patch+json" } };
}

function check(path: string): DifferentialRequest {
  return comparing(["x-content-type-options", "cache-control"], asText(get(path)));
}

export const pathCases: readonly DifferentialCase[] = cases("path", {
  health: [check("/healthz"), check("/livez"), check("/readyz"), check("/healthz/"), check("/healthz/ping")],
  "health-single": [check("/readyz/ping"), check("/livez/etcd"), check("/readyz/none"), check("/readyz/ping/more")],
  "health-methods": [post("/healthz", {}), remove("/readyz"), put("/livez/ping", {})],
  "no-such-path": [
    get("/none"),
    get("/none/at/all"),
    get("/apis/none"),
    get("/apis/none/v1"),
    get("/apis/none/v1/things"),
  ],
  "no-such-version": [
    get("/api/v2"),
    get("/api/v2/pods"),
    get("/apis/apps/v9"),
    get("/apis/apps/v9/deployments"),
    get("/apis/apps/v1/none"),
    get("/apis/apps/v1/namespaces/a/none/b"),
    get("/api/v1/none/a/b"),
  ],
  "no-such-custom": [
    get("/apis/myjob.github.com/v9"),
    get("/apis/myjob.github.com/v9/myjobs"),
    get("/apis/myjob.github.com/v1beta1/none"),
    get(`${jobs}/none`),
  ],
  "wrong-method": [
    put(maps, {}),
    merge(maps),
    post(`${maps}/a`, {}),
    post("/api/v1/configmaps", { metadata: { name: "a" } }),
    remove("/api/v1/configmaps"),
    remove("/api/v1/namespaces"),
    put("/api/v1/namespaces", {}),
  ],
  "wrong-method-custom": [
    put(jobs, {}),
    merge(jobs),
    post(`${jobs}/a`, {}),
    post("/apis/myjob.github.com/v1beta1/myjobs", {}),
    remove("/apis/myjob.github.com/v1beta1/myjobs"),
    get("/apis/myjob.github.com/v1beta1/myjobs/a"),
  ],
  "wrong-method-paths": [
    post("/version", {}),
    remove("/api"),
    put("/apis/apps", {}),
    post("/api/v1", {}),
    post("/apis/myjob.github.com/v1beta1", {}),
    post("/apis/myjob.github.com", {}),
  ],
  "wrong-scope": [
    get("/api/v1/configmaps/a"),
    get("/api/v1/namespaces/{{namespace}}/nodes"),
    get("/api/v1/namespaces/{{namespace}}/nodes/a"),
    put("/api/v1/pods/a", {}),
    remove("/apis/apps/v1/deployments/a"),
  ],
  version: [comparing(["cache-control"], get("/version")), get("/version/more")],
  "reviews-are-created": [
    get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"),
    get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/a"),
    remove("/apis/authentication.k8s.io/v1/tokenreviews"),
    get("/api/v1/namespaces/{{namespace}}/bindings"),
    get("/api/v1/bindings"),
  ],
  "component-statuses": [post("/api/v1/componentstatuses", {}), remove("/api/v1/componentstatuses/etcd-0")],
  "older-watch": [
    get("/api/v1/watch/namespaces/{{namespace}}/configmaps?resourceVersion=abc"),
    get("/api/v1/watch/none"),
    get("/api/v1/watch/namespaces/{{namespace}}/none"),
    post("/api/v1/watch/configmaps", {}),
    get("/apis/myjob.github.com/v1beta1/watch/myjobs?timeoutSeconds=1&labelSelector=none"),
  ],
});
