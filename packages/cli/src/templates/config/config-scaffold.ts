/**
 * The files of `config/`, command by command. Later commands insert their lines above the comments in existing files, and change no other
 * lines.
 */
import { isNamespaced } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { certManagerConfig, conversionCertificateConfig, webhookCertificateConfig } from "./cert-manager-config.ts";
import { conversionConfig, crdConfig } from "./crd-config.ts";
import { defaultConfig } from "./default-config.ts";
import { managerConfig } from "./manager-config.ts";
import { networkPolicyConfig, prometheusConfig, webhookNetworkPolicyConfig } from "./monitoring-config.ts";
import { rbacConfig, secondBindingConfig } from "./rbac-config.ts";
import { samplesConfig } from "./samples-config.ts";
import { userRolesConfig } from "./user-roles-config.ts";
import { webhookConfig } from "./webhook-config.ts";

/** The files of `init`. */
export function initConfig(project: Project): Scaffold {
  return joined([
    managerConfig(project),
    rbacConfig(project),
    defaultConfig(project),
    certManagerConfig(project),
    prometheusConfig(project),
    networkPolicyConfig(project),
  ]);
}

/**
 * The additions of `create api` for a kind of the project; empty for other kinds.
 *
 * @param sampleSpec The lines of the sample's `spec`, as YAML. Default: an empty one.
 */
export function apiConfig(project: Project, resource: Resource, sampleSpec?: readonly string[]): Scaffold {
  if (resource.api === undefined) return joined([]);
  return joined([
    crdConfig(resource),
    userRolesConfig(project, resource),
    ...(project.namespaced === true && !isNamespaced(resource) ? [secondBindingConfig(project)] : []),
    samplesConfig(project, resource, sampleSpec),
  ]);
}

/** The additions of `create webhook`; empty for a resource without webhooks. */
export function webhooksConfig(project: Project, resource: Resource): Scaffold {
  const { webhooks } = resource;
  if (webhooks?.defaulting !== true && webhooks?.validation !== true && webhooks?.conversion !== true)
    return joined([]);
  return joined([
    webhookConfig(project, resource),
    secondBindingConfig(project),
    webhookCertificateConfig(project),
    webhookNetworkPolicyConfig(project),
    ...(webhooks.conversion === true
      ? [conversionConfig(project, resource), conversionCertificateConfig(project, resource)]
      : []),
  ]);
}

function joined(scaffolds: readonly Scaffold[]): Scaffold {
  return {
    files: scaffolds.flatMap(({ files }) => files),
    insertions: scaffolds.flatMap(({ insertions }) => insertions),
  };
}
