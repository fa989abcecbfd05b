import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { printProject } from "./print-project.ts";
import { readProject } from "./read-project.ts";

const small = 'layout:\n  - kubewright.dev/v1\nprojectName: shop\nversion: "3"\n';

test.each(["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"])(
  "the PROJECT of %s is printed unchanged",
  (example) => {
    const text = readFileSync(new URL(`../../../../examples/${example}/PROJECT`, import.meta.url), "utf8");

    const project = readProject(text);

    expect([printProject(project), printProject(project, text)]).toEqual([text, text]);
  },
);

test("readProject() reads every field of kubebuilder's format", () => {
  const project = readProject(`
cliVersion: 0.1.0
domain: example.com
layout: kubewright.dev/v1
multigroup: true
namespaced: true
plugins:
  helm.kubewright.dev/v1: { output: chart }
projectName: shop
repo: "@me/shop"
resources:
  - api: { crdVersion: v1, namespaced: true, ssa: true }
    controllers: [{ name: widget }, { name: widget-backup }]
    domain: example.com
    group: shop
    kind: Widget
    plural: widgetry
    version: v1
    webhooks: { conversion: true, spoke: [v1beta1], webhookVersion: v1, defaultingPath: /mutate }
  - { core: true, group: apps, kind: Deployment, path: "@kubewright/api/apps/v1", version: v1, controller: true }
  - { external: true, domain: acme.io, group: a, kind: B, path: "@acme/b/v1", module: "@acme/b@1.0.0", version: v1 }
version: "3"
`);

  expect(project).toEqual({
    version: "3",
    layout: ["kubewright.dev/v1"],
    projectName: "shop",
    cliVersion: "0.1.0",
    domain: "example.com",
    repo: "@me/shop",
    multigroup: true,
    namespaced: true,
    plugins: { "helm.kubewright.dev/v1": { output: "chart" } },
    resources: [
      {
        group: "shop",
        domain: "example.com",
        version: "v1",
        kind: "Widget",
        plural: "widgetry",
        api: { crdVersion: "v1", namespaced: true, ssa: true },
        controller: true,
        controllers: [{ name: "widget-backup" }],
        webhooks: { webhookVersion: "v1", conversion: true, spoke: ["v1beta1"], defaultingPath: "/mutate" },
      },
      {
        group: "apps",
        version: "v1",
        kind: "Deployment",
        core: true,
        path: "@kubewright/api/apps/v1",
        controller: true,
      },
      {
        group: "a",
        domain: "acme.io",
        version: "v1",
        kind: "B",
        external: true,
        path: "@acme/b/v1",
        module: "@acme/b@1.0.0",
      },
    ],
  });
});

test.each([
  { text: "a: b: c", message: "Cannot read PROJECT: line 1: " },
  { text: "- 1", message: "Cannot use PROJECT: it is [1]: expected an object" },
  {
    text: "layout:\n- kubewright.dev/v1\n- $(evil)/v1\n",
    message: 'Cannot use layout of PROJECT: "$(evil)/v1": expected a name and a version such as owners.acme.io/v1',
  },
  {
    text: "layout:\n- go.kubebuilder.io/v4\n",
    message: 'its layout is "go.kubebuilder.io/v4": this is a Go project of kubebuilder',
  },
  { text: 'version: "3"', message: 'Cannot use layout of PROJECT: it is []: expected a list with "kubewright.dev/v1"' },
  { text: small.replace('"3"', "3"), message: 'Cannot use version of PROJECT: it is 3: expected "3"' },
  { text: small.replace("shop", "Shop"), message: 'Cannot use projectName in PROJECT: "Shop": expected a DNS label' },
  { text: small.replace("projectName: shop\n", ""), message: "Cannot use projectName of PROJECT: it is missing" },
  { text: `${small}domain: 3\n`, message: "Cannot use domain of PROJECT: it is 3: expected a string" },
  { text: `${small}multigroup: "yes"\n`, message: 'Cannot use multigroup of PROJECT: it is "yes": expected true or' },
  { text: `${small}resources: 1\n`, message: "Cannot use resources of PROJECT: it is 1: expected a list" },
  { text: `${small}resources: [1]\n`, message: "Cannot use resources[0] of PROJECT: it is 1: expected an object" },
  {
    text: `${small}resources: [{ kind: Widget }]\n`,
    message: "Cannot use resources[0] of PROJECT: expected a version and a kind",
  },
  {
    text: `${small}resources: [{ kind: ../../etc, version: v1 }]\n`,
    message: 'Cannot use kind in resources[0] of PROJECT: "../../etc": expected a name in PascalCase',
  },
  {
    text: `${small}resources: [{ kind: Condition, version: v1 }]\n`,
    message: 'Cannot use kind in resources[0] of PROJECT: "Condition": generated code uses this name',
  },
  {
    text: `${small}resources: [{ kind: A, version: v1 }, { kind: A, version: v1 }]\n`,
    message: "Cannot use PROJECT: A v1 occurs twice: expected each version once",
  },
  {
    text: `${small}resources: [{ kind: A, version: v1, api: { crdVersion: v1beta1 } }]\n`,
    message: 'Cannot use crdVersion in resources[0].api of PROJECT: it is "v1beta1": expected "v1"',
  },
  { text: `a: &a 1\nb: *a\n${small}`, message: "Cannot read PROJECT: it has aliases" },
  { text: `${small}plugins: [a]\n`, message: 'Cannot use plugins of PROJECT: it is ["a"]: expected an object' },
])("readProject() refuses $message", ({ text, message }) => {
  expect(() => readProject(text)).toThrow(message);
});
