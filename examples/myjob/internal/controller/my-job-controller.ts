/**
 * MyJob runs one Pod to its end: the Pod is created once, followed, and never created again.
 *
 * A reconcile reads the MyJob and its Pod, creates the Pod if it was never created, and writes the status that follows. The status is one pure
 * function, so a table tests it.
 */
import { Pod } from "@kubewright/api/core/v1";
import {
  findCondition,
  isBadRequest,
  isConditionTrue,
  isControlledBy,
  isInvalid,
  isTerminating,
  ownerReferenceTo,
  setCondition,
} from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { ReconcileContext, Reconciler } from "@kubewright/runtime";
import type { MyJobStatus } from "../../api/v1beta1/my-job.ts";
import { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { completed, nameTaken, podCreated, templateInvalid } from "./my-job-events.ts";

/** A Pod of another owner is not watched, so the name is checked again after this time. */
export const nameTakenRetryMs = 30_000;

export interface MyJobReconcilerOptions {
  readonly clock: Clock;
}

/**
 * The right to `myjobs/finalizers` is for clusters that require it for an owner reference that blocks the deletion of the owner, such as
 * OpenShift.
 *
 * @kubebuilder:rbac:groups=myjob.github.com,resources=myjobs,verbs=get;list;watch
 * @kubebuilder:rbac:groups=myjob.github.com,resources=myjobs/status,verbs=get;patch
 * @kubebuilder:rbac:groups=myjob.github.com,resources=myjobs/finalizers,verbs=update
 * @kubebuilder:rbac:groups="",resources=pods,verbs=get;list;watch;create
 * @kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
 */
export function createMyJobReconciler({ clock }: MyJobReconcilerOptions): Reconciler {
  return async (context) => {
    const { key, client, apiReader, events } = context;
    const job = await client.get(MyJob, key);
    if (!job || isTerminating(job) || job.status?.phase === "completed") return;

    let pod = await client.get(Pod, key);
    let rejection: string | undefined;
    // The cache of a process that has just started may be older than the writes of the previous process.
    if (!pod && wasCreated(job)) pod = await apiReader.get(Pod, key);
    else if (!pod) rejection = rejectionOf(job) ?? (await createPod(job, context));

    const status = statusOf(job, pod, clock.wallTime(), rejection);
    await client.patchStatus(job, status);
    if (rejection !== undefined) return; // A changed template has a new generation, and is an event.
    if (status.phase === "completed") events.event(job, completed(pod));
    if (!pod || !isNameTaken(job, pod)) return;

    events.event(job, nameTaken(pod));
    return { requeueAfterMs: nameTakenRetryMs };
  };
}

/**
 * Creates the Pod with `create` and not with an apply: an apply changes an object of another owner, and a Pod that ended must not be created twice.
 * Resolves with the reason if the server rejects the Pod. The same template is rejected every time.
 */
async function createPod(
  job: Stored<MyJob>,
  { client, events }: Pick<ReconcileContext, "client" | "events">,
): Promise<string | undefined> {
  try {
    events.event(job, podCreated(await client.create(Pod, podFor(job))));
    return undefined;
  } catch (error) {
    if (!isInvalid(error) && !isBadRequest(error)) throw error;
    events.event(job, templateInvalid(error.message));
    return error.message;
  }
}

/**
 * The status of a MyJob whose Pod is `pod`. Without a Pod, the Pod has just been created, is gone, or was rejected for the reason `rejection`.
 *
 * A Pod that has ended, is being deleted or is gone completes the MyJob, whether or not a reconcile has seen it running.
 */
export function statusOf(
  job: Stored<MyJob>,
  pod: Pod | undefined,
  nowMs: number,
  rejection?: string,
): Required<MyJobStatus> {
  const observedGeneration = job.metadata.generation ?? 0;
  const condition = podCondition(job, pod, rejection);
  return {
    phase: phaseOf(job, pod),
    conditions: setCondition(job.status?.conditions, { type: "PodCreated", observedGeneration, ...condition }, nowMs),
    observedGeneration,
  };
}

function podCondition(
  job: Stored<MyJob>,
  pod: Pod | undefined,
  rejection: string | undefined,
): { readonly status: "True" | "False"; readonly reason: string; readonly message: string } {
  if (rejection !== undefined) return { status: "False", reason: invalidTemplate, message: rejection };
  if (pod && isNameTaken(job, pod)) return { status: "False", reason: "NameTaken", message: nameTaken(pod).note };
  return { status: "True", reason: "PodCreated", message: `Pod "${job.metadata.name}" was created` };
}

const invalidTemplate = "InvalidTemplate";

/** The reason for which the server has rejected this template before. */
function rejectionOf({ metadata, status }: Stored<MyJob>): string | undefined {
  const condition = findCondition(status?.conditions, "PodCreated");
  if (condition?.reason !== invalidTemplate || condition.observedGeneration !== metadata.generation) return undefined;
  return condition.message;
}

function phaseOf(job: Stored<MyJob>, pod: Pod | undefined): Required<MyJobStatus>["phase"] {
  if (!pod) return wasCreated(job) ? "completed" : "pending";
  if (isNameTaken(job, pod)) return "pending";
  const hasEnded = pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed";
  return hasEnded || isTerminating(pod) ? "completed" : "running";
}

/** The Pod of a MyJob: its name, the template's labels, annotations and spec, and the MyJob as its controller. */
export function podFor(job: Stored<MyJob>): Pod {
  const { name, namespace } = job.metadata;
  const { metadata: { labels, annotations } = {}, spec } = job.spec.template;
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ownerReferences: [ownerReferenceTo(job)],
    },
    ...(spec ? { spec } : {}),
  };
}

function wasCreated(job: MyJob): boolean {
  return isConditionTrue(job.status?.conditions, "PodCreated");
}

function isNameTaken(job: MyJob, pod: Pod): boolean {
  return !isControlledBy(pod, job);
}
