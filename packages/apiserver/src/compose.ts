// The composition root: which kinds, admission plugins, authenticators and bootstrap objects a server has. A part that needs the state of its
// server receives it here, when it is created. To add a kind without such state, add its record to `builtin-kinds.ts`.
import type { GroupVersionResource } from "@kubewright/apimachinery";
import { createWarnings } from "./admission/plugins/create-warnings.ts";
import { chosenPlugins } from "./admission/default-plugins.ts";
import type { PodSecurityOptions } from "./admission/pod-security/configuration.ts";
import { createPodSecurity } from "./admission/pod-security/pod-security.ts";
import { writeBootstrapObjects } from "./bootstrap/bootstrap.ts";
import { createIdentityLease } from "./bootstrap/identity-lease.ts";
import { podConnections } from "./connections/pod-connections.ts";
import type { NodeProxy } from "./connections/node-proxy.ts";
import { nodeProxySubresource, serviceProxySubresource } from "./connections/proxies.ts";
import { conversionWebhooks } from "./custom-resources/conversion-webhook/conversion-webhooks.ts";
import { DefinitionCatalog } from "./custom-resources/definition/catalog.ts";
import { definitionKind } from "./custom-resources/definition/definition-kind.ts";
import { webhookConfigurationKinds } from "./kinds/admissionregistration/webhook-configuration.ts";
import { mutatingPolicyKinds } from "./kinds/admissionregistration/mutating-policy.ts";
import { validatingPolicyKinds } from "./kinds/admissionregistration/validating-policy.ts";
import { builtinKinds } from "./builtin-kinds.ts";
import { componentStatusResource } from "./kinds/core/component-status.ts";
import { serviceAccountKind } from "./kinds/core/service-account.ts";
import { eventKinds } from "./kinds/events/event.ts";
import { createEventExpiry } from "./kinds/events/expiry.ts";
import { builtinResources } from "./kinds/generic/builtin-resources.ts";
import { nodeKind } from "./kinds/nodes/node.ts";
import { bindingsResource } from "./kinds/pod/binding.ts";
import { podKind } from "./kinds/pod/pod.ts";
import { defaultServiceRange, parseAddressRange } from "./kinds/services/address-range.ts";
import { repairAddresses } from "./kinds/services/repair-addresses.ts";
import { serviceKind } from "./kinds/services/service.ts";
import { versionInfo } from "./discovery/version.ts";
import { ConversionMetrics } from "./metrics/conversion-metrics.ts";
import { PodSecurityMetrics } from "./metrics/pod-security-metrics.ts";
import { PolicyMetrics } from "./metrics/policy-metrics.ts";
import { createRegistry } from "./registry/registry.ts";
import type { ServiceAccountOptions, ServiceAccountSettings } from "./service-accounts/service-account-options.ts";
import { authenticateServiceAccount } from "./service-accounts/token-authenticator.ts";
import { createTokenSubresource } from "./service-accounts/token-issuer.ts";
import type { ServerParts } from "./server.ts";
import { createMutatingPolicies, createMutatingPolicySource } from "./admission/policies/mutating-policies.ts";
import { createValidatingPolicies, createValidatingPolicySource } from "./admission/policies/validating-policies.ts";
import { createWebhookSource } from "./admission/webhooks/webhook-source.ts";
import { createWebhooks } from "./admission/webhooks/webhooks.ts";
import type { WebhookOptions } from "./webhook-client/dial.ts";
import { createWebhookClient } from "./webhook-client/webhook-client.ts";

/** The options of `createApiServer` that choose and configure the parts of a server. */
export interface ComponentOptions {
  /** CIDR of cluster IPs. Default `10.0.0.0/24`, as test control planes use. */
  readonly serviceClusterIpRange?: string;
  /** Admission plugins to leave out, by name. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** Admission plugins to add to the default set, by name. */
  readonly enableAdmissionPlugins?: readonly string[];
  /**
   * Returns a warning for the response to the create of an object, for example that no controller processes it. Default: no warnings but those of
   * kube-apiserver.
   */
  readonly warnOnCreate?: (
    resource: GroupVersionResource,
    object: Readonly<Record<string, unknown>>,
  ) => string | undefined;
  /** Serves logs, exec and attach of the containers of Pods. Default: the server rejects these requests. */
  readonly nodeProxy?: NodeProxy;
  /** Keys, issuers and audiences of service account tokens. */
  readonly serviceAccounts?: ServiceAccountOptions;
  /** The policy of namespaces without labels for PodSecurity, and exemptions. Default: all Pods are admitted. */
  readonly podSecurity?: PodSecurityOptions;
  /** How admission and conversion webhooks are reached. */
  readonly webhooks?: WebhookOptions;
}

/**
 * The parts of one server. They hold state, such as the allocated addresses, so two servers never share them.
 *
 * @throws {RangeError} for a range that is not an IPv4 network.
 * @throws {AdmissionPluginOptionError} for an admission plugin that is unknown, and for one to enable that this server lacks.
 * @throws {PodSecurityOptionError} for bad values in `podSecurity`.
 */
export function composeServer(options: ComponentOptions, settings: ServiceAccountSettings): ServerParts {
  const range = parseAddressRange(options.serviceClusterIpRange ?? defaultServiceRange);
  const registry = createRegistry();
  const webhookClient = createWebhookClient(options.webhooks ?? {});
  const conversionMetrics = new ConversionMetrics();
  const policyMetrics = new PolicyMetrics();
  const podSecurityMetrics = new PodSecurityMetrics(Number(versionInfo().minor));
  const catalog = new DefinitionCatalog(registry, conversionWebhooks(webhookClient, conversionMetrics));
  const expiry = createEventExpiry();
  const webhookSource = createWebhookSource();
  const mutatingPolicies = createMutatingPolicySource();
  const validatingPolicies = createValidatingPolicySource();
  const identityLease = createIdentityLease();

  const kinds = [
    ...builtinKinds,
    ...eventKinds(expiry),
    ...webhookConfigurationKinds(webhookSource.forget),
    ...mutatingPolicyKinds({ registry, changed: mutatingPolicies.forget }),
    ...validatingPolicyKinds({ registry, changed: validatingPolicies.forget }),
    definitionKind(catalog),
    nodeKind(nodeProxySubresource),
    podKind(podConnections(options.nodeProxy)),
    serviceAccountKind(createTokenSubresource(settings)),
    serviceKind(range, serviceProxySubresource),
  ];

  return {
    registry,
    metrics: [conversionMetrics, policyMetrics, podSecurityMetrics].flatMap(({ families }) => families),
    resources: [...builtinResources(kinds), bindingsResource(), componentStatusResource()],
    admission: chosenPlugins(
      { enable: options.enableAdmissionPlugins ?? [], disable: options.disableAdmissionPlugins ?? [] },
      [
        createPodSecurity(options.podSecurity ?? {}, kinds, podSecurityMetrics),
        createMutatingPolicies(mutatingPolicies, policyMetrics),
        ...createWebhooks(webhookSource, webhookClient),
        createValidatingPolicies(validatingPolicies, policyMetrics),
        ...(options.warnOnCreate ? [createWarnings(options.warnOnCreate)] : []),
      ],
    ),
    authenticators: [(token, audiences, context) => authenticateServiceAccount(token, audiences, settings, context)],
    postStartHooks: [
      expiry.start,
      (context) => catalog.start(context),
      (context) => writeBootstrapObjects(context, range),
      (context) => repairAddresses(context, range),
      identityLease.start,
    ],
    beforeRequest: identityLease.renewIfDue,
    async close() {
      expiry[Symbol.dispose]();
      await webhookClient.close();
    },
  };
}
