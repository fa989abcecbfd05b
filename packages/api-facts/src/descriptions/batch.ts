/** Descriptions of the kinds of the group batch. Format: `type-descriptions.ts`. */
export const batch: string = `
package io.k8s.api.batch.v1

kind Job: Pods that run until a number of them has succeeded.
  spec: The template of the Pods, and when the Job is complete or has failed.
  status: What the controller has observed.
JobTemplateSpec: The Jobs that a CronJob creates.
  metadata: The labels and annotations of the Jobs.
  spec: The specification of the Jobs.
JobSpec: The desired state of a Job.
  activeDeadlineSeconds: The maximum run time in seconds, from status.startTime. After it the Job fails. Default: no limit.
  backoffLimit: How many failed Pods are tolerated before the Job fails. Default: 6; without limit if backoffLimitPerIndex is set.
  backoffLimitPerIndex: How many failed Pods of an index are tolerated before the index fails. Only for Indexed, with restartPolicy Never.
  completionMode: NonIndexed (default): any Pods count. Indexed: one successful Pod for each index from 0 to completions-1.
  completions: How many Pods must succeed. Default: 1; if only parallelism is set, the success of any Pod completes the Job.
  managedBy: The controller of the Job. Default: the Job controller of Kubernetes. It cannot be changed.
  manualSelector: Whether the user chooses selector. Otherwise the server generates a unique one. Default: false.
  maxFailedIndexes: How many failed indexes are tolerated before the Job fails. Needs backoffLimitPerIndex. Default: no limit.
  parallelism: How many Pods run at the same time at most. 0 pauses the Job. Default: 1.
  podFailurePolicy: Rules that decide what a failed Pod means. The first rule that matches applies. Needs restartPolicy Never.
  podReplacementPolicy: TerminatingOrFailed replaces Pods once they terminate; Failed only once they have failed. Default: Failed with podFailurePolicy.
  selector: The labels of the Pods. The server generates them unless manualSelector is true.
  successPolicy: When an Indexed Job succeeds before all indexes have. Default: never.
  suspend: Whether the Job has no Pods for now. Setting it deletes active Pods; the deadline starts again later. Default: false.
  template: The Pods to create. Their restartPolicy must be Never or OnFailure.
  ttlSecondsAfterFinished: Seconds between the end of the Job and its deletion. 0 deletes at once. Default: it is kept.
PodFailurePolicy: What failed Pods mean for a Job.
  rules: The rules in order, at most 20.
PodFailurePolicyRule: A rule for failed Pods. Either onExitCodes or onPodConditions must be set.
  action: FailJob, FailIndex, Ignore (the Pod is replaced and not counted), or Count (as without a rule).
  onExitCodes: The exit codes to which the rule applies.
  onPodConditions: Conditions of the Pod, of which one must match. At most 20.
PodFailurePolicyOnExitCodesRequirement: A comparison of exit codes. Containers that ended with 0 are not considered.
  containerName: The container. Default: all containers and init containers.
  operator: In: one code is among the values. NotIn: one code is not among them.
  values: The exit codes, 1 to 255 different ones. In must not have 0.
PodFailurePolicyOnPodConditionsPattern: A condition of a Pod.
  status: The status of the condition. Default: True.
  type: The type of the condition, for example DisruptionTarget.
SuccessPolicy: Rules for the success of an Indexed Job.
  rules: The rules in order, at most 20. The Job succeeds once one holds; its other Pods are ended.
SuccessPolicyRule: A rule for success. At least one field must be set.
  succeededCount: How many indexes must succeed, of succeededIndexes or of all.
  succeededIndexes: The indexes that must succeed, for example 1,3-5. With succeededCount: the indexes that count.
JobStatus: The observed state of a Job.
  active: Pods that are pending or running and not terminating.
  completedIndexes: The indexes that have succeeded, for example 1,3-5.
  completionTime: When the Job succeeded. Absent for other ends.
  conditions: The conditions Complete, Failed, Suspended, FailureTarget and SuccessCriteriaMet.
  failed: Pods that have failed.
  failedIndexes: The indexes that have failed, for example 1,3-5. Only with backoffLimitPerIndex.
  ready: Active Pods that are ready.
  startTime: When the controller started the Job. A suspension removes it.
  succeeded: Pods that have succeeded.
  terminating: Pods that are terminating and have not ended yet.
  uncountedTerminatedPods: Ended Pods that are not counted yet. It prevents that a Pod is counted twice.
JobCondition < Condition: One aspect of the state of a Job.
  lastProbeTime: When the condition was last checked.
  type: Complete, Failed, Suspended, FailureTarget or SuccessCriteriaMet.
UncountedTerminatedPods: The uids of ended Pods that are not counted yet.
  failed: The uids of failed Pods.
  succeeded: The uids of successful Pods.

kind CronJob: Jobs that are created at the times of a schedule.
  spec: The schedule and the template of the Jobs.
  status: What the controller has observed.
CronJobSpec: The desired state of a CronJob.
  concurrencyPolicy: What happens if the last Job still runs: Allow (default) both, Forbid the new one, or Replace the old one.
  failedJobsHistoryLimit: How many failed Jobs are kept. Default: 1.
  jobTemplate: The Jobs to create.
  schedule: The times in cron format: minute, hour, day of month, month and day of week; or a macro such as @hourly.
  startingDeadlineSeconds: How late a Job may start, in seconds. Later it counts as missed. Default: no limit.
  successfulJobsHistoryLimit: How many successful Jobs are kept. Default: 3.
  suspend: Whether no more Jobs are created. Running Jobs continue. Default: false.
  timeZone: The time zone of the schedule, for example Europe/Berlin. Default: that of the kube-controller-manager.
CronJobStatus: The observed state of a CronJob.
  active: The Jobs that run.
  lastScheduleTime: The last time of the schedule for which a Job was created.
  lastSuccessfulTime: When the last successful Job was completed.
`;
