// The audit annotations of reviews, and reviews without a namespace.
import assert from "node:assert/strict";
import { test } from "vitest";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { podTemplateAt } from "../../kinds/pod/template-rules.ts";
import { PodSecurityMetrics } from "../../metrics/pod-security-metrics.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { PodSecurityOptions } from "./configuration.ts";
import { podSecurityConfiguration } from "./configuration.ts";
import type { ReviewContext } from "./review.ts";
import { reviewPod, reviewTemplate } from "./review.ts";

const hostile = { containers: [{ name: "c", image: "i" }], hostPID: true };
const violation = "host namespaces (hostPID=true)";

const { templateOf } = podTemplateAt("template");

function creates(resource: string, object: object): AdmissionAttributes {
  return {
    operation: "CREATE",
    user: { name: "jane", groups: [] },
    resource: { group: "", version: "v1", resource },
    subresource: "",
    kind: { group: "", version: "v1", kind: "Any" },
    namespace: "n",
    name: "p",
    object: { metadata: { name: "p" }, ...object } as unknown as ApiObject, // A draft without the fields of all kinds.
    options: {},
    dryRun: false,
  };
}

function contextOf(
  labels: Readonly<Record<string, string>> | undefined,
  options: PodSecurityOptions = {},
): ReviewContext {
  const prefixed = Object.entries(labels ?? {}).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]);
  const namespace = { metadata: { name: "n", labels: Object.fromEntries(prefixed) as Record<string, string> } };
  return {
    configuration: podSecurityConfiguration(options),
    metrics: new PodSecurityMetrics(36),
    read: { get: () => (labels === undefined ? undefined : (namespace as unknown as ReadonlyObject)) }, // Only labels are read.
  };
}

test("a review of a Pod annotates the enforced policy and the violations to audit", () => {
  const { rejection, warnings, auditAnnotations } = reviewPod(
    creates("pods", { spec: hostile }),
    contextOf({ enforce: "privileged", audit: "baseline", "audit-version": "v1.3" }),
  );

  assert.deepEqual([rejection, warnings], [undefined, undefined]);
  assert.deepEqual(auditAnnotations, {
    "enforce-policy": "privileged:latest",
    "audit-violations": `would violate PodSecurity "baseline:v1.3": ${violation}`,
  });
});

test("a rejected Pod has annotations and no warnings", () => {
  const labels = { enforce: "baseline", warn: "baseline", audit: "baseline" };
  const { rejection, warnings, auditAnnotations } = reviewPod(creates("pods", { spec: hostile }), contextOf(labels));

  assert.equal(rejection?.status.code, 403);
  assert.equal(warnings, undefined);
  assert.deepEqual(auditAnnotations, {
    "enforce-policy": "baseline:latest",
    "audit-violations": `would violate PodSecurity "baseline:latest": ${violation}`,
  });
});

test("labels that cannot be parsed are annotated", () => {
  const { auditAnnotations } = reviewPod(creates("pods", { spec: hostile }), contextOf({ audit: "none" }));

  assert.equal(
    auditAnnotations?.["error"],
    'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "none": must be one of privileged, baseline, restricted',
  );
});

test("exemptions are annotated, the namespace before the user", () => {
  const pod = creates("pods", { spec: { ...hostile, runtimeClassName: "kata" } });
  const reasonOf = (exemptions: PodSecurityOptions["exemptions"]): string | undefined =>
    reviewPod(pod, contextOf({ enforce: "baseline" }, { exemptions: exemptions ?? {} })).auditAnnotations?.["exempt"];

  assert.equal(reasonOf({ namespaces: ["n"], usernames: ["jane"] }), "namespace");
  assert.equal(reasonOf({ usernames: ["jane"] }), "user");
  assert.equal(reasonOf({ runtimeClasses: ["kata"] }), "runtimeClass");
});

test("a template is not rejected, and has no enforced policy", () => {
  const { rejection, warnings, auditAnnotations } = reviewTemplate(
    creates("podtemplates", { template: { spec: hostile } }),
    templateOf,
    contextOf({ enforce: "baseline", audit: "baseline" }),
  );

  assert.equal(rejection, undefined);
  assert.deepEqual(warnings, [`would violate PodSecurity "baseline:latest": ${violation}`]);
  assert.deepEqual(auditAnnotations, {
    "audit-violations": `would violate PodSecurity "baseline:latest": ${violation}`,
  });
});

test("a Pod in a namespace that does not exist is an internal error, and a template is admitted", () => {
  const { rejection } = reviewPod(creates("pods", { spec: hostile }), contextOf(undefined));

  assert.equal(rejection?.status.message, 'Internal error occurred: failed to lookup namespace "n"');
  assert.deepEqual(
    reviewTemplate(creates("podtemplates", { template: { spec: hostile } }), templateOf, contextOf(undefined)),
    {},
  );
});
