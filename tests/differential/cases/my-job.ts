/** Valid and invalid MyJobs, with the typical mistakes of users. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";

const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

function job(spec: unknown, more: object = {}): object {
  return {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { name: "pi" },
    spec,
    ...more,
  };
}

const spec = { template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } } };
const misspelt = { ...spec, templat: {} };

export const myJobCases: readonly DifferentialCase[] = cases("my-job", {
  created: [post(jobs, job(spec)), get(`${jobs}/pi`), get(jobs)],
  "unknown-field-strict": [post(`${jobs}?fieldValidation=Strict`, job(misspelt))],
  "unknown-field-warn": [post(`${jobs}?fieldValidation=Warn`, job(misspelt))],
  "unknown-field-default": [post(jobs, job(misspelt))],
  "unknown-field-ignore": [post(`${jobs}?fieldValidation=Ignore`, job(misspelt))],
  "unknown-field-deep": [
    post(
      `${jobs}?fieldValidation=Strict`,
      job({ template: { spec: { containers: [{ name: "pi", imagee: "perl" }] } }, other: 1 }),
    ),
  ],
  "unknown-metadata-field": [post(`${jobs}?fieldValidation=Strict`, job(spec, { metadata: { name: "pi", nam: "x" } }))],
  "duplicate-field-strict": [
    post(
      `${jobs}?fieldValidation=Strict`,
      '{"apiVersion":"myjob.github.com/v1beta1","kind":"MyJob","metadata":{"name":"pi"},"spec":{"template":{},"template":{}}}',
    ),
  ],
  "wrong-type": [post(jobs, job({ template: "perl" }))],
  "wrong-type-deep": [post(jobs, job({ template: { spec: { containers: [{ name: "pi", image: 5 }] } } }))],
  "wrong-type-boolean": [post(jobs, job({ template: { spec: { containers: [{ name: "pi", stdin: "yes" }] } } }))],
  "spec-is-a-list": [post(jobs, job([]))],
  "missing-required": [post(jobs, job({}))],
  "missing-required-deep": [post(jobs, job({ template: { spec: { containers: [{ image: "perl" }] } } }))],
  "missing-containers": [post(jobs, job({ template: { spec: { restartPolicy: "Never" } } }))],
  "missing-spec": [post(jobs, { apiVersion: "myjob.github.com/v1beta1", kind: "MyJob", metadata: { name: "pi" } })],
  "null-spec": [post(jobs, job(null))],
  "bad-name": [post(jobs, job(spec, { metadata: { name: "Not A Name" } }))],
  "long-name": [post(jobs, job(spec, { metadata: { name: "n".repeat(254) } }))],
  "no-name": [post(jobs, job(spec, { metadata: {} }))],
  "bad-label": [post(jobs, job(spec, { metadata: { name: "pi", labels: { "bad key": "bad value" } } }))],
  "missing-namespace": [
    post("/apis/myjob.github.com/v1beta1/namespaces/not-there/myjobs", job(spec)),
    get("/apis/myjob.github.com/v1beta1/namespaces/not-there/myjobs"),
  ],
  "other-namespace": [post(jobs, job(spec, { metadata: { name: "pi", namespace: "default" } }))],
  "wrong-kind": [post(jobs, job(spec, { kind: "YourJob" }))],
  "wrong-version": [post(jobs, job(spec, { apiVersion: "myjob.github.com/v1" }))],
  "no-kind": [post(jobs, { metadata: { name: "pi" }, spec })],
  "not-json": [post(jobs, "{bad")],
  "empty-body": [post(jobs, "")],
  "status-bad-enum": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi/status`, { status: { phase: "sleeping" } }),
    get(`${jobs}/pi`),
  ],
  "status-wrong-type": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi/status`, { status: { observedGeneration: "one" } }),
  ],
  "status-wrong-type-for-enum": [post(jobs, job(spec)), patch("merge", `${jobs}/pi/status`, { status: { phase: 5 } })],
  "status-bad-condition": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi/status`, { status: { conditions: [{ type: "Ready", status: "Maybe" }] } }),
  ],
  "status-duplicate-condition": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi/status`, {
      status: {
        conditions: ["True", "False"].map((status) => ({
          type: "Ready",
          status,
          reason: "R",
          message: "",
          lastTransitionTime: "2026-01-01T00:00:00Z",
        })),
      },
    }),
  ],
  "status-in-create": [post(jobs, job(spec, { status: { phase: "completed" } })), get(`${jobs}/pi/status`)],
  "status-patched": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi/status`, { status: { phase: "running" }, spec: { template: {} } }),
  ],
  "update-without-version": [post(jobs, job(spec)), put(`${jobs}/pi`, job(spec))],
  "update-stale": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi`, { metadata: { labels: { a: "1" } } }),
    put(`${jobs}/pi`, job(spec, { metadata: { name: "pi", resourceVersion: "{{0.metadata.resourceVersion}}" } })),
  ],
  "update-absent": [put(`${jobs}/pi`, job(spec, { metadata: { name: "pi", resourceVersion: "1" } }))],
  "update-other-name": [
    post(jobs, job(spec)),
    put(`${jobs}/pi`, job(spec, { metadata: { name: "e", resourceVersion: "1" } })),
  ],
  "strategic-patch": [post(jobs, job(spec)), patch("strategic", `${jobs}/pi`, { metadata: { labels: { a: "1" } } })],
  "patch-unknown-field-strict": [
    post(jobs, job(spec)),
    patch("merge", `${jobs}/pi?fieldValidation=Strict`, { spec: { other: 1 } }),
  ],
  "patch-makes-invalid": [post(jobs, job(spec)), patch("merge", `${jobs}/pi`, { spec: { template: null } })],
  absent: [get(`${jobs}/none`), get(`${jobs}/none/status`), patch("merge", `${jobs}/none`, { spec: {} })],
  "no-such-subresource": [post(jobs, job(spec)), get(`${jobs}/pi/scale`), get(`${jobs}/pi/other`)],
  "no-such-resource": [
    get("/apis/myjob.github.com/v1beta1/yourjobs"),
    get("/apis/myjob.github.com/v2/myjobs"),
    get("/apis/yourjob.github.com/v1/yourjobs"),
  ],
});
