/**
 * Waits until an API server uses its webhook configurations, which it loads a moment after they are stored. An additional configuration is
 * stored last, whose only webhook denies one labelled ConfigMap in dry runs. Once the server denies it, it also uses the earlier configurations.
 */
import { isForbidden, Unstructured } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { AdmissionWebhook } from "@kubewright/webhook";
import { EnvironmentError } from "../errors.ts";
import { createOrReplace } from "../manifests/create-or-replace.ts";
import type { ServedWebhooks } from "./serve-webhooks.ts";
import { configurationTypes } from "./webhook-configuration.ts";

/** The path of the webhook that denies. */
export const probePath = "/kubewright-probe";

const denied = "The webhooks of the test environment answer";

/** Rejects every object. */
export const probe: AdmissionWebhook = () => Promise.resolve({ denied });

/** A real server takes about a second. */
const timeoutMs = 30_000;
const intervalMs = 50;

export interface WaitForWebhooksOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly served: Pick<ServedWebhooks, "url" | "caBundle">;
  readonly signal?: AbortSignal | undefined;
}

/** @throws {EnvironmentError} if the API server does not call the webhooks in time; contains its last response. */
export async function waitForWebhooks(options: WaitForWebhooksOptions): Promise<void> {
  const { client, random, served, signal } = options;
  const name = `probe-${Buffer.from(random.bytes(6)).toString("hex")}.webhooks.kubewright.dev`;
  for (const type of configurationTypes) {
    const configuration = {
      apiVersion: `${type.group}/${type.version}`,
      kind: type.kind,
      metadata: { name },
      webhooks: [
        {
          name,
          clientConfig: { url: `${served.url}${probePath}`, caBundle: served.caBundle },
          rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
          objectSelector: { matchLabels: { [name]: "" } },
          // In case this process ends before it deletes the configuration.
          failurePolicy: "Ignore",
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    };
    await createOrReplace(type, configuration, { client, signal });
    try {
      await untilDenied(name, options);
    } finally {
      await client.delete(type, { name });
    }
  }
}

async function untilDenied(name: string, { client, clock, served, signal }: WaitForWebhooksOptions): Promise<void> {
  const deadline = clock.now() + timeoutMs;
  const options = { signal };
  const metadata = { name, namespace: "default", labels: { [name]: "" } };
  for (;;) {
    let found = "it stores objects without calling them";
    try {
      await client.create(
        Unstructured,
        { apiVersion: "v1", kind: "ConfigMap", metadata },
        { ...options, dryRun: true },
      );
    } catch (error) {
      if (isForbidden(error) && error.message.includes(denied)) return;
      found = error instanceof Error ? error.message : String(error);
    }
    if (clock.now() > deadline) {
      throw new EnvironmentError(
        `Cannot install webhooks: the API server cannot call them at ${served.url} within ${timeoutMs} ms: ${found}: run it on this machine`,
      );
    }
    await clock.sleep(intervalMs, options);
  }
}
