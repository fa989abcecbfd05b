/** CronJobs: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { CronJob } from "@kubewright/api/batch/v1";
import { checkNonNegative, checkOneOf } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkJobSpec, defaultJobSpec } from "./job.ts";

const spec = fieldPath("spec");

/** The controller appends `-` and ten digits to make the name of a Job. */
const nameLengthMax = 52;

export const cronJobKind: BuiltinKind = {
  group: "batch",
  plural: "cronjobs",
  warningsOnCreate: podNameWarnings,
  defaults: (draft) => {
    const cronJob = (draftOf<CronJob>(draft).spec ??= {});
    cronJob.concurrencyPolicy ??= "Allow";
    cronJob.suspend ??= false;
    cronJob.successfulJobsHistoryLimit ??= 3;
    cronJob.failedJobsHistoryLimit ??= 1;
    // The Job's own defaults are filled in when it is made; only its Pods get theirs here.
    const template = cronJob.jobTemplate?.spec?.template;
    if (template !== undefined) {
      const job = { template };
      defaultJobSpec(job);
    }
  },
  validate: (object) => {
    const errors = [...checkCronJob(viewOf<CronJob>(object))];
    const { name = "" } = object.metadata;
    if (name.length > nameLengthMax) {
      const text = `must be no more than ${nameLengthMax} characters`;
      errors.push(field.invalid(fieldPath("metadata", "name"), name, text));
    }
    return errors;
  },
  validateUpdate: (object) => checkCronJob(viewOf<CronJob>(object)),
};

function checkCronJob({ spec: cronJob = {} }: View<CronJob>): readonly FieldError[] {
  return [
    ...checkSchedule(cronJob.schedule ?? ""),
    ...checkNonNegative(cronJob.startingDeadlineSeconds, spec.child("startingDeadlineSeconds")),
    ...checkOneOf(cronJob.concurrencyPolicy, ["Allow", "Forbid", "Replace"], spec.child("concurrencyPolicy")),
    ...checkJobSpec({ completionMode: "NonIndexed", ...cronJob.jobTemplate?.spec }, spec.child("jobTemplate", "spec")),
    ...checkNonNegative(cronJob.successfulJobsHistoryLimit, spec.child("successfulJobsHistoryLimit")),
    ...checkNonNegative(cronJob.failedJobsHistoryLimit, spec.child("failedJobsHistoryLimit")),
  ];
}

function checkSchedule(schedule: string): readonly FieldError[] {
  const path = spec.child("schedule");
  if (schedule === "") return [field.required(path, "")];
  if (schedule.includes("TZ")) {
    return [field.invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead")];
  }
  if (schedule.startsWith("@")) return [];
  const fields = schedule.split(/\s+/).filter((part) => part !== "");
  if (fields.length === 5) return [];
  return [field.invalid(path, schedule, `expected exactly 5 fields, found ${fields.length}: [${fields.join(" ")}]`)];
}
