/**
 * Balancer keeps a proxy and what leads to it and from it.
 *
 * A pass brings each object to what the spec says, in the order in which they need each other: nginx resolves the backends' Services when it
 * starts, so they come before its configuration. What is right already is not written. What stands in the way stands in the status.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isControlledBy, isInvalid, isNotFound, isTerminating } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client, EventNote, EventRecorder } from "@kubewright/client";
import type { Reconciler, Request, Result } from "@kubewright/runtime";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { configMap } from "../children/config-map.ts";
import { deployment } from "../children/deployment.ts";
import { backendServiceName, balancerLabel, configMapName, deploymentName, specProblem } from "../children/names.ts";
import { NameTakenError } from "../children/owned.ts";
import { backendService, frontService } from "../children/services.ts";
import { UnsafeWordError } from "../nginx/directive.ts";
import { backendDeleted, created, invalidSpec, nameTaken } from "./balancer-events.ts";
import { balancerStatus } from "./balancer-status.ts";

/** An object that belongs to somebody else is not watched, so we look again after this time whether its name is free. */
export const nameTakenRetryMs = 30_000;

export interface BalancerReconcilerOptions {
  readonly client: Client;
  /** Reads at the server, for the one question that a cache cannot answer: whether the Balancer is really still there. */
  readonly apiReader: Client;
  readonly events: EventRecorder;
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
export function createBalancerReconciler(options: BalancerReconcilerOptions): Reconciler {
  const { client, apiReader, events, clock } = options;

  return async ({ key: request, signal }) => {
    try {
      return await bringAbout(request, signal);
    } catch (error) {
      if (error instanceof BalancerGoneError) return {}; // Its event is on the way.
      throw error;
    }
  };

  async function bringAbout(request: Request, signal: AbortSignal): Promise<Result> {
    const balancer = await client.get(Balancer, request, { signal });
    if (!balancer || isTerminating(balancer)) return {};
    const { name } = balancer.metadata;
    const { active, obsolete } = await findBackends(balancer, signal);

    const problem = specProblem(name, balancer.spec);
    if (problem !== undefined) {
      const hindrance = { reason: "InvalidSpec", message: problem, event: invalidSpec(problem) } as const;
      await writeStatus(balancer, { active, obsolete: obsolete.length, hindrance }, signal);
      events.event(balancer, hindrance.event);
      return {};
    }

    const hindrances: Hindrance[] = [];
    const keep = keeper(balancer, hindrances, signal);
    const backends = [];
    for (const backend of balancer.spec.backends) {
      const kept = await keep(Service, backendServiceName(name, backend.name), (current) =>
        backendService(balancer, backend, current),
      );
      if (kept) backends.push(kept);
    }
    const counted = await removeObsolete(balancer, { active: backends.length, obsolete }, signal);
    const config = await keep(ConfigMap, configMapName(name), (current) => configMap(balancer, current));
    const proxy =
      config && (await keep(Deployment, deploymentName(name), (current) => deployment(balancer, config, current)));
    await keep(Service, name, (current) => frontService(balancer, current));

    const [hindrance] = hindrances;
    await writeStatus(counted, { active: backends.length, obsolete: 0, deployment: proxy, hindrance }, signal);
    for (const { event } of hindrances) events.event(balancer, event);
    return hindrances.some(({ reason }) => reason === "NameTaken") ? { requeueAfterMs: nameTakenRetryMs } : {};
  }

  /** The Services of the Balancer's backends, those that are wanted and those that are not. */
  async function findBackends(
    balancer: Stored<Balancer>,
    signal: AbortSignal,
  ): Promise<{ readonly active: number; readonly obsolete: readonly Stored<Service>[] }> {
    const { name, namespace = "" } = balancer.metadata;
    const wanted = new Set(balancer.spec.backends.map((backend) => backendServiceName(name, backend.name)));
    const labelSelector = { matchLabels: { [balancerLabel]: name } };
    const services = await Array.fromAsync(client.list(Service, { namespace, labelSelector, signal }));
    const own = services.filter((service) => service.metadata.name !== name && isControlledBy(service, balancer));
    const obsolete = own.filter((service) => !wanted.has(service.metadata.name));
    return { active: own.length - obsolete.length, obsolete };
  }

  /** Deletes the Services; resolves with the Balancer, whose status counts them. */
  async function removeObsolete(
    balancer: Stored<Balancer>,
    { active, obsolete }: { readonly active: number; readonly obsolete: readonly Stored<Service>[] },
    signal: AbortSignal,
  ): Promise<Stored<Balancer>> {
    if (obsolete.length === 0) return balancer;
    const counts = { activeBackendsNum: active, obsoleteBackendsNum: obsolete.length };
    const counted = await client.patchStatus(balancer, counts, { signal });
    for (const service of obsolete) {
      try {
        await client.delete(service, { signal });
        events.event(balancer, backendDeleted(service));
      } catch (error) {
        if (!isNotFound(error)) throw error; // Gone already is as wanted.
      }
    }
    return counted;
  }

  /** Brings an object to what it is to be, or notes what hinders that. */
  function keeper(balancer: Stored<Balancer>, hindrances: Hindrance[], signal: AbortSignal) {
    let isThere: Promise<boolean> | undefined;
    const beforeCreate = async (): Promise<void> => {
      isThere ??= isStillThere(balancer, signal);
      if (!(await isThere)) throw new BalancerGoneError();
    };
    return async <T extends KubernetesObject>(
      type: ResourceType<T>,
      name: string,
      wantedFrom: (current: Stored<T> | undefined) => T,
    ): Promise<Stored<T> | undefined> => {
      const { namespace = "" } = balancer.metadata;
      try {
        const keepOptions = { signal, beforeCreate };
        const { operation, object } = await client.createOrUpdate(type, { namespace, name }, wantedFrom, keepOptions);
        if (operation === "created") events.event(balancer, created(object));
        return object;
      } catch (error) {
        const hindrance = hindranceOf(error);
        if (!hindrance) throw error;
        hindrances.push(hindrance);
        return undefined;
      }
    };
  }

  async function isStillThere(balancer: Stored<Balancer>, signal: AbortSignal): Promise<boolean> {
    const found = await apiReader.get(Balancer, balancer.metadata, { signal });
    return found?.metadata.uid === balancer.metadata.uid && !isTerminating(found);
  }

  async function writeStatus(
    balancer: Stored<Balancer>,
    found: Parameters<typeof balancerStatus>[1],
    signal: AbortSignal,
  ): Promise<void> {
    await client.patchStatus(balancer, balancerStatus(balancer, found, clock.wallTime()), { signal });
  }
}

/** Our cache has not heard of it yet. */
class BalancerGoneError extends Error {
  override readonly name = "BalancerGoneError";
}

interface Hindrance {
  readonly reason: "InvalidSpec" | "NameTaken";
  readonly message: string;
  readonly event: EventNote;
}

/** What the user has to put right: trying again does not help. */
function hindranceOf(error: unknown): Hindrance | undefined {
  if (error instanceof NameTakenError) {
    return { reason: "NameTaken", message: error.message, event: nameTaken(error) };
  }
  if (isInvalid(error) || error instanceof UnsafeWordError) {
    return { reason: "InvalidSpec", message: error.message, event: invalidSpec(error.message) };
  }
  return undefined;
}
