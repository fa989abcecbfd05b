import { Unstructured } from "@kubewright/apimachinery";
import { startEnvironment, webhookConfigurationTypes } from "@kubewright/envtest";
import type { WebhookConfiguration } from "@kubewright/envtest";
import { expect, test } from "vitest";

import { restoreConfiguration, swapConfiguration } from "./swap-configuration.ts";

const signal = new AbortController().signal;
const name = "checks";

test("the previous configuration is restored with its labels, also after a second swap", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const before = await env.client.create(Unstructured, asking("https://before.example.dev/", { team: "a" }));

  await swapConfiguration(asking("https://127.0.0.1:1/"), { client: env.client, signal });
  const during = await stored(env);
  await swapConfiguration(asking("https://127.0.0.1:2/"), { client: env.client, signal });
  await restoreConfiguration(asking(""), env.client);
  const after = await stored(env);

  expect(during?.webhooks?.[0]?.clientConfig?.url).toBe("https://127.0.0.1:1/");
  expect(during?.metadata?.labels).toEqual({ team: "a" });
  expect(after?.webhooks).toEqual((before as WebhookConfiguration).webhooks);
  expect([after?.metadata?.labels, after?.metadata?.annotations]).toEqual([{ team: "a" }, undefined]);
});

test("a configuration that did not exist before is deleted", async () => {
  await using env = await startEnvironment({ server: "embedded" });

  await swapConfiguration(asking("https://127.0.0.1:1/"), { client: env.client, signal });
  const during = await stored(env);
  await restoreConfiguration(asking(""), env.client);

  expect(during?.webhooks).toHaveLength(1);
  expect(await stored(env)).toBeUndefined();
});

test("a configuration that another client has changed meanwhile is kept", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  await swapConfiguration(asking("https://127.0.0.1:1/"), { client: env.client, signal });
  await env.client.delete(typeOfValidating(), { name });
  await env.client.create(Unstructured, asking("https://other.example.dev/"));

  await restoreConfiguration(asking(""), env.client);

  expect((await stored(env))?.webhooks?.[0]?.clientConfig?.url).toBe("https://other.example.dev/");
});

function asking(url: string, labels?: Readonly<Record<string, string>>): WebhookConfiguration {
  const webhook = {
    name: "checks.example.dev",
    clientConfig: { url },
    rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    sideEffects: "None",
    failurePolicy: "Ignore",
    admissionReviewVersions: ["v1"],
  };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name, ...(labels ? { labels } : {}) },
    webhooks: [webhook],
  };
}

async function stored({
  client,
}: Awaited<ReturnType<typeof startEnvironment>>): Promise<WebhookConfiguration | undefined> {
  return client.get(typeOfValidating(), { name });
}

function typeOfValidating() {
  const type = webhookConfigurationTypes.find(({ kind }) => kind === "ValidatingWebhookConfiguration");
  if (!type) throw new Error("the kind is missing");
  return type;
}
