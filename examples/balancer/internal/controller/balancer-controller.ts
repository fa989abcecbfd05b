/**
 * Balancer has a proxy, the Service in front of it, and a Service for each backend.
 *
 * A reconcile creates or updates each object, in the order of their dependencies: nginx resolves the Services of the backends when it starts, so they
 * come before its configuration. An object without a difference is not written. The status names what could not be written.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isControlledBy, isInvalid, isTerminating } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { EventNote } from "@kubewright/client";
import type { ReconcileContext, Reconciler, Result } from "@kubewright/runtime";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { configMap } from "../children/config-map.ts";
import { deployment } from "../children/deployment.ts";
import { backendServiceName, balancerLabel, configMapName, deploymentName, specProblem } from "../children/names.ts";
import { NameTakenError } from "../children/owned.ts";
import { backendService, frontService } from "../children/services.ts";
import { UnsafeWordError } from "../nginx/directive.ts";
import { backendDeleted, created, invalidSpec, nameTaken } from "./balancer-events.ts";
import { balancerStatus } from "./balancer-status.ts";

/** An object of another owner is not watched, so the name is checked again after this time. */
export const nameTakenRetryMs = 30_000;

export interface BalancerReconcilerOptions {
  readonly clock: Clock;
}

/**
 * The right to `balancers/finalizers` is for clusters that ask for it before an owner reference may block the owner's deletion, as
 * OpenShift does.
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
    try {
      return await reconcile(context, clock);
    } catch (error) {
      if (error instanceof BalancerGoneError) return {}; // The watch will deliver its deletion.
      throw error;
    }
  };
}

async function reconcile(context: ReconcileContext, clock: Clock): Promise<Result> {
  const { key, client, events } = context;
  const balancer = await client.get(Balancer, key);
  if (!balancer || isTerminating(balancer)) return {};
  const { name } = balancer.metadata;
  const services = await findBackendServices(balancer, context);
  const writeStatus = (current: Stored<Balancer>, found: Parameters<typeof balancerStatus>[1]): Promise<unknown> =>
    client.patchStatus(current, balancerStatus(current, found, clock.wallTime()));

  const problem = specProblem(name, balancer.spec);
  if (problem !== undefined) {
    const failure = { reason: "InvalidSpec", message: problem, event: invalidSpec(problem) } as const;
    await writeStatus(balancer, { active: services.active, obsolete: services.obsolete.length, failure });
    events.event(balancer, failure.event);
    return {};
  }

  const children = new Children(balancer, context);
  const backends = [];
  for (const backend of balancer.spec.backends) {
    const service = await children.ensure(Service, backendServiceName(name, backend.name), (current) =>
      backendService(balancer, backend, current),
    );
    if (service) backends.push(service);
  }
  const counted = await removeObsolete(balancer, { ...services, active: backends.length }, context);
  const config = await children.ensure(ConfigMap, configMapName(name), (current) => configMap(balancer, current));
  const proxy =
    config &&
    (await children.ensure(Deployment, deploymentName(name), (current) => deployment(balancer, config, current)));
  await children.ensure(Service, name, (current) => frontService(balancer, current));

  const { failures } = children;
  await writeStatus(counted, { active: backends.length, obsolete: 0, deployment: proxy, failure: failures[0] });
  for (const { event } of failures) events.event(balancer, event);
  return failures.some(({ reason }) => reason === "NameTaken") ? { requeueAfterMs: nameTakenRetryMs } : {};
}

interface BackendServices {
  /** The number of Services whose backend is in the spec. */
  readonly active: number;
  readonly obsolete: readonly Stored<Service>[];
}

/** The Services of the Balancer's backends in the cache. */
async function findBackendServices(balancer: Stored<Balancer>, { client }: ReconcileContext): Promise<BackendServices> {
  const { name, namespace = "" } = balancer.metadata;
  const wanted = new Set(balancer.spec.backends.map((backend) => backendServiceName(name, backend.name)));
  const labelSelector = { matchLabels: { [balancerLabel]: name } };
  const services = await Array.fromAsync(client.list(Service, { namespace, labelSelector }));
  const own = services.filter((service) => service.metadata.name !== name && isControlledBy(service, balancer));
  const obsolete = own.filter((service) => !wanted.has(service.metadata.name));
  return { active: own.length - obsolete.length, obsolete };
}

/** Deletes the obsolete Services. Resolves with the Balancer, whose status counts them. */
async function removeObsolete(
  balancer: Stored<Balancer>,
  { active, obsolete }: BackendServices,
  { client, events }: ReconcileContext,
): Promise<Stored<Balancer>> {
  if (obsolete.length === 0) return balancer;
  const counts = { activeBackendsNum: active, obsoleteBackendsNum: obsolete.length };
  const counted = await client.patchStatus(balancer, counts);
  for (const service of obsolete) {
    await client.delete(service);
    events.event(balancer, backendDeleted(service));
  }
  return counted;
}

/** The objects that a Balancer owns. */
class Children {
  /** Why children could not be written. */
  readonly failures: ChildFailure[] = [];
  readonly #balancer: Stored<Balancer>;
  readonly #context: ReconcileContext;
  #exists: Promise<boolean> | undefined;

  constructor(balancer: Stored<Balancer>, context: ReconcileContext) {
    this.#balancer = balancer;
    this.#context = context;
  }

  /** Creates or updates a child. A failure that only the user can resolve is added to `failures`. */
  async ensure<T extends KubernetesObject>(
    type: ResourceType<T>,
    name: string,
    desired: (current: Stored<T> | undefined) => T,
  ): Promise<Stored<T> | undefined> {
    const { client, events } = this.#context;
    const { namespace = "" } = this.#balancer.metadata;
    const beforeCreate = (): Promise<void> => this.#assertExists();
    try {
      const { operation, object } = await client.createOrUpdate(type, { namespace, name }, desired, { beforeCreate });
      if (operation === "created") events.event(this.#balancer, created(object));
      return object;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      this.failures.push(failure);
      return undefined;
    }
  }

  /** The cache may still hold a Balancer that is gone, and whose children the garbage collector has deleted. */
  async #assertExists(): Promise<void> {
    this.#exists ??= this.#readExists();
    if (!(await this.#exists)) throw new BalancerGoneError();
  }

  async #readExists(): Promise<boolean> {
    const { metadata } = this.#balancer;
    const found = await this.#context.apiReader.get(Balancer, metadata);
    return found?.metadata.uid === metadata.uid && !isTerminating(found);
  }
}

class BalancerGoneError extends Error {
  override readonly name = "BalancerGoneError";
}

interface ChildFailure {
  readonly reason: "InvalidSpec" | "NameTaken";
  readonly message: string;
  readonly event: EventNote;
}

/** A failure that a retry does not resolve. Undefined for other errors. */
function failureOf(error: unknown): ChildFailure | undefined {
  if (error instanceof NameTakenError) {
    return { reason: "NameTaken", message: error.message, event: nameTaken(error) };
  }
  if (isInvalid(error) || error instanceof UnsafeWordError) {
    return { reason: "InvalidSpec", message: error.message, event: invalidSpec(error.message) };
  }
  return undefined;
}
