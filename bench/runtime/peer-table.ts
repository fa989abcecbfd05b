/** The table of our operator beside its peers: medians with their range, and the goal of each figure. */
import { alignedTable } from "../aligned-table.ts";
import { median } from "../processes.ts";
import type { PeerName } from "./peers.ts";
import type { PeerGoal, RowTemplate } from "./scenario.ts";

export interface PeerRow extends Omit<RowTemplate, "figure"> {
  /** The figures of all runs of each operator. */
  readonly values: ReadonlyMap<PeerName, readonly number[]>;
}

/** Lines of text with a column per operator. `ratio` compares our median with the median of the goal's peer. */
export function peerTableOf(names: readonly PeerName[], rows: readonly PeerRow[]): string {
  return alignedTable([
    ["figure", "goal", ...names, "ratio", "met"],
    ...rows.map((row) => [
      row.unit === "" ? row.what : `${row.what}, ${row.unit}`,
      row.goal === undefined ? "" : goalText(row.goal, row.unit),
      ...names.map((name) => cell(row.values.get(name) ?? [])),
      ...verdict(row),
    ]),
  ]);
}

function goalText(goal: PeerGoal, unit: string): string {
  return "timesOf" in goal ? `${goal.atMost} of ${goal.timesOf}` : `at most ${goal.atMost} ${unit}`.trimEnd();
}

function cell(values: readonly number[]): string {
  if (values.length === 0) return "";
  const [low, high] = [digits(Math.min(...values)), digits(Math.max(...values))];
  return low === high ? low : `${digits(median(values))} (${low} to ${high})`;
}

function digits(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

/** The ratio to the goal's peer, and whether the goal is met. Both are empty if a figure for them is missing. */
function verdict({ goal, values }: PeerRow): readonly [ratio: string, met: string] {
  const ours = values.get("kubewright") ?? [];
  if (goal === undefined || ours.length === 0) return ["", ""];
  if (!("timesOf" in goal)) return ["", median(ours) <= goal.atMost ? "yes" : "no"];
  const theirs = values.get(goal.timesOf) ?? [];
  if (theirs.length === 0) return ["", ""];
  const ratio = median(ours) / median(theirs);
  return [ratio.toFixed(2), ratio <= goal.atMost ? "yes" : "no"];
}
