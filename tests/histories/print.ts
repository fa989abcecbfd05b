/** Findings as text: a table of the calls that contradict each other, or of the events of a watch. */
import type { Call, History, Operation, Outcome, View, WatchEvent } from "./history.ts";
import type { Finding } from "./check.ts";
import type { State } from "./model.ts";
import { shrinkCalls } from "./shrink.ts";
import type { Semantics } from "./semantics.ts";

/** The findings of a history, each with the relevant calls or events. */
export function printFindings(history: History, findings: readonly Finding[], semantics: Semantics = "strict"): string {
  return findings.map((finding) => printFinding(history, finding, semantics)).join("\n\n");
}

function printFinding(history: History, finding: Finding, semantics: Semantics): string {
  switch (finding.type) {
    case "not linearizable": {
      const { calls, initial } = shrinkCalls(history, finding.object, semantics);
      const title = `${history.kind.kind} "${finding.object}" is not linearizable. No order of these calls explains the responses:`;
      return [title, printCalls(calls, initial)].join("\n");
    }
    case "watch": {
      const { object, watch, problem } = finding;
      const events = object === undefined ? watch.events : watch.events.filter((event) => event.object === object);
      const title = `${history.kind.kind}${object === undefined ? "" : ` "${object}"`}, watch of client ${watch.client} from revision ${watch.from}: ${problem}`;
      return [title, table([["event", "object", "state"], ...events.map(eventRow)])].join("\n");
    }
    default:
      return `${history.kind.kind}: ${finding.problem}`;
  }
}

/** The calls in the order of their invocation, with the state before the first. */
export function printCalls(calls: readonly Call[], initial: State): string {
  const rows = calls
    .toSorted((one, other) => one.invoked - other.invoked)
    .map(({ client, invoked, returned, operation, outcome }) => [
      `${client}`,
      `${invoked}`,
      returned === Infinity ? "-" : `${returned}`,
      operationText(operation),
      outcomeText(outcome),
    ]);
  const before = initial.object === undefined ? "absent" : viewText(initial.object);
  return [`before: ${before}`, table([["client", "from", "to", "operation", "response"], ...rows])].join("\n");
}

function operationText(operation: Operation): string {
  const { verb, ...fields } = operation;
  const shown = Object.entries(fields)
    .filter(([name, value]) => name !== "force" || value === true)
    .map(([name, value]) => (name === "force" ? "force" : `${name} ${valueText(value)}`));
  return [verb, ...shown].join(" ");
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "object":
      return `${outcome.code} ${viewText(outcome.object)}`;
    case "removed":
      return `200 removed ${shortUid(outcome.uid)}`;
    case "refused":
      return `${outcome.code}`;
    case "unknown":
      return "unknown";
  }
}

function eventRow({ type, object, view }: WatchEvent): readonly string[] {
  return [type, object, viewText(view)];
}

function viewText({ uid, revision, annotations, finalizers, deleting, status, owners }: View): string {
  const parts = [`@${revision}`, shortUid(uid), valueText(annotations)];
  if (finalizers.length > 0) parts.push(`finalizers ${valueText(finalizers)}`);
  if (deleting) parts.push("deleting");
  if (Object.keys(status).length > 0) parts.push(`status ${valueText(status)}`);
  if (Object.keys(owners).length > 0) parts.push(`owners ${valueText(owners)}`);
  return parts.join(" ");
}

function shortUid(uid: string): string {
  return uid.slice(0, 4);
}

function valueText(value: unknown): string {
  return typeof value === "string"
    ? value
    : JSON.stringify(value).replaceAll('"', "").replaceAll("histories.test/", "");
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return rows.map((row) => `  ${line(row)}`).join("\n");
}
