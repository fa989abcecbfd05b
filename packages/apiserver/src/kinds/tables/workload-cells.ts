/** Rows of the workload kinds. */
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { CronJob, Job } from "@kubewright/api/batch/v1";
import type { PodTemplate, PodTemplateSpec, ReplicationController } from "@kubewright/api/core/v1";
import type { LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, controllerOf, formatLabelSelector, parseApiVersion } from "@kubewright/apimachinery";
import { formatAge, formatDuration } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { labelsText } from "./core-cells.ts";

/** Name, Ready, Up-to-date, Available, Age, Containers, Images, Selector. */
export function deploymentCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<Deployment>(object);
  return [
    object.metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    status?.updatedReplicas ?? 0,
    status?.availableReplicas ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.template),
    selectorText(spec?.selector),
  ];
}

/** Name, Desired, Current, Ready, Age, Containers, Images, Selector. */
export function replicaSetCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<ReplicaSet>(object);
  return [
    object.metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.template),
    selectorText(spec?.selector),
  ];
}

/** Name, Ready, Age, Containers, Images. */
export function statefulSetCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<StatefulSet>(object);
  const ready = `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
  return [
    object.metadata.name,
    ready,
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.template),
  ];
}

/** Name, Desired, Current, Ready, Up-to-date, Available, Node Selector, Age, Containers, Images, Selector. */
export function daemonSetCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<DaemonSet>(object);
  return [
    object.metadata.name,
    status?.desiredNumberScheduled ?? 0,
    status?.currentNumberScheduled ?? 0,
    status?.numberReady ?? 0,
    status?.updatedNumberScheduled ?? 0,
    status?.numberAvailable ?? 0,
    labelsText(spec?.template?.spec?.nodeSelector),
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.template),
    selectorText(spec?.selector),
  ];
}

/** Name, Status, Completions, Duration, Age, Containers, Images, Selector. */
export function jobCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const job = viewOf<Job>(object);
  return [
    object.metadata.name,
    jobStatus(job),
    completionsText(job),
    durationText(job, now),
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(job.spec?.template),
    selectorText(job.spec?.selector),
  ];
}

/** In the order in which they matter: an ended Job is not called suspended. */
const jobConditions = [
  ["Complete", "Complete"],
  ["Failed", "Failed"],
  ["", "Terminating"],
  ["Suspended", "Suspended"],
  ["FailureTarget", "FailureTarget"],
  ["SuccessCriteriaMet", "SuccessCriteriaMet"],
] as const;

function jobStatus(job: View<Job>): string {
  const isTrue = (wanted: string): boolean =>
    (job.status?.conditions ?? []).some(({ type, status }) => type === wanted && status === "True");
  for (const [condition, text] of jobConditions) {
    if (condition === "" ? job.metadata?.deletionTimestamp !== undefined : isTrue(condition)) return text;
  }
  return "Running";
}

function completionsText(job: View<Job>): string {
  const succeeded = job.status?.succeeded ?? 0;
  if (job.spec?.completions !== undefined) return `${succeeded}/${job.spec.completions}`;
  const parallelism = job.spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationText(job: View<Job>, now: Date): string {
  const { startTime, completionTime } = job.status ?? {};
  if (startTime === undefined) return "";
  const end = completionTime === undefined ? now.getTime() : Date.parse(completionTime);
  return formatDuration(end - Date.parse(startTime));
}

/** Name, Schedule, Timezone, Suspend, Active, Last Schedule, Age, Containers, Images, Selector. */
export function cronJobCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<CronJob>(object);
  const last = status?.lastScheduleTime;
  const suspend = spec?.suspend ?? false;
  return [
    object.metadata.name,
    spec?.schedule ?? "",
    spec?.timeZone ?? "<none>",
    suspend ? "True" : "False",
    (status?.active ?? []).length,
    last === undefined ? "<none>" : formatAge(last, now),
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.jobTemplate?.spec?.template),
    selectorText(spec?.jobTemplate?.spec?.selector),
  ];
}

/** Name, Containers, Images, Pod Labels. */
export function podTemplateCells(object: ReadonlyObject): readonly unknown[] {
  const { template } = viewOf<PodTemplate>(object);
  return [object.metadata.name, ...containerTexts(template), labelsText(template?.metadata?.labels)];
}

/** Name, Desired, Current, Ready, Age, Containers, Images, Selector. */
export function replicationControllerCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<ReplicationController>(object);
  return [
    object.metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
    ...containerTexts(spec?.template),
    labelsText(spec?.selector),
  ];
}

/** Name, Controller, Revision, Age. */
export function controllerRevisionCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const owner = controllerOf(object);
  const { group } = parseApiVersion(owner?.apiVersion ?? "");
  const kind = (owner?.kind ?? "").toLowerCase();
  return [
    object.metadata.name,
    owner === undefined ? "<none>" : `${kind}${group === "" ? "" : `.${group}`}/${owner.name}`,
    viewOf<ControllerRevision>(object).revision ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

function containerTexts(template: View<PodTemplateSpec> | undefined): readonly [names: string, images: string] {
  const containers = template?.spec?.containers ?? [];
  return [containers.map(({ name = "" }) => name).join(","), containers.map(({ image = "" }) => image).join(",")];
}

/** `a=b,c in (d,e)`, `<none>` for a selector of everything. */
export function selectorText(selector: View<LabelSelector> | undefined): string {
  if (selector === undefined) return "<none>";
  try {
    // A stored selector was checked, so its parts are there.
    const text = formatLabelSelector(compileLabelSelector(selector as LabelSelector));
    return text === "" ? "<none>" : text;
  } catch {
    // A selector of a kind that is not checked here may be none; the cell says so, as the reference's does.
    return "<error>";
  }
}
