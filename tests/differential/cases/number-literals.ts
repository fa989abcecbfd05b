/** Numbers with a fraction or an exponent in integer fields: Go decodes their literals, not their values. And the objects that errors of patches show. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { apply } from "./apply-requests.ts";

const maps = "/api/v1/namespaces/{{namespace}}/configmaps";
const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const services = "/api/v1/namespaces/{{namespace}}/services";

/** A Deployment as JSON, because a number of JavaScript has no literal. */
function deployment(replicas: string, seconds = "30"): string {
  return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"spec":{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}},
    "template":{"metadata":{"labels":{"a":"b"}},"spec":{"terminationGracePeriodSeconds":${seconds},"containers":[{"name":"a","image":"a"}]}}}}`;
}

const literals = [
  "1.0",
  "1e3",
  "1E3",
  "10e-1",
  "1.5",
  "-0.0",
  "1e10",
  "99999999999999999999",
  "-0",
  "2147483648",
] as const;

const each = (write: (literal: string) => DifferentialRequest): readonly DifferentialRequest[] => literals.map(write);

const created = post(deployments, deployment("1"));

const pod = (cpu: string): string =>
  `{"metadata":{"name":"p"},"spec":{"containers":[{"name":"a","image":"a","resources":{"limits":{"cpu":${cpu}}}}]}}`;

const map = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { labels: { b: "<&>", a: "\u2028" }, annotations: { z: "1", a: "2" }, name: "m" },
  data: { z: "1", a: "2" },
};

export const numberLiteralCases: readonly DifferentialCase[] = cases("number-literal", {
  create: each((literal) => post(`${deployments}?dryRun=All`, deployment(literal))),
  "create-64-bits": each((literal) => post(`${deployments}?dryRun=All`, deployment("1", literal))),
  "create-yaml": each((literal) => ({
    ...post(`${deployments}?dryRun=All`, deployment(literal)),
    headers: { "content-type": "application/yaml" },
  })),
  "create-strict": [
    post(`${deployments}?fieldValidation=Strict`, deployment("1.0")),
    post(deployments, deployment("1")),
  ],
  update: [created, ...each((literal) => put(`${deployments}/d?dryRun=All`, deployment(literal)))],
  "merge-patch": [
    created,
    ...each((literal) => patch("merge", `${deployments}/d`, `{"spec":{"replicas":${literal}}}`)),
  ],
  "json-patch": [
    created,
    ...each((literal) =>
      patch("json", `${deployments}/d`, `[{"op":"add","path":"/spec/replicas","value":${literal}}]`),
    ),
    patch("json", `${deployments}/d`, `[{"op":"test","path":"/spec/replicas","value":0.0}]`),
    patch(
      "json",
      `${deployments}/d`,
      `[{"op":"add","path":"/spec/template/spec/containers/0/ports","value":[{"containerPort":80}]},
        {"op":"add","path":"/spec/template/spec/containers/0/ports/0","value":{"containerPort":8.0e1}}]`,
    ),
  ],
  "strategic-patch": [
    created,
    ...["1.0", "1e3", "1.5"].map((literal) =>
      patch("strategic", `${deployments}/d`, `{"spec":{"replicas":${literal}}}`),
    ),
  ],
  apply: ["1.0", "1e3", "1.5"].map((literal) => apply(`${deployments}/d`, "m", deployment(literal))),
  scale: [
    created,
    ...each((literal) =>
      put(
        `${deployments}/d/scale?dryRun=All`,
        `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"d","namespace":"{{namespace}}"},"spec":{"replicas":${literal}}}`,
      ),
    ),
    patch("merge", `${deployments}/d/scale`, `{"spec":{"replicas":1.0}}`),
  ],
  metadata: each((literal) => post(`${maps}?dryRun=All`, `{"metadata":{"name":"a","generation":${literal}}}`)),
  "delete-options": [
    post(maps, map),
    ...each((literal) => remove(`${maps}/m`, `{"gracePeriodSeconds":${literal},"dryRun":["All"]}`)),
  ],
  "int-or-string": each((literal) =>
    post(
      `${services}?dryRun=All`,
      `{"metadata":{"name":"s","x":"{\\"a\\":1.0}"},"spec":{"clusterIP":"None","ports":[{"port":80,"targetPort":${literal}}]}}`,
    ),
  ),
  quantity: ["1.0", "1e3", "0.10", "1E3"].map((literal) => post(`${pods}?dryRun=All`, pod(literal))),
  "token-request": [
    post("/api/v1/namespaces/{{namespace}}/serviceaccounts", { metadata: { name: "s" } }),
    post("/api/v1/namespaces/{{namespace}}/serviceaccounts/s/token", `{"spec":{"expirationSeconds":3600.0}}`),
  ],
  "in-strings": [
    post(maps, `{"metadata":{"name":"s"},"data":{"a":"b: 1.0, c:[1e3]","d":"\\":1.5,"}}`),
    get(`${maps}/s`),
  ],
});

const wrongData = { data: { b: 1 } };

export const shownPatchCases: readonly DifferentialCase[] = cases("shown-patch", {
  merge: [
    post(maps, map),
    patch("merge", `${maps}/m`, wrongData),
    patch("merge", `${maps}/m`, { metadata: { labels: { c: 1 } } }),
    patch("merge", `${maps}/m`, { metadata: { labels: 1 } }),
    patch("merge", `${maps}/m`, { binaryData: { z: "%", a: "YQ==" }, immutable: "x" }),
    patch("merge", `${maps}/m?fieldValidation=Strict`, { zzz: 1, data: { y: "1", "<": "2" } }),
  ],
  json: [
    post(maps, map),
    patch("json", `${maps}/m`, [{ op: "add", path: "/data/b", value: 1 }]),
    patch("json", `${maps}/m`, [{ op: "add", path: "/metadata/annotations", value: { b: "1", a: 1 } }]),
    patch("json", `${maps}/m?fieldValidation=Strict`, [{ op: "add", path: "/zzz", value: { b: "<", a: 1 } }]),
    patch("json", `${maps}/m`, [{ op: "copy", from: "/metadata/labels", path: "/data/b" }]),
  ],
  workload: [
    post(deployments, deployment("1")),
    patch("merge", `${deployments}/d`, { spec: { template: { spec: { containers: [{ name: 1, image: "b" }] } } } }),
    patch("merge", `${deployments}/d?fieldValidation=Strict`, { spec: { template: { spec: { zzz: 1 } } } }),
    patch("json", `${deployments}/d`, [{ op: "replace", path: "/spec/template/spec/containers/0/image", value: 1 }]),
    patch("merge", `${deployments}/d/scale`, { spec: { replicas: "x" } }),
  ],
});
