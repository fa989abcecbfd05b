/** ResourceClaims and their templates: immutable specs, and access to devices in use. */
import { cases, patch, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const group = "/apis/resource.k8s.io/v1/namespaces/{{namespace}}";
const claims = `${group}/resourceclaims`;
const templates = `${group}/resourceclaimtemplates`;

const spec = (more: object = {}): object => ({
  devices: { requests: [{ name: "r", exactly: { deviceClassName: "c", ...more } }] },
});
const claim = (more?: object): object => ({ metadata: { name: "c" }, spec: spec(more) });
const template = (more?: object): object => ({ metadata: { name: "t" }, spec: { spec: spec(more) } });
const label = "resource.kubernetes.io/admin-access";
const labeled = (value: string): object => ({ metadata: { labels: { [label]: value } } });

export const resourceClaimCases: readonly DifferentialCase[] = cases("resource-claim", {
  "immutable-spec": [
    post(claims, claim()),
    patch("merge", `${claims}/c`, { spec: spec({ count: 2 }) }),
    patch("merge", `${claims}/c`, { spec: null }),
    patch("merge", `${claims}/c`, { metadata: { labels: { a: "b" } } }),
    post(templates, template()),
    patch("merge", `${templates}/t`, { spec: { spec: spec({ count: 2 }) } }),
    patch("merge", `${templates}/t`, { metadata: { labels: { a: "b" } } }),
  ],
  "admin-access": [
    post(claims, claim({ adminAccess: true })),
    post(templates, template({ adminAccess: true })),
    post(`${claims}?dryRun=All`, claim({ adminAccess: false })),
    patch("merge", "/api/v1/namespaces/{{namespace}}", labeled("false")),
    post(claims, claim({ adminAccess: true })),
    patch("merge", "/api/v1/namespaces/{{namespace}}", labeled("true")),
    post(claims, claim({ adminAccess: true })),
    post(templates, template({ adminAccess: true })),
    patch("merge", "/api/v1/namespaces/{{namespace}}", labeled("false")),
    patch("merge", `${claims}/c`, { metadata: { labels: { a: "b" } } }),
  ],
});
