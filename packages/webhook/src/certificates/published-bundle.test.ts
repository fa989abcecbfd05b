import { ValidatingWebhookConfiguration } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { PublishedBundle } from "./published-bundle.ts";

const { signal } = new AbortController();
const bundle = "authorities";

test("the age of a bundle is measured from the end of the first reads", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("bundle")];
  const transport = createApiServer({ clock, random }).transport();
  await createConfiguration(createClient({ transport, clock, random }));
  let latencyMs = 10_000;
  const slow: Transport = {
    ...transport,
    async request(request) {
      await clock.advance(latencyMs);
      return await transport.request(request);
    },
  };
  const client = createClient({ transport: slow, clock, random });
  const published = new PublishedBundle({ client, clock, validatingConfigurations: ["widgets"] });

  const first = await published.publish(bundle, signal);
  latencyMs = 0;
  const second = await published.publish(bundle, signal);

  expect([first, second]).toEqual([0, 0]);
});

async function createConfiguration(client: Client): Promise<void> {
  const clientConfig = { url: "https://127.0.0.1/widgets", caBundle: Buffer.from(bundle).toString("base64") };
  await client.create(ValidatingWebhookConfiguration, {
    metadata: { name: "widgets" },
    webhooks: [{ name: "widgets.hooks.test", clientConfig, sideEffects: "None", admissionReviewVersions: ["v1"] }],
  });
}
