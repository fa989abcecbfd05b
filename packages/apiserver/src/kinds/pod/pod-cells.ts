/** The row of a Pod in `kubectl get pods`, where the Status column sums up phase, conditions and containers. */
import type { Container, ContainerStatus, Pod } from "@kubewright/api/core/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { View } from "../typed.ts";

const none = "<none>";

/** A finished Pod has a row condition, so that kubectl can omit it. */
export function podConditions(pod: View<Pod>): readonly object[] | undefined {
  const phase = pod.status?.phase;
  const message = phase === undefined ? undefined : endMessages.get(phase);
  return message === undefined ? undefined : [{ type: "Completed", status: "True", reason: phase, message }];
}

const endMessages: ReadonlyMap<string, string> = new Map([
  ["Succeeded", "The pod has completed successfully."],
  ["Failed", "The pod failed."],
]);

/** All cells but the name and the age. */
export function podCells(pod: View<Pod>, now: Date): Readonly<Record<string, unknown>> {
  const { ready, total, text, restarts, lastRestart } = summaryOf(pod);
  const restartCell =
    restarts > 0 && lastRestart !== undefined ? `${restarts} (${formatAge(lastRestart, now)} ago)` : String(restarts);
  return {
    Ready: `${ready}/${total}`,
    Status: text,
    Restarts: restartCell,
    IP: pod.status?.podIPs?.[0]?.ip ?? none,
    Node: pod.spec?.nodeName ?? none,
    "Nominated Node": pod.status?.nominatedNodeName ?? none,
    "Readiness Gates": readinessGates(pod),
  };
}

interface Summary {
  readonly ready: number;
  readonly total: number;
  readonly text: string;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
}

function summaryOf(pod: View<Pod>): Summary {
  const sidecars = new Set((pod.spec?.initContainers ?? []).filter(isSidecar).map((container) => container.name));
  const total = (pod.spec?.containers ?? []).length + sidecars.size;
  const init = initSummary(pod, sidecars);
  const isInitialized = hasCondition(pod, "Initialized");
  const main = init.isInitializing && !isInitialized ? init : mainSummary(pod, sidecars, init);
  return { ...main, total, text: terminatingText(pod) ?? main.text };
}

interface Progress {
  readonly ready: number;
  readonly text: string;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
}

/** The status of the first unfinished init container. */
function initSummary(
  pod: View<Pod>,
  sidecars: ReadonlySet<string | undefined>,
): Progress & { readonly isInitializing: boolean } {
  const statuses = pod.status?.initContainerStatuses ?? [];
  let ready = 0;
  for (const [index, status] of statuses.entries()) {
    const { state } = status;
    if (state?.terminated?.exitCode === 0) continue;
    if (sidecars.has(status.name) && status.started === true) {
      if (status.ready === true) ready += 1;
      continue;
    }
    const seen = statuses.slice(0, index + 1);
    return { ...restartsOf(seen), ready, text: initText(status, index, pod), isInitializing: true };
  }
  return { ...restartsOf(statuses), ready, text: phaseText(pod), isInitializing: false };
}

function initText(status: View<ContainerStatus>, index: number, pod: View<Pod>): string {
  const { terminated, waiting } = status.state ?? {};
  if (terminated !== undefined) return `Init:${endText(terminated)}`;
  const reason = waiting?.reason ?? "";
  if (reason !== "" && reason !== "PodInitializing") return `Init:${reason}`;
  return `Init:${index}/${(pod.spec?.initContainers ?? []).length}`;
}

/** The status of the containers. The first one has precedence. */
function mainSummary(pod: View<Pod>, sidecars: ReadonlySet<string | undefined>, init: Progress): Progress {
  const statuses = pod.status?.containerStatuses ?? [];
  const sidecarStatuses = (pod.status?.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name));
  let { ready } = init;
  let text = init.text.startsWith("Init:") ? init.text : phaseText(pod);
  let errorText: string | undefined;
  let isRunning = false;
  for (const status of statuses.toReversed()) {
    const { waiting, terminated, running } = status.state ?? {};
    if (waiting?.reason !== undefined && waiting.reason !== "") text = waiting.reason;
    else if (terminated !== undefined) {
      text = endText(terminated);
      if (terminated.exitCode !== 0) errorText = text;
    } else if (status.ready === true && running !== undefined) {
      isRunning = true;
      ready += 1;
    }
  }
  if (text === "Completed") {
    if (isRunning && hasCondition(pod, "Ready")) text = "Running";
    else if (errorText !== undefined) text = errorText;
    else if (isRunning) text = "NotReady";
  }
  return { ...restartsOf([...sidecarStatuses, ...statuses]), ready, text };
}

function restartsOf(statuses: readonly View<ContainerStatus>[]): Pick<Progress, "restarts" | "lastRestart"> {
  const ends = statuses
    .map((status) => status.lastState?.terminated?.finishedAt)
    .filter((time) => typeof time === "string");
  return {
    restarts: statuses.reduce((sum, status) => sum + (status.restartCount ?? 0), 0),
    lastRestart: ends.toSorted().at(-1),
  };
}

function endText(end: NonNullable<NonNullable<View<ContainerStatus>["state"]>["terminated"]>): string {
  if (end.reason !== undefined && end.reason !== "") return end.reason;
  if (end.signal !== undefined && end.signal !== 0) return `Signal:${end.signal}`;
  return `ExitCode:${end.exitCode ?? 0}`;
}

function phaseText(pod: View<Pod>): string {
  const gated = (pod.status?.conditions ?? []).some(
    ({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated",
  );
  return gated ? "SchedulingGated" : (pod.status?.reason ?? pod.status?.phase ?? "");
}

function terminatingText(pod: View<Pod>): string | undefined {
  if (pod.metadata?.deletionTimestamp === undefined) return undefined;
  if (pod.status?.reason === "NodeLost") return "Unknown";
  return pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed" ? undefined : "Terminating";
}

function hasCondition(pod: View<Pod>, type: string): boolean {
  return (pod.status?.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
}

function isSidecar(container: View<Container>): boolean {
  return container.restartPolicy === "Always";
}

function readinessGates(pod: View<Pod>): string {
  const gates = pod.spec?.readinessGates ?? [];
  if (gates.length === 0) return none;
  const open = gates.filter(({ conditionType = "" }) => hasCondition(pod, conditionType));
  return `${open.length}/${gates.length}`;
}
