/**
 * Application has one Deployment while it is enabled. The Deployment is deleted when the Application is disabled, and before the Application is deleted.
 *
 * A reconcile adds the finalizer first, so that everything it creates is cleaned up. Then it creates or updates the Deployment by the spec, and
 * writes to the status whether the Deployment is ready. Each step writes only what differs.
 */
import { Deployment } from "@kubewright/api/apps/v1";
import { hasFinalizer, isControlledBy, isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
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
 * The right to `applications/finalizers` is for clusters that ask for it before an owner reference may block the owner's deletion, as
 * OpenShift does.
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
  if (!found) return {};
  if (isTerminating(found)) {
    await cleanUp(found, context);
    return {};
  }

  const application = await addFinalizer(found, context);
  const current = await client.get(Deployment, deploymentKey(application));
  if (current && !isControlledBy(current, application)) {
    await writeReady(application, false, context);
    if (!isEnabled(application)) return { requeueAfterMs: requeueMs };
    events.event(application, nameTaken(current));
    return { requeueAfterMs: nameTakenRetryMs };
  }

  const deployment = await ensureDeployment(application, current, context);
  await writeReady(application, (deployment?.status?.readyReplicas ?? 0) > 0, context);
  return { requeueAfterMs: requeueMs };
};

async function addFinalizer(
  application: Stored<Application>,
  { client, events }: ReconcileContext,
): Promise<Stored<Application>> {
  const written = await ensureFinalizer(client, application, finalizer);
  if (!hasFinalizer(application, finalizer)) events.event(written, finalizerAdded);
  return written;
}

/** Creates, updates or deletes the Deployment, which is `current` in the cache. Resolves with the Deployment, if there is one afterwards. */
async function ensureDeployment(
  application: Stored<Application>,
  current: Stored<Deployment> | undefined,
  { client, events }: ReconcileContext,
): Promise<Stored<Deployment> | undefined> {
  if (!isEnabled(application)) {
    if (current && !isTerminating(current)) await client.delete(current);
    return undefined;
  }
  const problem = applicationProblem(application);
  if (problem !== undefined) events.event(application, cannotRun(problem));
  if (problem !== undefined || (current && isTerminating(current))) return current;
  const desired = (found: Stored<Deployment> | undefined): Deployment => deploymentFor(application, found);
  return (await client.createOrUpdate(Deployment, deploymentKey(application), desired)).object;
}

async function writeReady(
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

function isEnabled(application: Application): boolean {
  return application.spec?.enabled === true;
}
