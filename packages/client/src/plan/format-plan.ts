/** A plan as text for a terminal or a log. */
import { formatKey } from "@kubewright/apimachinery";
import type { FieldDifference } from "./field-differences.ts";
import type { PlannedWrite } from "./planned-write.ts";

/** Longer values are cut. */
const valueLengthMax = 120;

/**
 * One line for each write, and below it one line for each field that differs. The data of Secrets is not shown.
 *
 *     patch Deployment "default/web"
 *       spec.replicas: 1 -> 3
 */
export function formatPlan(writes: readonly PlannedWrite[]): string {
  return writes.map(formatWrite).join("\n");
}

function formatWrite(write: PlannedWrite): string {
  const { verb, type, key, subresource, differences, after } = write;
  const name = `${subresource === undefined ? "" : `${subresource} of `}${type.kind} "${formatKey(key)}"`;
  // A deleted object has no fields to show.
  if (after === undefined) return `${verb} ${name}`;
  if (differences.length === 0) return `${verb} ${name} (no change)`;
  const isSecret = type.group === "" && type.kind === "Secret";
  return [`${verb} ${name}`, ...differences.map((each) => `  ${formatDifference(each, isSecret)}`)].join("\n");
}

function formatDifference(difference: FieldDifference, isSecret: boolean): string {
  const { path, before, after } = difference;
  const isHidden = isSecret && /^(?:data|stringData)\b/u.test(path);
  const shown = (value: unknown): string => (isHidden ? "***" : formatValue(value));
  if (!("before" in difference)) return `${path}: ${shown(after)} (added)`;
  if (!("after" in difference)) return `${path}: ${shown(before)} (removed)`;
  return `${path}: ${shown(before)} -> ${shown(after)}`;
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)}…` : text;
}
