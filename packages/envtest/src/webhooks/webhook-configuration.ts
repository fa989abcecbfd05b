/** The fields of webhook configurations that a test environment reads: the webhooks and their addresses. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { AdmissionWebhook } from "@kubewright/webhook";
import { EnvironmentError } from "../errors.ts";
import { readManifests } from "../manifests/read-manifests.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";

/** The fields of a configuration that are read. */
export interface WebhookConfiguration extends KubernetesObject {
  readonly webhooks?: readonly { readonly name?: string; readonly clientConfig?: ClientConfig }[];
}

export interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly name?: string; readonly namespace?: string; readonly path?: string };
  readonly caBundle?: string;
}

const group = { group: "admissionregistration.k8s.io", version: "v1", namespaced: false } as const;

export const configurationTypes: readonly ResourceType[] = [
  { ...group, kind: "MutatingWebhookConfiguration", plural: "mutatingwebhookconfigurations" },
  { ...group, kind: "ValidatingWebhookConfiguration", plural: "validatingwebhookconfigurations" },
];

/**
 * Reads configurations from objects, files and folders.
 *
 * @throws {EnvironmentError} if a configuration cannot be read, is of another kind, or has a path without a handler.
 */
export async function readConfigurations(
  sources: readonly ManifestSource[],
  handlers: Readonly<Record<string, AdmissionWebhook>>,
): Promise<readonly WebhookConfiguration[]> {
  const kinds = configurationTypes.map(({ kind }) => kind);
  const configurations: readonly WebhookConfiguration[] = await readManifests(sources, {
    action: "install webhooks",
    kinds,
  });
  for (const configuration of configurations) {
    typeOf(configuration);
    for (const { name, clientConfig } of configuration.webhooks ?? []) {
      const path = pathOf(clientConfig);
      if (Object.hasOwn(handlers, path)) continue;
      throw new EnvironmentError(
        `Cannot install webhooks: webhook "${name}" of ${nameOf(configuration)} is at path "${path}", handlers are at ${Object.keys(handlers).join(", ")}`,
      );
    }
  }
  return configurations;
}

/** @throws {EnvironmentError} for an object of another kind. */
export function typeOf(configuration: WebhookConfiguration): ResourceType {
  const type = configurationTypes.find(({ kind }) => kind === configuration.kind);
  if (type) return type;
  throw new EnvironmentError(
    `Cannot install webhooks: ${nameOf(configuration)} is not a webhook configuration, must be of kind ${configurationTypes.map(({ kind }) => kind).join(" or ")}`,
  );
}

/** Without a path, an API server calls the root. */
export function pathOf({ url, service }: ClientConfig = {}): string {
  if (url !== undefined && URL.canParse(url)) return new URL(url).pathname;
  return service?.path ?? "/";
}

function nameOf({ kind = "", metadata }: KubernetesObject): string {
  return `${kind} "${metadata?.name ?? ""}"`;
}
