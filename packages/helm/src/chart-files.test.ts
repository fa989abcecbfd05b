// testdata/ has the output of "kubectl kustomize config/default" for two of the examples.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { chartFiles, optionalFiles } from "./chart-files.ts";
import type { ChartFile } from "./chart-files.ts";
import { readManifests } from "./manifests.ts";
import { renderChart } from "./testdata/render-chart.ts";
import type { Release } from "./testdata/render-chart.ts";

const examples = path.join(import.meta.dirname, "../../../examples");

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

test.each(["i-operator", "crddemo"])("the chart of %s has the objects of its config/default", async (name) => {
  const files = await chartOf(name);
  const release = { name, namespace: `${name}-system`, values: { "crd.keep": false } };

  const rendered = objectsOf(files, release);

  const built = documentsOf((await builtOf(name)).replaceAll(/managed-by: kustomize$/gm, "managed-by: Helm")).filter(
    ({ kind }) => kind !== "Namespace",
  );
  assert.deepEqual(rendered.toSorted(byName), built.toSorted(byName));
});

test.each([
  ["i-operator", "core.crd.lixueduan.com_applications.yaml"],
  ["crddemo", "crddemo.k8s.io_mydemos.yaml"],
])("the recorded output for %s has the current schemas of its CRD", async (name, file) => {
  const crd = path.join(examples, name, "config/crd/bases", file);
  const written = parse(await readFile(crd, "utf8")) as { readonly spec: { readonly versions: unknown } };

  const recorded = documentsOf(await builtOf(name)).find(({ kind }) => kind === "CustomResourceDefinition");

  assert.deepEqual((recorded as unknown as typeof written).spec.versions, written.spec.versions);
});

test("the name of a release is the prefix of all names except those that the operator looks up", async () => {
  const objects = objectsOf(await chartOf("i-operator"), { name: "blue", namespace: "sky" });

  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  assert.deepEqual(
    names.filter((each) => !/^\w+ blue-/.test(each)),
    [
      "CustomResourceDefinition applications.core.crd.lixueduan.com",
      "Service i-operator-webhook-service",
      "MutatingWebhookConfiguration i-operator-mutating-webhook-configuration",
      "ValidatingWebhookConfiguration i-operator-validating-webhook-configuration",
    ],
  );
  assert.deepEqual(new Set(objects.map(({ metadata }) => metadata.namespace)), new Set([undefined, "sky"]));
  const text = JSON.stringify(objects.filter(({ kind }) => /Binding|Deployment|Webhook/.test(kind)));
  assert.deepEqual(
    new Set(text.match(/i-operator-[\w-]+/g)),
    new Set([
      "i-operator-webhook-service",
      "i-operator-mutating-webhook-configuration",
      "i-operator-validating-webhook-configuration",
    ]),
  );
});

test("certManager.enable adds certificates, their volumes and CA injection", async () => {
  const off = objectsOf(await chartOf("i-operator"), { name: "blue", namespace: "sky" });
  const on = objectsOf(await chartOf("i-operator"), {
    name: "blue",
    namespace: "sky",
    values: { "certManager.enable": true, "prometheus.enable": true },
  });

  assert.deepEqual(
    on
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      .filter((each) => /Issuer|Certificate|Monitor/.test(each)),
    [
      "Issuer blue-selfsigned-issuer",
      "Certificate blue-metrics-certs",
      "Certificate blue-serving-cert",
      "ServiceMonitor blue-controller-manager-metrics-monitor",
    ],
  );
  const text = JSON.stringify(on);
  for (const part of [
    '"dnsNames":["i-operator-webhook-service.sky.svc","i-operator-webhook-service.sky.svc.cluster.local"]',
    '"issuerRef":{"kind":"Issuer","name":"blue-selfsigned-issuer"}',
    '"cert-manager.io/inject-ca-from":"sky/blue-serving-cert"',
    '"--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs"',
    '"volumes":[{"name":"metrics-certs","secret":{"secretName":"metrics-server-cert"}},{"name":"serving-cert"',
    '"serverName":"blue-controller-manager-metrics-service.sky.svc"',
  ]) {
    assert.ok(text.includes(part), part);
    assert.ok(!JSON.stringify(off).includes(part), part);
  }
});

test.each([
  { values: { "metrics.enable": false }, without: /metrics(?!-bind)/ },
  { values: { "webhook.enable": false }, without: /Webhook|webhook-s|9443/ },
  { values: { "crd.enable": false }, without: /CustomResourceDefinition/ },
  { values: { "rbac.enable": false }, without: /Role/ },
  { values: { "rbac.helpers.enable": false }, without: /-(?:admin|editor|viewer)-role/ },
])("with $values the chart has no $without", async ({ values, without }) => {
  const files = await chartOf("i-operator");

  assert.match(JSON.stringify(objectsOf(files, { name: "blue", namespace: "sky" })), without);
  assert.doesNotMatch(JSON.stringify(objectsOf(files, { name: "blue", namespace: "sky", values })), without);
});

test("values are used in the manager, and ports also in all objects that refer to them", async () => {
  const objects = objectsOf(await chartOf("i-operator"), {
    name: "blue",
    namespace: "1e3",
    values: {
      "manager.replicas": 2,
      "manager.image": { repository: "registry:5000/app", tag: "v1", digest: "sha256:ab", pullPolicy: "Always" },
      "manager.args": ["--leader-elect"],
      "manager.tolerations": [{ operator: "Exists" }],
      "metrics.port": 9000,
      "networkPolicy.enable": true,
    },
  });

  const text = JSON.stringify(objects);
  for (const part of [
    '"replicas":2',
    '"image":"registry:5000/app@sha256:ab"',
    '"imagePullPolicy":"Always"',
    '"args":["--leader-elect","--metrics-bind-address=:9000","--webhook-port=9443"]',
    '"tolerations":[{"operator":"Exists"}]',
    '"ports":[{"name":"https","port":9000,"protocol":"TCP","targetPort":9000}]',
    '"ports":[{"port":9000,"protocol":"TCP"}]',
    '{"containerPort":9000,"name":"metrics"}',
    '"namespace":"1e3"',
  ]) {
    assert.ok(text.includes(part), part);
  }
});

test("a CRD has the conversion webhook and its certificate only if they are enabled", async () => {
  const text = (await builtOf("i-operator")).replace(/ {2}annotations:\n.*generator-version.*\n/, "");
  const files = await chartOf("i-operator", text);
  const definition = (values: Release["values"] = {}): string =>
    JSON.stringify(
      objectsOf(files, { name: "blue", namespace: "sky", values }).filter(
        ({ kind }) => kind === "CustomResourceDefinition",
      ),
    );

  assert.ok(
    definition().includes('"service":{"name":"i-operator-webhook-service","namespace":"sky","path":"/convert"}'),
  );
  assert.ok(definition().includes('"annotations":{"helm.sh/resource-policy":"keep"}'));
  assert.ok(
    definition({ "certManager.enable": true }).includes('"cert-manager.io/inject-ca-from":"sky/blue-serving-cert"'),
  );
  assert.ok(!definition({ "webhook.enable": false }).includes("conversion"));
});

test("template syntax in a description is printed literally", async () => {
  const built = await builtOf("i-operator");
  const text = built.replace("keeps one Deployment", 'prints "{{ .Values.nothing }}" and {{- }}');

  const objects = objectsOf(await chartOf("i-operator", text), { name: "blue", namespace: "sky" });

  assert.ok(JSON.stringify(objects).includes(String.raw`prints \"{{ .Values.nothing }}\" and {{- }}`));
});

async function builtOf(name: string): Promise<string> {
  return await readFile(path.join(import.meta.dirname, `testdata/${name}.yaml`), "utf8");
}

async function chartOf(name: string, text?: string): Promise<readonly ChartFile[]> {
  const example = path.join(examples, name);
  const optional = optionalFiles.map(async (origin) => ({
    origin,
    documents: documentsOf(await readFile(path.join(example, origin), "utf8").catch(() => "")),
  }));
  return chartFiles({
    projectName: name,
    deployed: readManifests({ origin: '"dist/install.yaml"', documents: documentsOf(text ?? (await builtOf(name))) }),
    optional: await Promise.all(optional),
    folder: "dist/chart",
    force: false,
  });
}

/** In the order of the chart's files, which is the order of config/default. */
function objectsOf(files: readonly ChartFile[], release: Release): readonly Manifest[] {
  return [...renderChart(files, release).values()].map((text) => parse(text) as Manifest);
}

function documentsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

function byName(a: Manifest, b: Manifest): number {
  return `${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1;
}
