/** CronJobs: schedules, time zones, and Job templates. */
import { cases, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import type { Change } from "../changes.ts";
import { codes, template } from "./jobs.ts";
import { creating, kindAt, negative, statusOf, updating } from "./workload-good.ts";

const cronJob = kindAt("batch/v1", "cronjobs", "CronJob", {
  schedule: "* * * * *",
  jobTemplate: { spec: { template } },
});

const zone = (timeZone: unknown): Change => ({ "spec.timeZone": timeZone });
const scheduled = (...schedules: readonly string[]): readonly Change[] =>
  schedules.map((schedule) => ({ "spec.schedule": schedule }));
const ofJob = (change: Change): Change =>
  Object.fromEntries(
    Object.entries(change).map(([place, value]) => [place.replace(/^spec/, "spec.jobTemplate.spec"), value]),
  );

export const cronJobCases: readonly DifferentialCase[] = cases("cron-job", {
  defaults: creating(
    cronJob,
    {},
    {
      "spec.concurrencyPolicy": "Forbid",
      "spec.suspend": true,
      "spec.successfulJobsHistoryLimit": 0,
      "spec.failedJobsHistoryLimit": 0,
      "spec.startingDeadlineSeconds": 0,
    },
    { "metadata.name": "a".repeat(53) },
    { "metadata.name": "a.b" },
    { "spec.jobTemplate.metadata": { labels: { a: "b" } } },
  ),
  schedules: creating(
    cronJob,
    ...scheduled(
      "",
      "@daily",
      "@every 1h30m",
      "@every x",
      "@every 5",
      "@every 5q",
      "@sometimes",
      "@",
      "* * * *",
      "* * * * * *",
      "60 * * * *",
      "* 24 * * *",
      "* * 0 * *",
      "* * * 13 *",
      "* * * * 7",
      "*/5 * * * *",
      "*/0 * * * *",
      "5-1 * * * *",
      "1-2-3 * * * *",
      "1/2/3 * * * *",
      "x * * * *",
      "* * * jan-mar mon-fri",
      "* * * Foo *",
      "1,2,70 * * * *",
      "-1 * * * *",
      "5/10 * * * *",
      "? ? ? ? ?",
      "1-60 * * * *",
      "TZ=UTC * * * * *",
      "CRON_TZ=Europe/Berlin 0 0 * * *",
      "* * * * *  ",
      "1.5 * * * *",
      "*/x * * * *",
      "1- * * * *",
      ", * * * *",
    ),
  ),
  zones: creating(
    cronJob,
    ...[
      "Europe/Berlin",
      "UTC",
      "Etc/UTC",
      "",
      "Local",
      "local",
      "Nowhere/City",
      "../x",
      "a//b",
      "-a",
      "A".repeat(15),
      "Europe/Berlin ",
      "europe/berlin",
      "Etc/GMT+5",
      "EST5EDT",
    ].map(zone),
  ),
  numbers: creating(
    cronJob,
    ...negative("spec.startingDeadlineSeconds", "spec.successfulJobsHistoryLimit", "spec.failedJobsHistoryLimit"),
    { "spec.concurrencyPolicy": "Other" },
    { "spec.concurrencyPolicy": "" },
  ),
  template: creating(
    cronJob,
    ...[
      { "spec.parallelism": -1 },
      { "spec.completionMode": "Other" },
      { "spec.completionMode": "Indexed" },
      { "spec.template.spec.restartPolicy": "Always" },
      { "spec.template": undefined },
      { "spec.selector": { matchLabels: { a: "b" } } },
      { "spec.manualSelector": true },
      { "spec.manualSelector": false },
      { "spec.backoffLimitPerIndex": 1 },
      codes({ operator: "In", values: [0] }),
      { "spec.successPolicy": { rules: [] } },
    ].map(ofJob),
    { "spec.jobTemplate": undefined },
  ),
  update: updating(
    cronJob,
    { "spec.schedule": "x" },
    { "spec.schedule": "TZ=UTC * * * * *" },
    zone("Nowhere/City"),
    { "spec.suspend": true },
    ofJob({ "spec.parallelism": 2 }),
  ),
  status: [
    post(cronJob.path, cronJob.good),
    ...statusOf(
      cronJob,
      { "status.lastScheduleTime": "2026-01-02T03:04:01Z" },
      { "status.active": [{ name: "j", kind: "Job" }] },
      { "spec.schedule": "x" },
    ),
  ],
});
