/**
 * Application keeps one Deployment: there while the Application is enabled, gone when it is not, and gone before the Application is.
 *
 * A pass puts the finalizer on first, so that nothing is made which would not be cleaned up; brings the Deployment to what the spec says;
 * and notes in the status whether it is ready. Each step writes only what differs.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { hasFinalizer, isControlledBy, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Client, EventRecorder } from "@kubewright/client";
import { ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import type { Reconciler } from "@kubewright/runtime";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { applicationProblem } from "../validation/application-problem.ts";
import {
  cannotRun,
  finalizer,
  finalizerAdded,
  finalizerRemoved,
  nameTaken,
  statusUpdated,
} from "./application-events.ts";
import { deploymentFor, deploymentKey } from "./deployment-for.ts";

/** Every Application is looked at again after this time, whatever was missed. */
export const requeueMs: number = 5 * 60_000;

/** A Deployment that belongs to somebody else is not watched, so we look again after this time whether its name is free. */
export const nameTakenRetryMs = 30_000;

export interface ApplicationReconcilerOptions {
  readonly client: Client;
  /** Reads at the server, for the one question that a cache cannot answer: whether the Deployment is really gone. */
  readonly apiReader: Client;
  readonly events: EventRecorder;
}

/**
 * The right to `applications/finalizers` is for clusters that ask for it before an owner reference may block the owner's deletion, as
 * OpenShift does.
 *
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications,verbs=get;list;watch;patch
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications/status,verbs=get;patch
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications/finalizers,verbs=update
 * @kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete
 * @kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
 */
export function createApplicationReconciler({ client, apiReader, events }: ApplicationReconcilerOptions): Reconciler {
  return async ({ key: request, signal }) => {
    const application = await client.get(Application, request, { signal });
    if (!application) return {};
    if (isTerminating(application)) {
      await cleanUp(application, signal);
      return {};
    }

    const kept = await keepFinalizer(application, signal);
    const current = await client.get(Deployment, deploymentKey(kept), { signal });
    if (current && !isControlledBy(current, kept)) {
      await noteReady(kept, false, signal);
      if (!isEnabled(kept)) return { requeueAfterMs: requeueMs };
      events.event(kept, nameTaken(current));
      return { requeueAfterMs: nameTakenRetryMs };
    }

    const deployment = await keepDeployment(kept, current, signal);
    await noteReady(kept, (deployment?.status?.readyReplicas ?? 0) > 0, signal);
    return { requeueAfterMs: requeueMs };
  };

  async function keepFinalizer(application: Stored<Application>, signal: AbortSignal): Promise<Stored<Application>> {
    const kept = await ensureFinalizer(client, application, finalizer, { signal });
    if (!hasFinalizer(application, finalizer)) events.event(kept, finalizerAdded);
    return kept;
  }

  /** Brings the Deployment, of which `current` is what was seen, to what the Application says; resolves with what is there then. */
  async function keepDeployment(
    application: Stored<Application>,
    current: Stored<Deployment> | undefined,
    signal: AbortSignal,
  ): Promise<Stored<Deployment> | undefined> {
    if (!isEnabled(application)) {
      if (current && !isTerminating(current)) await client.delete(current, { signal });
      return undefined;
    }
    const problem = applicationProblem(application);
    if (problem !== undefined) events.event(application, cannotRun(problem));
    if (problem !== undefined || (current && isTerminating(current))) return current;
    const wantedFrom = (found: Stored<Deployment> | undefined): Deployment => deploymentFor(application, found);
    return (await client.createOrUpdate(Deployment, deploymentKey(application), wantedFrom, { signal })).object;
  }

  async function noteReady(application: Stored<Application>, ready: boolean, signal: AbortSignal): Promise<void> {
    if (application.status?.ready === ready) return;
    await client.patchStatus(application, { ready }, { signal });
    events.event(application, statusUpdated(ready));
  }

  /** Deletes the Deployment; once that is gone, which comes back as its event, lets the Application go. */
  async function cleanUp(application: Stored<Application>, signal: AbortSignal): Promise<void> {
    if (!hasFinalizer(application, finalizer)) return;
    const deployment = await apiReader.get(Deployment, deploymentKey(application), { signal });
    if (deployment && isControlledBy(deployment, application)) {
      if (!isTerminating(deployment)) await client.delete(deployment, { signal });
      return;
    }
    await releaseFinalizer(client, application, finalizer, { signal });
    events.event(application, finalizerRemoved);
  }
}

function isEnabled(application: Application): boolean {
  return application.spec?.enabled === true;
}
