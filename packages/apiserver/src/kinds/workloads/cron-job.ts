/** CronJobs: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps, shownAsJson } from "@kubewright/apimachinery";
import type { CronJob, CronJobSpec } from "@kubewright/api/batch/v1";
import { checkNonNegative, checkOneOf } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import { shownSelector } from "../label-selectors.ts";
import type { View } from "../typed.ts";
import { scheduleProblem } from "./cron-schedule.ts";
import { checkJobSpec } from "./job-checks.ts";
import { defaultTemplate } from "./pod-template.ts";
import { formatAge } from "../../negotiation/age.ts";
import { containerCells, selectorText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";

const spec = fieldPath("spec");

/** The controller appends `-` and ten digits to make the name of a Job. */
const nameLengthMax = 52;

export const cronJobKind: BuiltinKind = builtinKind<CronJob>({
  group: "batch",
  plural: "cronjobs",
  metadataChecks: { kindOnStatus: false },
  tracksGeneration: true,
  podTemplate: podTemplateAt("spec", "jobTemplate", "spec", "template"),
  warningsOnCreate: podNameWarnings,
  warningsOnUpdate: (object) =>
    (object.spec?.schedule ?? "").includes("TZ")
      ? [
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
        ]
      : [],
  defaults: (draft) => {
    const cronJob = (draft.spec ??= {});
    cronJob.concurrencyPolicy ??= "Allow";
    cronJob.suspend ??= false;
    cronJob.successfulJobsHistoryLimit ??= 3;
    cronJob.failedJobsHistoryLimit ??= 1;
    // A Job gets its defaults when it is created. Only the defaults of its Pod template are set here.
    defaultTemplate(cronJob.jobTemplate?.spec?.template);
  },
  validate: (object) =>
    joinedInSteps([() => checkCronJob(object.spec ?? {}, undefined), () => checkNameLength(object.metadata.name)]),
  validateUpdate: (object, old) => checkCronJob(object.spec ?? {}, old.spec ?? {}),
  cells: (object, now) => {
    const { spec, status } = object;
    const last = status?.lastScheduleTime;
    const suspend = spec?.suspend ?? false;
    return {
      Schedule: spec?.schedule ?? "",
      Timezone: spec?.timeZone ?? "<none>",
      Suspend: suspend ? "True" : "False",
      Active: (status?.active ?? []).length,
      "Last Schedule": last === undefined ? "<none>" : formatAge(last, now),
      ...containerCells(spec?.jobTemplate?.spec?.template),
      Selector: selectorText(spec?.jobTemplate?.spec?.selector),
    };
  },
});

type Spec = View<CronJobSpec>;

function checkNameLength(name = ""): readonly FieldError[] {
  if (name.length <= nameLengthMax) return [];
  return [field.invalid(fieldPath("metadata", "name"), name, `must be no more than ${nameLengthMax} characters`)];
}

function checkCronJob(cronJob: Spec, old: Spec | undefined): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkSchedule(cronJob, old),
    () => checkNonNegative(cronJob.startingDeadlineSeconds, spec.child("startingDeadlineSeconds")),
    () => (old !== undefined && old.timeZone === cronJob.timeZone ? [] : checkTimeZone(cronJob.timeZone)),
    () => checkOneOf(cronJob.concurrencyPolicy, ["Allow", "Forbid", "Replace"], spec.child("concurrencyPolicy")),
    () => checkJobTemplate(cronJob),
    () => checkNonNegative(cronJob.successfulJobsHistoryLimit, spec.child("successfulJobsHistoryLimit")),
    () => checkNonNegative(cronJob.failedJobsHistoryLimit, spec.child("failedJobsHistoryLimit")),
  ]);
}

function checkSchedule({ schedule = "", timeZone }: Spec, old: Spec | undefined): readonly FieldError[] {
  const path = spec.child("schedule");
  if (schedule === "") return [field.required(path, "")];
  const errors: FieldError[] = [];
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) errors.push(field.invalid(path, schedule, problem));
  if (!schedule.includes("TZ")) return errors;
  const wasThere = old?.schedule?.includes("TZ") === true;
  if (!wasThere) {
    const text = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    errors.push(field.invalid(path, schedule, text));
  } else if (timeZone !== undefined) {
    errors.push(field.invalid(path, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule"));
  }
  return errors;
}

/** https://data.iana.org/time-zones/theory.html#naming */
function checkTimeZone(timeZone: string | undefined): readonly FieldError[] {
  const path = spec.child("timeZone");
  if (timeZone === undefined) return [];
  const invalid = (text: string): FieldError => field.invalid(path, shownAsJson(timeZone), text);
  if (timeZone === "") return [invalid("timeZone must be nil or non-empty string")];
  const parts = timeZone.split("/");
  if (parts.some((part) => part === "." || part === ".." || !/^(?!-)[A-Za-z.\-_0-9+]{1,14}$/.test(part))) {
    return [invalid(`unknown time zone ${timeZone}`)];
  }
  if (timeZone.toLowerCase() === "local") {
    const text = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    return [invalid(text), ...(timeZone === "Local" ? [] : [invalid(`unknown time zone ${timeZone}`)])];
  }
  return isTimeZone(timeZone) ? [] : [invalid(`unknown time zone ${timeZone}`)];
}

function isTimeZone(timeZone: string): boolean {
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
    // The names of the reference are those of files, which have one spelling.
    return known === timeZone || known.toLowerCase() !== timeZone.toLowerCase();
  } catch {
    // The platform supports only the names of the IANA database.
    return false;
  }
}

/** Jobs of a CronJob select their Pods by themselves. */
function checkJobTemplate({ jobTemplate }: Spec): Work<readonly FieldError[]> {
  const path = spec.child("jobTemplate", "spec");
  const job = jobTemplate?.spec ?? {};
  const errors: FieldError[] = [];
  if (job.selector !== undefined) {
    errors.push(
      field.invalid(path.child("selector"), shownSelector(job.selector), "`selector` will be auto-generated"),
    );
  }
  if (job.manualSelector === true) {
    errors.push(field.notSupported(path.child("manualSelector"), true, ["nil", "false"]));
  }
  return joinedInSteps([() => checkJobSpec(job, path), () => errors]);
}
