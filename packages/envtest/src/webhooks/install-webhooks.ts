/** Puts webhook configurations into a server outside of this process, and webhooks where it reaches them. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import type { AdmissionWebhook } from "@kubewright/webhook";
import { createOrReplace } from "../manifests/create-or-replace.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";
import { pointedAt, serveWebhooks } from "./serve-webhooks.ts";
import { probe, probePath, waitForWebhooks } from "./wait-for-webhooks.ts";
import { readConfigurations, typeOf } from "./webhook-configuration.ts";

/** Which webhooks an API server is to ask, and what they answer. */
export interface EnvironmentWebhooks {
  /**
   * MutatingWebhookConfigurations and ValidatingWebhookConfigurations: objects, or files or folders with them in YAML or JSON, such as
   * `config/webhook`. Other kinds in the files are left out.
   */
  readonly manifests: readonly ManifestSource[];
  /** The webhooks by path, as a webhook server takes them. Every path in the manifests has one. */
  readonly handlers: Readonly<Record<string, AdmissionWebhook>>;
}

export interface InstallWebhooksOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Serves the webhooks over TLS on a free port of 127.0.0.1, creates the configurations with that address and its authority, or replaces
 * those that are there, and resolves once the API server asks the webhooks. Disposing what it resolves with deletes the configurations and
 * ends the webhooks.
 *
 * `startEnvironment` does this; call it yourself for an environment that runs already.
 *
 * @throws {EnvironmentError} when a manifest cannot be read or has no handler, or when the API server does not reach this machine;
 * `ApiError` when it refuses a configuration.
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
