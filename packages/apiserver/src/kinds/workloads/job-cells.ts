/** Cells of Jobs. */
import type { Job } from "@kubewright/api/batch/v1";
import { formatDuration } from "../../negotiation/age.ts";
import type { View } from "../typed.ts";

/** In order of precedence: a finished Job is not shown as suspended. */
const jobConditions = [
  ["Complete", "Complete"],
  ["Failed", "Failed"],
  ["", "Terminating"],
  ["Suspended", "Suspended"],
  ["FailureTarget", "FailureTarget"],
  ["SuccessCriteriaMet", "SuccessCriteriaMet"],
] as const;

/** The cell `Status`. */
export function jobStatus(job: View<Job>): string {
  const isTrue = (wanted: string): boolean =>
    (job.status?.conditions ?? []).some(({ type, status }) => type === wanted && status === "True");
  for (const [condition, text] of jobConditions) {
    if (condition === "" ? job.metadata?.deletionTimestamp !== undefined : isTrue(condition)) return text;
  }
  return "Running";
}

/** The cell `Completions`. */
export function completionsText(job: View<Job>): string {
  const succeeded = job.status?.succeeded ?? 0;
  if (job.spec?.completions !== undefined) return `${succeeded}/${job.spec.completions}`;
  const parallelism = job.spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** The cell `Duration`. */
export function durationText(job: View<Job>, now: Date): string {
  const { startTime, completionTime } = job.status ?? {};
  if (startTime === undefined) return "";
  const end = completionTime === undefined ? now.getTime() : Date.parse(completionTime);
  return formatDuration(end - Date.parse(startTime));
}
