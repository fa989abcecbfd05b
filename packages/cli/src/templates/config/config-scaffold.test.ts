import assert from "node:assert/strict";
import path from "node:path/posix";
import { test } from "vitest";
import { parseAllDocuments } from "yaml";

import type { Project } from "../../project/project.ts";
import { insertBlock } from "../../scaffold/insert-block.ts";
import { apiConfig, initConfig, webhooksConfig } from "./config-scaffold.ts";
import { renderedConfig } from "./rendered-config.ts";
import { sampleProjects } from "./testdata/sample-projects.ts";

const projects = Object.entries(sampleProjects).map(([name, project]) => ({ name, project }));

test.each(projects)("$name: every file of config/ is YAML, and the names of objects are unique", ({ project }) => {
  const documents = documentsOf(project);

  assert.deepEqual(
    documents.flatMap(({ file, errors }) => errors.map((error) => `${file}: ${error.message}`)),
    [],
  );
  for (const { file, value } of documents.filter(({ value: { metadata } }) => metadata !== undefined)) {
    assert.equal(typeof value.metadata?.name, "string", file);
    for (const label of Object.values(value.metadata?.labels ?? {})) assert.equal(typeof label, "string", file);
  }
});

test.each(projects)("$name: all files in a kustomization exist or are generated", ({ project }) => {
  const files = renderedConfig(project);
  const generated = /^config\/(?:crd\/bases\/.*|webhook\/manifests)\.yaml$/;

  const missing = documentsOf(project)
    .filter(({ file }) => file.endsWith("/kustomization.yaml"))
    .flatMap(({ file, value }) =>
      namedBy(value)
        .map((name) => path.join(path.dirname(file), name))
        .filter((named) => !files.has(named) && !files.has(`${named}/kustomization.yaml`) && !generated.test(named)),
    );

  assert.deepEqual(missing, []);
});

test.each(projects)("$name: a repeated command inserts nothing twice", ({ project }) => {
  const files = renderedConfig(project);

  for (const resource of project.resources) {
    const { insertions } = webhooksConfig(project, resource);
    for (const insertion of [...apiConfig(project, resource).insertions, ...insertions]) {
      const text = files.get(insertion.path) ?? "";
      assert.equal(insertBlock(text, insertion), text);
    }
  }
});

test.each(projects)("$name: no role has wildcards", ({ project }) => {
  const rules = documentsOf(project).flatMap(({ value }) => value.rules ?? []);

  assert.ok(rules.length > 0);
  assert.deepEqual(
    rules.filter((rule) => JSON.stringify(rule).includes("*")),
    [],
  );
});

test.each([
  ["one namespace", ["ClusterRoleBinding", "RoleBinding"]],
  ["webhooks in one namespace", ["ClusterRoleBinding", "RoleBinding"]],
  ["webhooks", ["ClusterRoleBinding", "RoleBinding"]],
  ["one kind", ["ClusterRoleBinding"]],
  ["kinds of two groups, one of them cluster-wide", ["ClusterRoleBinding"]],
])("%s: the roles of the manager are bound in the scopes of its rules", (name, expected) => {
  const project = sampleProjects[name];
  assert.ok(project);

  const bindings = documentsOf(project).flatMap(({ value }) =>
    value.metadata?.name === "manager-rolebinding" ? [String(value.kind)] : [],
  );

  assert.deepEqual(bindings.toSorted(), expected);
});

test("a namespaced operator has no ClusterRole for namespaced kinds", () => {
  const inside = sampleProjects["one namespace"];
  assert.ok(inside);

  const clusterRoles = documentsOf(inside).flatMap(({ value }) =>
    value.kind === "ClusterRole" ? [value.metadata?.name] : [],
  );

  assert.deepEqual(clusterRoles, [
    "metrics-auth-role",
    "metrics-reader",
    "zone-admin-role",
    "zone-editor-role",
    "zone-viewer-role",
  ]);
});

test("initConfig() has the files of kubebuilder, with the same names", () => {
  const project: Project = { version: "3", layout: [], projectName: "demo", resources: [] };

  const paths = initConfig(project).files.map(({ path: name }) => name.slice("config/".length));

  assert.deepEqual(paths.toSorted(), [
    "certmanager/certificate-metrics.yaml",
    "certmanager/issuer.yaml",
    "certmanager/kustomization.yaml",
    "certmanager/kustomizeconfig.yaml",
    "default-with-cert-manager/cert_metrics_manager_patch.yaml",
    "default-with-cert-manager/kustomization.yaml",
    "default-with-cert-manager/metrics_replacements.yaml",
    "default/kustomization.yaml",
    "default/manager_metrics_patch.yaml",
    "default/metrics_service.yaml",
    "manager/kustomization.yaml",
    "manager/manager.yaml",
    "network-policy/allow-metrics-traffic.yaml",
    "network-policy/kustomization.yaml",
    "prometheus/kustomization.yaml",
    "prometheus/monitor.yaml",
    "prometheus/monitor_tls_patch.yaml",
    "rbac/kustomization.yaml",
    "rbac/leader_election_role.yaml",
    "rbac/leader_election_role_binding.yaml",
    "rbac/metrics_auth_role.yaml",
    "rbac/metrics_auth_role_binding.yaml",
    "rbac/metrics_reader_role.yaml",
    "rbac/role.yaml",
    "rbac/role_binding.yaml",
    "rbac/service_account.yaml",
  ]);
});

test("the CRD of a converted kind gets a conversion and a CA bundle", () => {
  const converted = sampleProjects["all of it in two groups"];
  assert.ok(converted);

  const files = renderedConfig(converted);

  assert.match(files.get("config/crd/kustomization.yaml") ?? "", /- path: patches\/webhook_in_shop_widgets\.yaml/);
  assert.match(files.get("config/crd/patches/webhook_in_shop_widgets.yaml") ?? "", /name: widgets\.shop\.example\.com/);
  assert.match(
    files.get("config/default-with-cert-manager/kustomization.yaml") ?? "",
    /- path: conversion_in_shop_widgets_replacements\.yaml/,
  );
});

interface Manifest {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, unknown>> };
  readonly rules?: readonly object[];
  readonly resources?: readonly string[] | null;
  readonly configurations?: readonly string[] | null;
  readonly patches?: readonly { readonly path?: string }[] | null;
  readonly replacements?: readonly { readonly path?: string }[] | null;
}

function namedBy({ resources, configurations, patches, replacements }: Manifest): readonly string[] {
  const paths = [...(patches ?? []), ...(replacements ?? [])].flatMap(({ path: file }) => file ?? []);
  return [...(resources ?? []), ...(configurations ?? []), ...paths];
}

function documentsOf(project: Project): readonly { file: string; errors: readonly Error[]; value: Manifest }[] {
  return [...renderedConfig(project)].flatMap(([file, text]) =>
    parseAllDocuments(text, { version: "1.1" }).map((document) => ({
      file,
      errors: document.errors,
      value: document.toJS() as Manifest,
    })),
  );
}
