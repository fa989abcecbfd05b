/** Writes without changes: they still store the object if the read object differs from the stored one. */
import { cases, get, patch, post, put, read, remove, until, watch } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, string, versionOf } from "./crd-good.ts";
import { object, served, widget, widgets } from "./custom-resource.ts";
import { deployment, deployments } from "./scale-forms.ts";

const group = "{{namespace}}.example.com";
const crd = `${definitions}/widgets.${group}`;
const one = `${widgets}/w`;
const jobs = "/apis/batch/v1/namespaces/{{namespace}}/jobs";
const plainJob = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "j" },
  spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "x" }] } } },
};
const schema = object({ spec: object({ a: string }) });
const withDefault = object({ spec: object({ a: string, b: { type: "string", default: "new" } }) });
const applied = (path: string, body: object): DifferentialRequest => ({
  method: "PATCH",
  path: `${path}${path.includes("?") ? "&" : "?"}fieldManager=one`,
  headers: { "content-type": "application/apply-patch+yaml" },
  body,
});
const probe = (version: string): object => ({
  ...widget({}),
  apiVersion: `${group}/${version}`,
  metadata: { name: "probe" },
});

export const unchangedWriteCases: readonly DifferentialCase[] = cases("unchanged-write", {
  job: [
    watch(`${jobs}?watch=1`, 0),
    post(`${jobs}?dryRun=All`, plainJob),
    post(jobs, plainJob),
    patch("merge", `${jobs}/j?dryRun=All`, {}),
    patch("merge", `${jobs}/j`, {}),
    patch("merge", `${jobs}/j`, {}),
    patch("json", `${jobs}/j`, [{ op: "remove", path: "/metadata/labels" }]),
    remove(`${jobs}/j`, { propagationPolicy: "Background" }),
    read(0, 3),
  ],
  "job-with-labels": [
    post(jobs, { ...plainJob, metadata: { name: "j", labels: { a: "b" } } }),
    patch("merge", `${jobs}/j`, {}),
    patch("merge", `${jobs}/j`, { metadata: { labels: null } }),
    patch("merge", `${jobs}/j`, {}),
  ],
  "job-status-put": [
    post(jobs, plainJob),
    put(`${jobs}/j/status?dryRun=All`, plainJob),
    put(`${jobs}/j/status`, plainJob),
    put(`${jobs}/j/status`, plainJob),
  ],
  "job-status": [post(jobs, plainJob), patch("merge", `${jobs}/j/status`, {}), patch("merge", `${jobs}/j/status`, {})],
  "changed-schema": [
    ...served({ a: string }),
    post(widgets, widget({ a: "x" })),
    patch("merge", one, {}),
    patch("merge", crd, { spec: { versions: [versionOf("v1", withDefault, {})] } }),
    until(400, post(`${widgets}?dryRun=All&fieldValidation=Strict`, { ...probe("v1"), spec: { c: "x" } })),
    get(one),
    patch("merge", one, {}),
    patch("merge", one, {}),
  ],
  "applied-undeclared": [
    ...served({ a: string }, { status: { type: "object", properties: {} } }),
    watch(`${widgets}?watch=1`, 0),
    applied(`${one}?dryRun=All`, widget({}, { status: { c: [null] } })),
    applied(one, widget({}, { status: { c: [null] } })),
    get(one),
    patch("merge", one, {}),
    patch("merge", one, {}),
    applied(one, widget({ a: "x" }, { status: { c: [null, 1], d: null, e: "x" } })),
    applied(one, widget({ a: "x" }, { status: { c: [null, 1], d: null, e: "x" } })),
    applied(`${one}?dryRun=All`, widget({ a: "x" }, { status: { c: 1 } })),
    patch("merge", one, {}),
    patch("merge", one, {}),
    applied(one, widget({ a: "x" }, { status: { c: [null, 1], d: null, e: "x" } })),
    patch("merge", one, { metadata: { labels: { app: "x" } } }),
    patch("merge", one, {}),
    read(2, 7),
  ],
  "applied-undeclared-status": [
    ...served({ a: string }, { status: { type: "object", properties: {} } }, { subresources: { status: {} } }),
    post(widgets, widget({ a: "x" })),
    applied(`${one}/status`, widget({}, { status: { c: [null] } })),
    applied(`${one}/status`, widget({}, { status: { c: [null] } })),
    applied(`${one}/status`, widget({}, { status: { c: [null] } })),
    patch("merge", one, {}),
    applied(`${one}/status`, widget({}, { status: { c: [null] } })),
    patch("merge", `${one}/status`, {}),
    patch("merge", `${one}/status`, {}),
  ],
  "other-storage-version": [
    post(
      definitions,
      definition({ versions: [versionOf("v1", schema), { ...versionOf("v2", schema), storage: false }] }),
    ),
    until(200, get(widgets)),
    post(widgets, widget({ a: "x" })),
    patch("merge", crd, {
      spec: { versions: [{ ...versionOf("v1", schema), storage: false }, versionOf("v2", withDefault)] },
    }),
    until(
      400,
      post(`${widgets.replace("/v1/", "/v2/")}?dryRun=All&fieldValidation=Strict`, {
        ...probe("v2"),
        spec: { c: "x" },
      }),
    ),
    patch("merge", one, {}),
    get(one),
    patch("merge", one, {}),
    get(one),
  ],
  "status-default": [
    ...served(
      { a: string },
      { status: object({ phase: { type: "string", default: "new" } }, { default: {} }) },
      { subresources: { status: {} } },
    ),
    post(widgets, widget({ a: "x" })),
    patch("merge", one, {}),
    patch("merge", one, {}),
    patch("merge", `${one}/status`, {}),
    patch("merge", `${one}/status`, {}),
  ],
  // A scale with the same replicas leaves two entries of their owner.
  "scale-then-object": [
    post(deployments, deployment),
    patch("merge", `${deployments}/w/scale`, { spec: { replicas: 2 } }),
    get(`${deployments}/w`),
    patch("merge", `${deployments}/w`, {}),
    patch("merge", `${deployments}/w`, {}),
  ],
  "scale-then-status": [
    post(deployments, deployment),
    patch("merge", `${deployments}/w/scale`, { spec: { replicas: 2 } }),
    patch("merge", `${deployments}/w/status`, {}),
    patch("merge", `${deployments}/w/scale`, { spec: { replicas: 2 } }),
    patch("merge", `${deployments}/w/scale`, { spec: { replicas: 2 } }),
    get(`${deployments}/w`),
    patch("merge", `${deployments}/w/scale`, { spec: { replicas: -1 }, metadata: { resourceVersion: "1" } }),
  ],
});
