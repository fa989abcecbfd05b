/** Installs webhook configurations on a server outside of this process, and serves their webhooks. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { AdmissionWebhook } from "@kubewright/webhook";
import { createOrReplace } from "../manifests/create-or-replace.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";
import { pointedAt, serveWebhooks } from "./serve-webhooks.ts";
import { probe, probePath, waitForWebhooks } from "./wait-for-webhooks.ts";
import { readConfigurations, typeOf } from "./webhook-configuration.ts";

/** Webhook configurations and their handlers. */
export interface EnvironmentWebhooks {
  /**
   * MutatingWebhookConfigurations and ValidatingWebhookConfigurations: objects, or files or folders with them in YAML or JSON, such as
   * `config/webhook`. Other kinds in the files are skipped.
   */
  readonly manifests: readonly ManifestSource[];
  /** The webhooks by path, as for a webhook server. Every path in the manifests must have a webhook. */
  readonly handlers: Readonly<Record<string, AdmissionWebhook>>;
}

export interface InstallWebhooksOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Serves the webhooks over TLS on a free port of 127.0.0.1, and creates or replaces the configurations with that address and CA. Resolves
 * once the API server calls the webhooks. Disposing the result deletes the configurations and stops the webhooks.
 *
 * `startEnvironment` does this; call it for a running environment.
 *
 * @throws {EnvironmentError} if a manifest cannot be read or has no handler, or if the API server cannot connect to this machine.
 * Throws `ApiError` if it rejects a configuration.
 */
export async function installWebhooks(
  { manifests, handlers }: EnvironmentWebhooks,
  options: InstallWebhooksOptions,
): Promise<AsyncDisposable> {
  const configurations = await readConfigurations(manifests, handlers);
  await using resources = new AsyncDisposableStack();
  const served = resources.use(await serveWebhooks({ ...handlers, [probePath]: probe }, options));
  for (const configuration of configurations) {
    // Before the webhooks stop: an API server rejects requests whose webhook does not respond.
    resources.defer(() => remove(configuration, options));
    await createOrReplace(typeOf(configuration), pointedAt(served, configuration), options);
  }
  await waitForWebhooks({ ...options, served });
  return resources.move();
}

async function remove(configuration: KubernetesObject, { client }: InstallWebhooksOptions): Promise<void> {
  await client.delete(typeOf(configuration), { name: configuration.metadata?.name ?? "" });
}
