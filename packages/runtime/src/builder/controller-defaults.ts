/** The options that a manager sets for its controllers. */
import type { ResourceType } from "@kubewright/apimachinery";
import type { UntypedControllerOptions } from "../controller/controller-options.ts";
import type { ManagerControllerOptions } from "../manager/manager-options.ts";

/** The options for a controller of this kind, or without a kind. */
export function defaultsFor(
  type: ResourceType | undefined,
  options: ManagerControllerOptions,
): UntypedControllerOptions {
  const {
    maxConcurrentReconciles,
    groupKindConcurrency = {},
    createRateLimiter,
    needLeaderElection: _ofTheBuilder,
    ...others
  } = options;
  const concurrency = concurrencyOf(type, groupKindConcurrency) ?? maxConcurrentReconciles;
  const defaults = { ...others, maxConcurrentReconciles: concurrency, rateLimiter: createRateLimiter?.() };
  // An option that is undefined has the controller's own default.
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
}

function concurrencyOf(
  type: ResourceType | undefined,
  concurrencies: Readonly<Record<string, number>>,
): number | undefined {
  if (!type) return undefined;
  const groupKind = type.group === "" ? type.kind : `${type.kind}.${type.group}`;
  return Object.hasOwn(concurrencies, groupKind) ? concurrencies[groupKind] : undefined;
}
