/**
 * Writes the certificate authorities to the webhook configurations of API servers, and measures how long all of these objects have had them.
 *
 * API servers read these objects from caches, which lag behind. A serving certificate of a new authority is safe only once every API
 * server has the bundle with that authority.
 */
import { Unstructured } from "@kubewright/apimachinery";
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { WebhookClientConfig } from "@kubewright/api/admissionregistration.k8s.io/v1";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/telemetry";
import { withAuthority } from "./definition-authority.ts";

export interface BundleTargets {
  readonly mutatingConfigurations?: readonly string[];
  readonly validatingConfigurations?: readonly string[];
  readonly customResourceDefinitions?: readonly string[];
}

export interface PublishedBundleOptions extends BundleTargets {
  /** Reads and writes at the server, without a cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly log?: Logger;
}

interface Configuration extends KubernetesObject {
  readonly webhooks?: readonly { readonly clientConfig: WebhookClientConfig }[];
}

export class PublishedBundle {
  readonly #options: PublishedBundleOptions;
  /** The bundle that all objects had at the last read, and since when. */
  #observed: { readonly caBundle: string; readonly sinceMs: number } | undefined;

  constructor(options: PublishedBundleOptions) {
    this.#options = options;
  }

  /**
   * Writes the bundle (PEM) to every object that does not have it. Returns for how many milliseconds this process has observed it in all objects, or 0
   * if an object had to be written. Objects that do not exist are skipped.
   */
  async publish(bundle: string, signal: AbortSignal): Promise<number> {
    const caBundle = Buffer.from(bundle).toString("base64");
    if (await this.#writeMissing(caBundle, signal)) {
      this.#observed = undefined;
      return 0;
    }
    const now = this.#options.clock.now(); // Measured after the reads, because the objects may not have had the bundle before.
    if (this.#observed?.caBundle !== caBundle) this.#observed = { caBundle, sinceMs: now };
    return now - this.#observed.sinceMs;
  }

  /** Returns whether an object had to be written. */
  async #writeMissing(caBundle: string, signal: AbortSignal): Promise<boolean> {
    const {
      mutatingConfigurations = [],
      validatingConfigurations = [],
      customResourceDefinitions = [],
    } = this.#options;
    let hasWritten = false;
    for (const name of mutatingConfigurations) {
      if (await this.#writeConfiguration(MutatingWebhookConfiguration, name, caBundle, signal)) hasWritten = true;
    }
    for (const name of validatingConfigurations) {
      if (await this.#writeConfiguration(ValidatingWebhookConfiguration, name, caBundle, signal)) hasWritten = true;
    }
    for (const name of customResourceDefinitions) {
      if (await this.#writeDefinition(name, caBundle, signal)) hasWritten = true;
    }
    return hasWritten;
  }

  async #writeConfiguration<T extends Configuration>(
    type: ResourceType<T>,
    name: string,
    caBundle: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { client, log } = this.#options;
    const found = await client.get(type, { name }, { signal });
    if (!found?.webhooks?.some(({ clientConfig }) => clientConfig.caBundle !== caBundle)) return false;
    const webhooks = found.webhooks.map((webhook) => ({
      ...webhook,
      clientConfig: { ...webhook.clientConfig, caBundle },
    }));
    await client.update<Configuration>(Unstructured, { ...found, webhooks }, { signal });
    log?.info("Wrote the certificate authorities into the webhook configuration", { kind: type.kind, name });
    return true;
  }

  async #writeDefinition(name: string, caBundle: string, signal: AbortSignal): Promise<boolean> {
    const { client, log } = this.#options;
    const found = await client.get(CustomResourceDefinition, { name }, { signal });
    const changed = found && withAuthority(found, caBundle);
    if (!changed) return false;
    await client.update(CustomResourceDefinition, changed, { signal });
    log?.info("Wrote the certificate authorities into the CustomResourceDefinition", { name });
    return true;
  }
}
