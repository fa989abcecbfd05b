/**
 * Replaces webhook configurations of a cluster temporarily. The previous webhooks are recorded in an annotation, so that the next process
 * can restore them if this one is killed.
 */
import type { Client } from "@kubewright/client";
import { createOrReplace, webhookConfigurationTypes } from "@kubewright/envtest";
import type { WebhookConfiguration } from "@kubewright/envtest";
import { handOver } from "./hand-over.ts";

/** The previous webhooks as JSON; "" if there was no such configuration. */
const beforeAnnotation = "kubewright.dev/webhooks-before-dev";

/** Replaces the webhooks that the cluster has under the name of `configuration`. */
export async function swapConfiguration(
  configuration: WebhookConfiguration,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<void> {
  const type = typeOf(configuration);
  const name = configuration.metadata?.name ?? "";
  const existing: WebhookConfiguration | undefined = await client.get(type, { name }, { signal });
  const noted = existing?.metadata?.annotations?.[beforeAnnotation];
  const before = noted ?? (existing ? JSON.stringify(existing.webhooks ?? []) : "");
  const { managedFields: _, ...metadata } = existing?.metadata ?? configuration.metadata ?? {};
  const annotations = { ...metadata.annotations, [beforeAnnotation]: before };
  await createOrReplace(type, { ...configuration, metadata: { ...metadata, annotations } }, { client, signal });
  await handOver(type, name, { client, signal });
}

/** Restores what `swapConfiguration` found, or deletes the configuration if it found nothing. */
export async function restoreConfiguration(configuration: WebhookConfiguration, client: Client): Promise<void> {
  const type = typeOf(configuration);
  const name = configuration.metadata?.name ?? "";
  const existing: WebhookConfiguration | undefined = await client.get(type, { name });
  const before = existing?.metadata?.annotations?.[beforeAnnotation];
  if (!existing || before === undefined) return; // Another client has removed or replaced it meanwhile.
  if (before === "") return client.delete(type, { name });
  const { managedFields: _, annotations = {}, ...metadata } = existing.metadata ?? {};
  const { [beforeAnnotation]: __, ...others } = annotations;
  const webhooks = JSON.parse(before) as NonNullable<WebhookConfiguration["webhooks"]>; // Recorded from the API server.
  const restored: WebhookConfiguration = { ...existing, metadata: { ...metadata, annotations: others }, webhooks };
  await createOrReplace(type, restored, { client });
  await handOver(type, name, { client });
}

/** Whether the configuration still has the routes of `swapConfiguration`: no other client has replaced it meanwhile. */
export async function isSwapped(
  configuration: WebhookConfiguration,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<boolean> {
  const { name = "" } = configuration.metadata ?? {};
  const existing: WebhookConfiguration | undefined = await client.get(typeOf(configuration), { name }, { signal });
  return existing?.metadata?.annotations?.[beforeAnnotation] !== undefined;
}

function typeOf({ kind }: WebhookConfiguration): (typeof webhookConfigurationTypes)[number] {
  const type = webhookConfigurationTypes.find((known) => known.kind === kind);
  if (!type) throw new Error(`${kind} is not a webhook configuration`);
  return type;
}
