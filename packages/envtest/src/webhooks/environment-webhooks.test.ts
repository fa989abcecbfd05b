// Webhooks in an environment: the embedded server calls them as functions, and manifests that do not match the handlers are errors.
import { Unstructured } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createDefaulter, createValidator } from "@kubewright/webhook";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startEnvironment } from "../environment.ts";
import { pointedAt } from "./serve-webhooks.ts";

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}

const ConfigMap: ResourceType<ConfigMap> = {
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
};
const handlers = {
  "/default": createDefaulter(ConfigMap, (object) => ({ ...object, data: { colour: "red", ...object.data } })),
  "/validate": createValidator(ConfigMap, {
    create: ({ data }) => (data?.["size"] === "13" ? "13 is not a size" : undefined),
  }),
};
const embedded = { server: "embedded" } as const;

test("an embedded server calls the webhooks of the manifests without a socket, on virtual time", async () => {
  const clock = createVirtualClock();
  const manifests = [configuration("Mutating", "/default"), configuration("Validating", "/validate")];
  await using env = await startEnvironment({ ...embedded, clock, webhooks: { manifests, handlers } });

  const stored = await env.client.create(ConfigMap, configMap({ size: "12" }));
  const refused = env.client.create(ConfigMap, configMap({ size: "13" }));

  expect(stored.data).toEqual({ colour: "red", size: "12" });
  await expect(refused).rejects.toThrow(
    'admission webhook "validating.example.dev" denied the request: 13 is not a size',
  );
});

test("manifests are read from a folder that also contains kustomize files", async () => {
  await using folder = await temporaryFolder({
    "kustomization.yaml": "resources: [manifests.yaml]\n",
    "manifests.yaml": JSON.stringify(configuration("Mutating", "/default")),
  });
  await using env = await startEnvironment({ ...embedded, webhooks: { manifests: [folder.path], handlers } });

  expect((await env.client.create(ConfigMap, configMap({}))).data).toEqual({ colour: "red" });
});

test("a call of a service that no manifest contains fails with a message of the API server", async () => {
  const manifests = [configuration("Validating", "/validate")];
  await using env = await startEnvironment({ ...embedded, webhooks: { manifests, handlers } });
  const other = configuration("Mutating", "/default", { name: "other", namespace: "default" });
  await env.client.create(Unstructured, other);

  await expect(env.client.create(ConfigMap, configMap({}))).rejects.toThrow(
    'service "other" does not belong to a webhook of the environment',
  );
});

test.each([
  {
    title: "names a path without a handler",
    manifest: configuration("Mutating", "/nobody"),
    message:
      'webhook "mutating.example.dev" of MutatingWebhookConfiguration "mutating" is at path "/nobody", handlers are at /default, /validate',
  },
  {
    title: "is not a configuration of webhooks",
    manifest: { kind: "ConfigMap", metadata: { name: "a" } },
    message:
      'ConfigMap "a" is not a webhook configuration, must be of kind MutatingWebhookConfiguration or ValidatingWebhookConfiguration',
  },
  { title: "is not there", manifest: "/nowhere.yaml", message: "it cannot be read: pass the path of a file or folder" },
])("an environment does not start with a manifest that $title", async ({ manifest, message }) => {
  const starting = startEnvironment({ ...embedded, webhooks: { manifests: [manifest], handlers } });

  await expect(starting).rejects.toMatchObject({
    name: "EnvironmentError",
    message: expect.stringContaining(message) as string,
  });
});

test("pointedAt() replaces a Service or another address, and keeps the path and the other fields", () => {
  const served = { url: "https://127.0.0.1:1", caBundle: "Y2E=" };
  const webhooks = [
    { name: "a", clientConfig: { service: { name: "s", namespace: "n", path: "/a" } }, sideEffects: "None" },
    { name: "b", clientConfig: { url: "https://example.dev:8443/b", caBundle: "b2xk" } },
    { name: "c", clientConfig: { service: { name: "s", namespace: "n" } } },
  ];

  expect(pointedAt(served, { kind: "MutatingWebhookConfiguration", webhooks })).toEqual({
    kind: "MutatingWebhookConfiguration",
    webhooks: [
      { name: "a", clientConfig: { url: "https://127.0.0.1:1/a", caBundle: "Y2E=" }, sideEffects: "None" },
      { name: "b", clientConfig: { url: "https://127.0.0.1:1/b", caBundle: "Y2E=" } },
      { name: "c", clientConfig: { url: "https://127.0.0.1:1/", caBundle: "Y2E=" } },
    ],
  });
});

function configMap(data: Readonly<Record<string, string>>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", generateName: "a-" }, data };
}

function configuration(
  type: "Mutating" | "Validating",
  at: string,
  service = { name: "webhook-service", namespace: "system" },
): KubernetesObject {
  const name = type.toLowerCase();
  const webhook = {
    name: `${name}.example.dev`,
    clientConfig: { service: { ...service, path: at } },
    rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  const manifest = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${type}WebhookConfiguration`,
    metadata: { name },
    webhooks: [webhook],
  };
  return manifest;
}

async function temporaryFolder(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-webhooks-"));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
