// `make deploy` beside `kubewright dev`: server-side apply by kubectl of objects that dev has routed to this machine.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { devFieldManager } from "./hand-over.ts";
import { restoreConfiguration, swapConfiguration } from "./swap-configuration.ts";
import { restoreConversion, swapConversion } from "./swap-conversion.ts";
import { startServerUnderTest } from "../../../../tests/server-under-test.ts";
import type { ServerUnderTest } from "../../../../tests/server-under-test.ts";

let server: ServerUnderTest;
let client: Client;

beforeAll(async () => {
  server = await startServerUnderTest();
  client = createClient({
    transport: server.transport,
    clock: createSystemClock(),
    random: createSeededRandom("hand over"),
    fieldManager: devFieldManager,
  });
});

afterAll(() => server[Symbol.asyncDispose]());

const signal = new AbortController().signal;
const service = { namespace: "default", name: "webhook", path: "/validate" };

function configuration(name: string, clientConfig: object) {
  const rules = [
    { operations: ["CREATE"], apiGroups: ["unused.example.dev"], apiVersions: ["v1"], resources: ["*"] },
  ] as const;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      { name: "checks.example.dev", clientConfig, rules, sideEffects: "None", admissionReviewVersions: ["v1"] },
    ],
  } as const;
}

function definitionOf(plural: string) {
  return {
    metadata: { name: `${plural}.example.dev` },
    spec: {
      group: "example.dev",
      names: { kind: plural, plural },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  } as const;
}

function webhookConversion(clientConfig: object) {
  return { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } as const;
}

/** As `kubectl apply --server-side` does it. */
const byKubectl = { fieldManager: "kubectl" } as const;

test("kubectl applies a webhook configuration that dev has routed, and the end of dev keeps it", async () => {
  const name = server.uniqueName("checks");
  await swapConfiguration(configuration(name, { url: "https://127.0.0.1:1/" }), { client, signal });

  await server.client.apply(ValidatingWebhookConfiguration, configuration(name, { service }), byKubectl);
  await restoreConfiguration(configuration(name, { url: "https://127.0.0.1:1/" }), client);
  const after = await server.client.get(ValidatingWebhookConfiguration, { name });

  expect(after?.webhooks?.map(({ clientConfig }) => clientConfig)).toEqual([{ service: { ...service, port: 443 } }]);
  expect(after?.metadata.annotations).toBeUndefined();
});

test("kubectl applies the deployed configuration again after dev has restored it", async () => {
  const name = server.uniqueName("checks");
  await server.client.apply(ValidatingWebhookConfiguration, configuration(name, { service }), byKubectl);
  await swapConfiguration(configuration(name, { url: "https://127.0.0.1:1/" }), { client, signal });
  await restoreConfiguration(configuration(name, { url: "https://127.0.0.1:1/" }), client);

  const again = configuration(name, { service: { ...service, path: "/other" } });
  await server.client.apply(ValidatingWebhookConfiguration, again, byKubectl);
  const after = await server.client.get(ValidatingWebhookConfiguration, { name });

  expect(after?.webhooks?.[0]?.clientConfig?.service?.path).toBe("/other");
});

test("kubectl applies a conversion that dev has routed, and the end of dev keeps it", async () => {
  const definition = definitionOf(server.uniqueName("things"));
  await server.client.apply(CustomResourceDefinition, definition, byKubectl);
  const authority = await createCertificateAuthority({ clock: createSystemClock(), random: createSeededRandom("ca") });
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  const here = webhookConversion({ url: "https://127.0.0.1:1/", caBundle });
  const deployed = webhookConversion({ service });
  await swapConversion(definition.metadata.name, here, { client, signal });

  const whole = { ...definition, spec: { ...definition.spec, conversion: deployed } };
  await server.client.apply(CustomResourceDefinition, whole, byKubectl);
  await restoreConversion(definition.metadata.name, here, client);
  const after = await server.client.get(CustomResourceDefinition, definition.metadata);

  expect(after?.spec.conversion?.webhook?.clientConfig).toEqual({ service: { ...service, port: 443 } });
});
