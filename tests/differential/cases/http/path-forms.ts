/** Unusual forms of paths, as an administrator and as a user without rights: authorization precedes every error of a path. */
import { cases, get, patch, post, put, remove } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const core = "/api/v1";
const maps = `${core}/namespaces/{{namespace}}/configmaps`;
const jobs = "/apis/myjob.github.com/v1beta1";
const map = post(maps, { metadata: { name: "a" } });
const jane = { "impersonate-user": "jane" };

/** Each path as an administrator, then as a user without rights. */
function asBoth(paths: readonly string[]): readonly DifferentialRequest[] {
  return paths.flatMap((path) => [get(path), get(path, jane)]);
}

function withMethods(path: string, methods: readonly DifferentialRequest["method"][]): readonly DifferentialRequest[] {
  return methods.map((method) => ({ method, path }));
}

const bodiless = ["HEAD", "OPTIONS", "DELETE"] as const;

export const pathFormCases: readonly DifferentialCase[] = cases("path-form", {
  "verb-without-resource": asBoth([
    `${core}/watch`,
    `${core}/watch/`,
    `${core}/proxy`,
    `${core}/watch?x=a%20b`,
    "/apis/apps/v1/watch",
    "/apis/none.io/v1/watch",
  ]),
  "watch-routes": asBoth([
    `${core}/watch/namespaces/{{namespace}}/status`,
    `${core}/watch/nodes/n/status`,
    `${core}/watch/namespaces/{{namespace}}/pods/p/log`,
    `${core}/watch/configmaps/a`,
    `${core}/watch/componentstatuses`,
    `${core}/watch/watch/configmaps`,
    `${core}/watch//configmaps`,
    `${core}/watch/namespaces/{{namespace}}/nodes`,
    "/apis/authorization.k8s.io/v1/watch/selfsubjectaccessreviews",
    `${core}/watch/namespaces/{{namespace}}/configmaps/a?fieldSelector=metadata.name=b`,
    `${core}/watch/namespaces/{{namespace}}/configmaps/a?timeoutSeconds=1`,
  ]),
  "watch-is-no-write": [
    map,
    post(`${core}/watch/namespaces/{{namespace}}/configmaps`, { metadata: { name: "b" } }),
    put(`${core}/watch/namespaces/{{namespace}}/configmaps/a`, { metadata: { name: "a" } }),
    patch("merge", `${core}/watch/namespaces/{{namespace}}/configmaps/a`, { data: { a: "b" } }),
    remove(`${core}/watch/namespaces/{{namespace}}/configmaps/a`),
    remove(`${core}/watch/namespaces/{{namespace}}/configmaps`),
    post(`${core}/watch/namespaces/{{namespace}}/configmaps`, {}, jane),
    get(`${maps}/a`),
  ],
  "watch-of-custom": [
    post(`${jobs}/watch/namespaces/{{namespace}}/myjobs?timeoutSeconds=1`, {}),
    remove(`${jobs}/watch/namespaces/{{namespace}}/myjobs/none?timeoutSeconds=1`),
    ...asBoth([
      `${jobs}/watch/myjobs/none?timeoutSeconds=1`,
      `${jobs}/watch/namespaces/{{namespace}}/myjobs/a/none`,
      `${jobs}/watch/namespaces/{{namespace}}/myjobs/a/status`,
      `${jobs}/watch/namespaces/{{namespace}}/myjobs/a?fieldSelector=metadata.name=b`,
    ]),
  ],
  proxy: asBoth([
    `${core}/proxy/nodes/n`,
    `${core}/proxy/namespaces/{{namespace}}/pods/p/x/y`,
    `${jobs}/proxy/myjobs`,
    `${jobs}/proxy/namespaces/{{namespace}}/myjobs/a`,
  ]),
  slashes: [
    map,
    ...asBoth([
      `/${core}/namespaces`,
      "/api//v1/namespaces",
      `${core}//namespaces`,
      `${core}/namespaces/{{namespace}}//configmaps`,
      `${maps}//`,
      `${maps}/a/`,
      `${maps}/a//`,
      `${maps}//a`,
      `${maps}/a//status`,
      `${core}/namespaces//configmaps/a`,
      `${core}/namespaces/{{namespace}}/pods//status`,
      "/apis//v1",
      "/apis//v1/pods",
      "/apis/apps//v1",
      "/apis/apps//deployments",
      "/apis/apps/v1//deployments",
      "/apis/apps/v1/deployments//x",
      "/apis/none.io/v1/foos//x",
      "//",
      "//apis",
      "/apis//",
      "//healthz",
      "/healthz//ping",
      `${jobs}/namespaces//myjobs/a`,
    ]),
  ],
  dots: [
    map,
    ...asBoth([
      `${core}/./namespaces`,
      `${core}/../v1/namespaces`,
      `${maps}/..`,
      `${maps}/../configmaps/a`,
      `${maps}/%2e%2e`,
      "/healthz/../version",
      "/openapi/v3/../v2",
      `${jobs}/namespaces/{{namespace}}/myjobs/..`,
    ]),
  ],
  encoded: [
    map,
    ...asBoth([
      `${maps}/a%2fb`,
      `${core}/namespaces/{{namespace}}%2fconfigmaps/a`,
      `${maps}/%61`,
      `${maps}/a%252fb`,
      `${maps}/a%25`,
      `${maps}/a%00`,
      `${maps}/a%5cb`,
      `${maps}/a%0a`,
      `${maps}/a+b`,
      `${maps}/a%3cb`,
      `${maps}/%C3%A9`,
      "/%61pi/v1/namespaces/{{namespace}}/configmaps/a",
      "/%6cive%7a",
      "/livez/%70ing",
      "/none%3c%26%22",
    ]),
  ],
  "more-segments": asBoth([
    `${maps}/a/b/c/d`,
    `${core}/namespaces/{{namespace}}/pods/p/exec/x`,
    `${core}/namespaces/{{namespace}}/status/x`,
    `${core}/namespaces/{{namespace}}/status/status`,
    `${core}/nodes/n/status/x`,
    `${jobs}/namespaces/{{namespace}}/myjobs/none/status/x`,
  ]),
  methods: [
    ...withMethods(`${maps}/a/b`, bodiless),
    ...withMethods(`${core}/bindings`, bodiless),
    ...withMethods(`${core}/namespaces/{{namespace}}/pods/none/proxy`, bodiless),
    ...withMethods(`${jobs}/namespaces/{{namespace}}/myjobs`, ["HEAD", "OPTIONS"]),
    ...withMethods(`${jobs}/namespaces/{{namespace}}/myjobs/none`, bodiless),
    ...withMethods(`${jobs}/namespaces/{{namespace}}/myjobs/none/none`, bodiless),
    ...withMethods(`${jobs}/myjobs`, bodiless),
    put(`${jobs}/myjobs`, {}),
    patch("merge", `${jobs}/myjobs`, {}),
    { method: "OPTIONS", path: maps, headers: jane },
    { method: "HEAD", path: maps, headers: jane },
  ],
});
