/**
 * Webhook configurations of a cluster that are another's for a while. What they said before is noted in the objects themselves, so that it can be put back
 * even by the next process, should this one be killed.
 */
import type { Client } from "@kubewright/client";
import { createOrReplace, webhookConfigurationTypes } from "@kubewright/envtest";
import type { WebhookConfiguration } from "@kubewright/envtest";

/** The previous webhooks as JSON; "" if there was no such configuration. */
const beforeAnnotation = "kubewright.dev/webhooks-before-dev";

/** Puts the webhooks of `configuration` in the place of those that the cluster has under its name. */
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
}

/** Puts back what `swapConfiguration` found, or deletes the configuration if it found none. */
export async function restoreConfiguration(configuration: WebhookConfiguration, client: Client): Promise<void> {
  const type = typeOf(configuration);
  const name = configuration.metadata?.name ?? "";
  const existing: WebhookConfiguration | undefined = await client.get(type, { name });
  const before = existing?.metadata?.annotations?.[beforeAnnotation];
  if (!existing || before === undefined) return; // Somebody else has taken or replaced it meanwhile.
  if (before === "") return client.delete(type, { name });
  const { managedFields: _, annotations = {}, ...metadata } = existing.metadata ?? {};
  const { [beforeAnnotation]: __, ...others } = annotations;
  const webhooks = JSON.parse(before) as NonNullable<WebhookConfiguration["webhooks"]>; // As the API server gave it.
  const restored: WebhookConfiguration = { ...existing, metadata: { ...metadata, annotations: others }, webhooks };
  await createOrReplace(type, restored, { client });
}

function typeOf({ kind }: WebhookConfiguration): (typeof webhookConfigurationTypes)[number] {
  const type = webhookConfigurationTypes.find((known) => known.kind === kind);
  if (!type) throw new Error(`${kind} is no webhook configuration`);
  return type;
}
