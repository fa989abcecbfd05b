/**
 * Application has one Deployment while it is enabled. The Deployment is deleted when the Application is disabled, and before the Application is deleted.
 *
 * A reconcile adds the finalizer first, so that everything it creates is cleaned up. Then it applies or deletes the Deployment, and writes to the
 * status whether the Deployment is ready. Each step writes only what differs.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { hasFinalizer, isControlledBy, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { EventNote } from "@kubewright/client";
import { ensureChild, ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import type { ReconcileContext, Reconciler } from "@kubewright/runtime";
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

/** Every Application is reconciled again after this time. */
export const requeueMs: number = 5 * 60_000;

/** A Deployment of another owner is not watched, so the name is checked again after this time. */
export const nameTakenRetryMs = 30_000;

/**
 * The right to `applications/finalizers` is for clusters that require it for an owner reference that blocks the deletion of the owner, such as
 * OpenShift.
 *
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications,verbs=get;list;watch;patch
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications/status,verbs=get;patch
 * @kubebuilder:rbac:groups=core.crd.lixueduan.com,resources=applications/finalizers,verbs=update
 * @kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete
 * @kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
 */
export const reconcileApplication: Reconciler = async (context) => {
  const { key, client, events } = context;
  const found = await client.get(Application, key);
  if (!found) return;
  if (isTerminating(found)) return await cleanUp(found, context);

  const application = await addFinalizer(found, context);
  const { deployment, failure } = await reconcileDeployment(application, context);
  await updateReady(application, (deployment?.status?.readyReplicas ?? 0) > 0, context);
  if (failure) events.event(application, failure);
  return { requeueAfterMs: failure?.reason === "NameTaken" ? nameTakenRetryMs : requeueMs };
};

async function addFinalizer(
  application: Stored<Application>,
  { client, events }: ReconcileContext,
): Promise<Stored<Application>> {
  const updated = await ensureFinalizer(client, application, finalizer);
  if (!hasFinalizer(application, finalizer)) events.event(updated, finalizerAdded);
  return updated;
}

interface DeploymentState {
  /** The Deployment of the Application, if it exists and is still desired. */
  readonly deployment?: Stored<Deployment> | undefined;
  readonly failure?: EventNote;
}

/** Applies the Deployment of an enabled Application, and deletes that of a disabled one. */
async function reconcileDeployment(
  application: Stored<Application>,
  context: ReconcileContext,
): Promise<DeploymentState> {
  const { client } = context;
  const current = await client.get(Deployment, deploymentKey(application));
  const isOwned = current !== undefined && isControlledBy(current, application);
  if (application.spec?.enabled !== true) {
    if (isOwned && !isTerminating(current)) await client.delete(current);
    return {};
  }
  if (current && !isOwned) return { failure: nameTaken(current) };
  const problem = applicationProblem(application);
  if (problem !== undefined) return { deployment: current, failure: cannotRun(problem) };
  const { object } = await ensureChild(Deployment, deploymentFor(application), { owner: application, context });
  return { deployment: object };
}

async function updateReady(
  application: Stored<Application>,
  ready: boolean,
  { client, events }: ReconcileContext,
): Promise<void> {
  if (application.status?.ready === ready) return;
  await client.patchStatus(application, { ready });
  events.event(application, statusUpdated(ready));
}

/** Deletes the Deployment. Its deletion is an event, and the next reconcile removes the finalizer. The cache may be older than the Deployment. */
async function cleanUp(
  application: Stored<Application>,
  { client, apiReader, events }: ReconcileContext,
): Promise<void> {
  if (!hasFinalizer(application, finalizer)) return;
  const deployment = await apiReader.get(Deployment, deploymentKey(application));
  if (deployment && isControlledBy(deployment, application)) {
    if (!isTerminating(deployment)) await client.delete(deployment);
    return;
  }
  await releaseFinalizer(client, application, finalizer);
  events.event(application, finalizerRemoved);
}
