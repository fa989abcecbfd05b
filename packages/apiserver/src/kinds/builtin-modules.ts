/**
 * Everything that makes the engine a Kubernetes API server: the built-in kinds, custom resource definitions, admission plugins, and
 * the objects of a fresh cluster.
 */
import type { ServedKind } from "@kubewright/api-facts";
import { definition, servedKinds } from "@kubewright/api-facts";
import { chosenPlugins } from "../admission/default-plugins.ts";
import { addConnections } from "../connections/connections.ts";
import { DefinitionCatalog } from "../custom-resources/definition/catalog.ts";
import { writeBootstrapObjects } from "../bootstrap/bootstrap.ts";
import { createIdentityLease } from "../bootstrap/identity-lease.ts";
import type { Registry } from "../registry/registry.ts";
import type { ModuleOptions, ServerModule } from "../registry/server-module.ts";
import { webhookConfigurationKinds } from "../webhooks/configuration/webhook-configuration.ts";
import { createHookSource } from "../webhooks/hook.ts";
import { createWebhooks } from "../webhooks/webhooks.ts";
import { builtinKinds } from "./builtin-kinds.ts";
import { componentStatusResource } from "./core/component-status.ts";
import { serviceAccountKind } from "./core/service-account.ts";
import { createPlans } from "./decode/plan.ts";
import type { PlanOf } from "./decode/plan.ts";
import { createEventExpiry } from "./events/expiry.ts";
import type { BuiltinKind } from "./generic/builtin-kind.ts";
import { builtinResource, resourceName } from "./generic/served-resource.ts";
import { createGoPrinting } from "./go-json.ts";
import { createGoFields } from "./go-types.ts";
import { bindingsResource } from "./pod/binding.ts";
import { parseAddressRange } from "./services/address-range.ts";
import { repairAddresses } from "./services/repair-addresses.ts";
import type { ServiceAccountSettings } from "./tokens/service-account-options.ts";
import { authenticateServiceAccount } from "./tokens/token-authenticator.ts";
import { createTokenSubresource } from "./tokens/token-issuer.ts";

/** The range of cluster IPs by default, as in test control planes. */
export const defaultServiceRange = "10.0.0.0/24";

/**
 * The modules of a server, which belong to it alone: they remember what is allocated in its store.
 *
 * @throws {RangeError} for a range that is no IPv4 network, and for names of admission plugins that there are not.
 */
export function builtinModules(options: ModuleOptions, settings: ServiceAccountSettings): readonly ServerModule[] {
  const range = parseAddressRange(options.serviceClusterIpRange ?? defaultServiceRange);
  const expiry = createEventExpiry();
  const catalog = new DefinitionCatalog();
  const kinds = new Map(builtinKinds(range, catalog));
  for (const name of ["events", "events.events.k8s.io"]) {
    const kind = kinds.get(name);
    if (kind !== undefined) kinds.set(name, { ...kind, committed: expiry.committed });
  }
  const hooks = createHookSource();
  for (const kind of webhookConfigurationKinds(hooks.forget)) kinds.set(resourceName(kind), kind);
  const planOf = createPlans(definition, createGoPrinting(), createGoFields());
  const token = createTokenSubresource(planOf, settings);
  kinds.set("serviceaccounts", { ...serviceAccountKind, subresources: [token] });
  addConnections(kinds, options.nodeProxy);
  const webhooks = createWebhooks(hooks, options.webhooks ?? {});
  const choice = {
    ...(options.enableAdmissionPlugins === undefined ? {} : { enable: options.enableAdmissionPlugins }),
    ...(options.disableAdmissionPlugins === undefined ? {} : { disable: options.disableAdmissionPlugins }),
  };
  const plugins = chosenPlugins(choice, webhooks.plugins);
  const identityLease = createIdentityLease();
  const stop = (): void => expiry[Symbol.dispose]();
  return [
    {
      name: "builtin-kinds",
      register: (registry) => registerKinds(registry, kinds, planOf),
      start: expiry.start,
      stop,
    },
    {
      name: "service-account-tokens",
      authenticateToken: (bearer, audiences, context) =>
        authenticateServiceAccount(bearer, audiences, settings, context),
    },
    { name: "custom-resources", start: (context) => catalog.start(context) },
    { name: "admission", admission: plugins, stop: webhooks.close },
    { name: "bootstrap", start: (context) => writeBootstrapObjects(context, range) },
    { name: "service-addresses", start: (context) => repairAddresses(context, range) },
    { name: "identity-lease", start: identityLease.start, beforeRequest: identityLease.renewIfDue },
  ];
}

function registerKinds(registry: Registry, own: ReadonlyMap<string, BuiltinKind>, planOf: PlanOf): void {
  for (const versions of storedKinds()) {
    registry.add(builtinResource(versions, planOf, own.get(resourceName(versions[0])) ?? {}));
  }
  registry.add(bindingsResource(planOf));
  registry.add(componentStatusResource());
}

/** Kinds whose objects are kept, each with its versions. Those that are only answered (reviews) are not among them. */
function storedKinds(): Iterable<readonly [ServedKind, ...ServedKind[]]> {
  const byResource = new Map<string, [ServedKind, ...ServedKind[]]>();
  for (const kind of servedKinds()) {
    if (!kind.verbs.includes("watch")) continue;
    const versions = byResource.get(resourceName(kind));
    if (versions === undefined) byResource.set(resourceName(kind), [kind]);
    else versions.push(kind);
  }
  return byResource.values();
}
