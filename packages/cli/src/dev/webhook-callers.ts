/**
 * The objects of a project that make an API server call webhooks: webhook configurations and CRDs with conversions. `kubewright dev` routes their calls to
 * this machine and restores them at its end.
 */
import type { CustomResourceConversion, WebhookClientConfig } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Client } from "@kubewright/client";
import type { WebhookConfiguration } from "@kubewright/envtest";

import type { ProjectConversion } from "./project-conversions.ts";
import { isSwapped, restoreConfiguration, swapConfiguration } from "./swap-configuration.ts";
import { isConversionSwapped, restoreConversion, swapConversion } from "./swap-conversion.ts";

/** The webhook server on this machine, at the address that the cluster uses. */
export interface Here {
  /** A description for messages. */
  readonly description: string;
  /** The clientConfig of the webhook at a path. */
  clientConfig(path: string): WebhookClientConfig;
}

/** An object whose webhook calls can be routed to this machine. */
export interface WebhookCaller {
  /** The kind and name of the object. Unique in a project. */
  readonly key: string;
  /** The object in the project as JSON. A change of it is applied to the cluster. */
  readonly text: string;
  /** Routes its calls to this machine. */
  route(here: Here, cluster: { readonly client: Client; readonly signal: AbortSignal }): Promise<Answer>;
  /** Whether its calls still have this route. `make deploy` replaces it. */
  isRouted(cluster: { readonly client: Client; readonly signal: AbortSignal }): Promise<boolean>;
  /** Restores the previous route. */
  restore(here: Here, client: Client): Promise<void>;
}

/** The result for the user: what is routed to this machine now. */
export interface Answer {
  readonly text: string;
  /** The time until the cluster uses the new route. */
  readonly appliesWithinMs: number;
}

/** An API server watches CRDs and does not report when it uses a new conversion. */
const conversionAppliesWithinMs = 300;

export function configurationCaller(configuration: WebhookConfiguration): WebhookCaller {
  const { kind, metadata } = configuration;
  return {
    key: `${kind} ${metadata?.name}`,
    text: JSON.stringify(configuration),
    async route(here, cluster) {
      await swapConfiguration(pointedAt(configuration, here), cluster);
      return { text: `${metadata?.name} calls ${here.description}`, appliesWithinMs: 0 };
    },
    isRouted: (cluster) => isSwapped(configuration, cluster),
    restore: (_, client) => restoreConfiguration(configuration, client),
  };
}

export function conversionCaller(conversion: ProjectConversion): WebhookCaller {
  const { definition } = conversion;
  return {
    key: `CustomResourceDefinition ${definition}`,
    text: JSON.stringify(conversion),
    async route(here, cluster) {
      await swapConversion(definition, convertedBy(conversion, here), cluster);
      const text = `the conversion of ${definition} calls ${here.description}`;
      return { text, appliesWithinMs: conversionAppliesWithinMs };
    },
    isRouted: (cluster) => isConversionSwapped(definition, cluster),
    restore: (here, client) => restoreConversion(definition, convertedBy(conversion, here), client),
  };
}

function pointedAt(configuration: WebhookConfiguration, here: Here): WebhookConfiguration {
  const webhooks = (configuration.webhooks ?? []).map((webhook) => ({
    ...webhook,
    clientConfig: here.clientConfig(webhook.clientConfig?.service?.path ?? "/"),
  }));
  return { ...configuration, webhooks };
}

function convertedBy({ path, conversionReviewVersions }: ProjectConversion, here: Here): CustomResourceConversion {
  return { strategy: "Webhook", webhook: { clientConfig: here.clientConfig(path), conversionReviewVersions } };
}
