// The requirements of the restricted Pod Security Standard for every Pod in config/, and further ones.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
import { Unstructured } from "@kubewright/apimachinery";
import assert from "node:assert/strict";
import type { Deployment } from "@kubewright/api/apps/v1";
import type { Namespace } from "@kubewright/api/core/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { startEnvironment } from "@kubewright/envtest";
import { defaultGracefulShutdownTimeoutMs } from "@kubewright/runtime";
import { test } from "vitest";
import { parseAllDocuments } from "yaml";

import type { Project } from "../../project/project.ts";
import { renderedConfig } from "./rendered-config.ts";
import { sampleProjects } from "./testdata/sample-projects.ts";

const projects = Object.entries(sampleProjects).map(([name, project]) => ({ name, project }));

test.each(projects)("$name: the manager complies with the restricted standard", ({ project }) => {
  const [namespace, deployment] = managerOf(project);
  const { spec } = deployment.spec?.template ?? {};
  assert.ok(spec);

  assert.equal(namespace.metadata?.labels?.["pod-security.kubernetes.io/enforce"], "restricted");
  assert.deepEqual(spec.securityContext, { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  assert.deepEqual(
    [spec.hostNetwork, spec.hostPID, spec.hostIPC, spec.volumes, spec.initContainers],
    [undefined, undefined, undefined, undefined, undefined],
  );
  for (const { securityContext, ports } of spec.containers) {
    assert.deepEqual(securityContext, {
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    assert.deepEqual(
      ports?.flatMap(({ hostPort }) => hostPort ?? []),
      [],
    );
  }
});

test.each(projects)(
  "$name: the manager has limits, probes, its own service account and a grace period",
  ({ project }) => {
    const [, deployment] = managerOf(project);
    const { spec } = deployment.spec?.template ?? {};
    const [manager] = spec?.containers ?? [];

    assert.equal(spec?.serviceAccountName, "controller-manager");
    const preStopSeconds = manager?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const shutdownSeconds = defaultGracefulShutdownTimeoutMs / 1_000 + preStopSeconds;
    assert.ok((spec?.terminationGracePeriodSeconds ?? 0) >= shutdownSeconds + 5);
    assert.deepEqual(Object.keys(manager?.resources?.limits ?? {}), ["cpu", "memory"]);
    assert.deepEqual(Object.keys(manager?.resources?.requests ?? {}), ["cpu", "memory"]);
    assert.equal(manager?.livenessProbe?.httpGet?.path, "/healthz");
    assert.equal(manager?.readinessProbe?.httpGet?.path, "/readyz");
  },
);

test.each(projects)(
  "$name: the embedded server accepts all objects of built-in kinds with strict validation",
  async ({ project }) => {
    await using env = await startEnvironment({ server: "embedded" });
    const objects = [...renderedConfig(project)]
      .filter(([file]) => /^config\/(?:manager|rbac|default|webhook|network-policy)\//.test(file))
      .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject))
      .filter(({ metadata }) => metadata !== undefined);

    for (const object of objects) await env.client.create(Unstructured, object, { fieldValidation: "Strict" });

    assert.equal(objects.filter(({ kind }) => kind === "Deployment").length, 1);
  },
);

function managerOf(project: Project): readonly [Namespace, Deployment] {
  const text = renderedConfig(project).get("config/manager/manager.yaml") ?? "";
  const [namespace, deployment] = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  return [namespace as Namespace, deployment as Deployment]; // From the template.
}
