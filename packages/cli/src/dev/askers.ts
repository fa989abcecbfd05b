/**
 * What of a project makes an API server ask a webhook: configurations of admission, and kinds that are converted. Either can be made to ask here for a
 * while, and is put back as it was.
 */
import type { CustomResourceConversion, WebhookClientConfig } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Client } from "@kubewright/client";
import type { WebhookConfiguration } from "@kubewright/envtest";

import type { ProjectConversion } from "./project-conversions.ts";
import { restoreConfiguration, swapConfiguration } from "./swap-configuration.ts";
import { restoreConversion, swapConversion } from "./swap-conversion.ts";

/** Where a cluster is to ask. */
export interface Here {
  /** For the user. */
  readonly description: string;
  /** The clientConfig of the webhook at a path. */
  clientConfig(path: string): WebhookClientConfig;
}

export interface Asker {
  /** What it is; no two of a project have the same. */
  readonly key: string;
  /** What the project says of it; when that is another, it is to be led here anew. */
  readonly text: string;
  /** Makes it ask here. */
  lead(here: Here, cluster: { readonly client: Client; readonly signal: AbortSignal }): Promise<Answer>;
  /** Restores the previous route. */
  putBack(here: Here, client: Client): Promise<void>;
}

/** The result for the user: what is routed to this machine now. */
export interface Answer {
  readonly text: string;
  /** How long the cluster may go on as before. */
  readonly appliesWithinMs: number;
}

/** An API server watches definitions and does not report when it uses a new conversion. */
const conversionAppliesWithinMs = 300;

export function configurationAsker(configuration: WebhookConfiguration): Asker {
  const { kind, metadata } = configuration;
  return {
    key: `${kind} ${metadata?.name}`,
    text: JSON.stringify(configuration),
    async lead(here, cluster) {
      await swapConfiguration(pointedAt(configuration, here), cluster);
      return { text: `${metadata?.name} asks ${here.description}`, appliesWithinMs: 0 };
    },
    putBack: (_, client) => restoreConfiguration(configuration, client),
  };
}

export function conversionAsker(conversion: ProjectConversion): Asker {
  const { definition } = conversion;
  return {
    key: `CustomResourceDefinition ${definition}`,
    text: JSON.stringify(conversion),
    async lead(here, cluster) {
      await swapConversion(definition, convertedBy(conversion, here), cluster);
      const text = `the conversion of ${definition} asks ${here.description}`;
      return { text, appliesWithinMs: conversionAppliesWithinMs };
    },
    putBack: (here, client) => restoreConversion(definition, convertedBy(conversion, here), client),
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
