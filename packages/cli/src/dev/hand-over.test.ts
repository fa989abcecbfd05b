// `make deploy` beside `kubewright dev`: server-side apply by kubectl of objects that dev has routed to this machine.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { devFieldManager, handedOver } from "./hand-over.ts";
import { restoreConfiguration, swapConfiguration } from "./swap-configuration.ts";
import { restoreConversion, swapConversion } from "./swap-conversion.ts";

const signal = new AbortController().signal;
const name = "checks";
const service = { namespace: "default", name: "webhook", path: "/validate" };

function configuration(clientConfig: object) {
  const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }] as const;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      { name: "checks.example.dev", clientConfig, rules, sideEffects: "None", admissionReviewVersions: ["v1"] },
    ],
  } as const;
}

const definition = {
  metadata: { name: "things.example.dev" },
  spec: {
    group: "example.dev",
    names: { kind: "Thing", plural: "things" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
} as const;

function webhookConversion(clientConfig: object) {
  return { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } as const;
}

function devClient({ transport }: Environment): Client {
  return createClient({
    transport,
    clock: createSystemClock(),
    random: createSeededRandom("hand over"),
    fieldManager: devFieldManager,
  });
}

/** As `kubectl apply --server-side` does it. */
const byKubectl = { fieldManager: "kubectl" } as const;

test("kubectl applies a webhook configuration that dev has routed, and the end of dev keeps it", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const client = devClient(env);
  await swapConfiguration(configuration({ url: "https://127.0.0.1:1/" }), { client, signal });

  await env.client.apply(ValidatingWebhookConfiguration, configuration({ service }), byKubectl);
  await restoreConfiguration(configuration({ url: "https://127.0.0.1:1/" }), client);
  const after = await env.client.get(ValidatingWebhookConfiguration, { name });

  expect(after?.webhooks?.map(({ clientConfig }) => clientConfig)).toEqual([{ service: { ...service, port: 443 } }]);
  expect(after?.metadata.annotations).toBeUndefined();
});

test("kubectl applies the deployed configuration again after dev has restored it", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const client = devClient(env);
  await env.client.apply(ValidatingWebhookConfiguration, configuration({ service }), byKubectl);
  await swapConfiguration(configuration({ url: "https://127.0.0.1:1/" }), { client, signal });
  await restoreConfiguration(configuration({ url: "https://127.0.0.1:1/" }), client);

  const again = configuration({ service: { ...service, path: "/other" } });
  await env.client.apply(ValidatingWebhookConfiguration, again, byKubectl);
  const after = await env.client.get(ValidatingWebhookConfiguration, { name });

  expect(after?.webhooks?.[0]?.clientConfig?.service?.path).toBe("/other");
});

test("kubectl applies a conversion that dev has routed, and the end of dev keeps it", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const client = devClient(env);
  await env.client.apply(CustomResourceDefinition, definition, byKubectl);
  const authority = await createCertificateAuthority({ clock: createSystemClock(), random: createSeededRandom("ca") });
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  const here = webhookConversion({ url: "https://127.0.0.1:1/", caBundle });
  const deployed = webhookConversion({ service });
  await swapConversion(definition.metadata.name, here, { client, signal });

  const whole = { ...definition, spec: { ...definition.spec, conversion: deployed } };
  await env.client.apply(CustomResourceDefinition, whole, byKubectl);
  await restoreConversion(definition.metadata.name, here, client);
  const after = await env.client.get(CustomResourceDefinition, definition.metadata);

  expect(after?.spec.conversion?.webhook?.clientConfig).toEqual({ service: { ...service, port: 443 } });
});

test("handedOver() adds the fields to those of kubectl, and keeps other managers", () => {
  const other = { manager: "me", operation: "Update", apiVersion: "v1", fieldsV1: { "f:c": {} } } as const;
  const kubectl = {
    manager: "kubectl",
    operation: "Apply",
    apiVersion: "v1",
    fieldsV1: { "f:a": { "f:x": {} } },
  } as const;
  const ours = {
    manager: devFieldManager,
    operation: "Update",
    apiVersion: "v1",
    fieldsV1: { "f:a": { "f:y": {} } },
  } as const;

  expect(handedOver([kubectl, other, ours])).toEqual([
    other,
    { ...kubectl, fieldsV1: { "f:a": { "f:x": {}, "f:y": {} } } },
  ]);
  expect(handedOver([other, ours])).toEqual([other, { ...ours, manager: "kubectl", operation: "Apply" }]);
  expect(handedOver([other])).toEqual([other]);
});
