/**
 * When an API server goes by its webhook configurations. It takes them up a moment after they are stored and says nothing of it; so a
 * configuration more is stored last, whose only webhook refuses one labelled ConfigMap in dry runs. Once that is refused, those before it
 * hold as well.
 */
import { isForbidden, Unstructured } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { AdmissionWebhook } from "@kubewright/webhook";
import { EnvironmentError } from "../errors.ts";
import { createOrReplace } from "../manifests/create-or-replace.ts";
import type { ServedWebhooks } from "./serve-webhooks.ts";
import { configurationTypes } from "./webhook-configuration.ts";

/** Where the webhook is that refuses. */
export const probePath = "/kubewright-probe";

const denied = "The webhooks of the test environment answer";

/** Rejects every object. */
export const probe: AdmissionWebhook = () => Promise.resolve({ denied });

/** A real server takes about a second. */
const answerWithinMs = 30_000;
const askAgainAfterMs = 50;

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
      await untilRefused(name, options);
    } finally {
      await client.delete(type, { name });
    }
  }
}

async function untilRefused(name: string, { client, clock, served, signal }: WaitForWebhooksOptions): Promise<void> {
  const deadline = clock.now() + answerWithinMs;
  const options = { signal };
  const metadata = { name, namespace: "default", labels: { [name]: "" } };
  for (;;) {
    let found = "it stores objects without asking them";
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
        `Cannot install webhooks: the API server does not reach them at ${served.url} after ${answerWithinMs} ms: ${found}: run it on this machine`,
      );
    }
    await clock.sleep(askAgainAfterMs, options);
  }
}
