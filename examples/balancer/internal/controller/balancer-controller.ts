/**
 * A Balancer has a proxy, the front-end Service of the proxy, and a Service for each backend.
 *
 * A reconcile applies the children in the order of their dependencies: nginx resolves the Services of the backends when it starts, so they are
 * applied before its configuration. A child that does not differ is not written. The status contains children that could not be applied.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isControlledBy, isInvalid, isTerminating } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { EventNote } from "@kubewright/client";
import { ensureChild, isNotControlledError } from "@kubewright/runtime";
import type { ReconcileContext, Reconciler } from "@kubewright/runtime";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { configMap } from "../children/config-map.ts";
import { deployment } from "../children/deployment.ts";
import { backendServiceName, balancerLabel, specProblem } from "../children/names.ts";
import { backendService, frontService } from "../children/services.ts";
import { UnsafeWordError } from "../nginx/directive.ts";
import { backendDeleted, created, invalidSpec, nameTaken } from "./balancer-events.ts";
import { balancerStatus } from "./balancer-status.ts";
import type { ChildrenState } from "./balancer-status.ts";

/** An object of another owner is not watched, so the name is checked again after this time. */
export const nameTakenRetryMs = 30_000;

export interface BalancerReconcilerOptions {
  readonly clock: Clock;
}

/**
 * The permission for `balancers/finalizers` is for clusters, such as OpenShift, that require it for an owner reference that blocks the deletion of
 * the owner.
 *
 * @kubebuilder:rbac:groups=exposer.hliangzhao.io,resources=balancers,verbs=get;list;watch
 * @kubebuilder:rbac:groups=exposer.hliangzhao.io,resources=balancers/status,verbs=get;patch
 * @kubebuilder:rbac:groups=exposer.hliangzhao.io,resources=balancers/finalizers,verbs=update
 * @kubebuilder:rbac:groups="",resources=services,verbs=get;list;watch;create;patch;delete
 * @kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch;create;patch
 * @kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
 * @kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
 */
export function createBalancerReconciler({ clock }: BalancerReconcilerOptions): Reconciler {
  return async (context) => {
    const { key, client, events } = context;
    const found = await client.get(Balancer, key);
    if (!found || isTerminating(found)) return {};

    const { balancer, services } = await countBackendServices(found, context);
    const children = await reconcileChildren(balancer, services, context);
    if (!children) return {}; // The Balancer has been deleted, and the watch delivers its deletion.
    await client.patchStatus(balancer, balancerStatus(balancer, children, clock.wallTime()));
    for (const failure of children.failures) events.event(balancer, failure);
    return children.failures.some(({ reason }) => reason === "NameTaken") ? { requeueAfterMs: nameTakenRetryMs } : {};
  };
}

/** The Services of the Balancer's backends in the cache. */
interface BackendServices {
  /** The number of Services whose backend is in the spec. */
  readonly active: number;
  readonly obsolete: readonly Stored<Service>[];
}

/** Lists the Services of backends. Obsolete Services are counted in the status before they are deleted. */
async function countBackendServices(
  balancer: Stored<Balancer>,
  { client }: ReconcileContext,
): Promise<{ readonly balancer: Stored<Balancer>; readonly services: BackendServices }> {
  const { name, namespace = "" } = balancer.metadata;
  const desired = new Set(balancer.spec.backends.map((backend) => backendServiceName(name, backend.name)));
  const labelSelector = { matchLabels: { [balancerLabel]: name } };
  const found = await Array.fromAsync(client.list(Service, { namespace, labelSelector }));
  const owned = found.filter((service) => service.metadata.name !== name && isControlledBy(service, balancer));
  const obsolete = owned.filter((service) => !desired.has(service.metadata.name));
  const services = { active: owned.length - obsolete.length, obsolete };
  if (obsolete.length === 0) return { balancer, services };
  const counts = { activeBackendsNum: services.active, obsoleteBackendsNum: obsolete.length };
  return { balancer: await client.patchStatus(balancer, counts), services };
}

/** Applies the children, and deletes obsolete Services. Resolves with undefined if the Balancer no longer exists. */
async function reconcileChildren(
  balancer: Stored<Balancer>,
  { active, obsolete }: BackendServices,
  context: ReconcileContext,
): Promise<ChildrenState | undefined> {
  const problem = specProblem(balancer.metadata.name, balancer.spec);
  if (problem !== undefined) return { active, obsolete: obsolete.length, failures: [invalidSpec(problem)] };

  const children = new Children(balancer, context);
  try {
    const backends = [];
    for (const backend of balancer.spec.backends) {
      const service = await children.ensure(Service, () => backendService(balancer, backend));
      if (service) backends.push(service);
    }
    await deleteServices(balancer, obsolete, context);
    const config = await children.ensure(ConfigMap, () => configMap(balancer));
    const proxy = config && (await children.ensure(Deployment, () => deployment(balancer)));
    await children.ensure(Service, () => frontService(balancer));
    return { active: backends.length, obsolete: 0, deployment: proxy, failures: children.failures };
  } catch (error) {
    if (error instanceof BalancerDeletedError) return undefined;
    throw error;
  }
}

async function deleteServices(
  balancer: Stored<Balancer>,
  services: readonly Stored<Service>[],
  { client, events }: ReconcileContext,
): Promise<void> {
  for (const service of services) {
    await client.delete(service);
    events.event(balancer, backendDeleted(service));
  }
}

/** Applies children of a Balancer, and collects the failures that only the user can resolve. */
class Children {
  readonly failures: EventNote[] = [];
  readonly #balancer: Stored<Balancer>;
  readonly #context: ReconcileContext;
  #checked: Promise<void> | undefined;

  constructor(balancer: Stored<Balancer>, context: ReconcileContext) {
    this.#balancer = balancer;
    this.#context = context;
  }

  /** Resolves with the child, or with undefined if its failure was added to `failures`. */
  async ensure<T extends KubernetesObject>(
    type: ResourceType<T>,
    desired: () => ApplyBody<T>,
  ): Promise<Stored<T> | undefined> {
    const owner = this.#balancer;
    const beforeCreate = (): Promise<void> => (this.#checked ??= this.#assertExists());
    try {
      const { operation, object } = await ensureChild(type, desired(), { owner, context: this.#context, beforeCreate });
      if (operation === "created") this.#context.events.event(owner, created(object));
      return object;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      this.failures.push(failure);
      return undefined;
    }
  }

  /** The cache may still contain a Balancer that was deleted, and whose children the garbage collector has deleted. */
  async #assertExists(): Promise<void> {
    const { metadata } = this.#balancer;
    const found = await this.#context.apiReader.get(Balancer, metadata);
    if (found?.metadata.uid !== metadata.uid || isTerminating(found)) throw new BalancerDeletedError();
  }
}

class BalancerDeletedError extends Error {
  override readonly name = "BalancerDeletedError";
}

/** The failures that a retry does not resolve. */
function failureOf(error: unknown): EventNote | undefined {
  if (isNotControlledError(error)) return nameTaken(error.object);
  if (isInvalid(error) || error instanceof UnsafeWordError) return invalidSpec(error.message);
  return undefined;
}
