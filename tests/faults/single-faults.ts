/** Single faults at every point of a subject's run, each in a separate run, compared with the run without faults. */
import { readCrds } from "@kubewright/envtest";
import { chosenFaults } from "./chosen-faults.ts";
import { differencesOf } from "./end-state.ts";
import { describeFault } from "./fault.ts";
import type { Fault, Traffic, WatchFaultKind, WriteFaultKind } from "./fault.ts";
import { runSubject } from "./run.ts";
import type { Run } from "./run.ts";
import type { Subject } from "./subject.ts";

export interface Verdict {
  /** The possible faults: each kind at each point. `make test` tries one in five of them. */
  readonly faults: number;
  /** `conflict at write 3, PATCH /apis/…: after "it is created": …`; empty if every run ended like the one without faults. */
  readonly violations: readonly string[];
}

export interface FaultFilter {
  /** The kinds of faults to inject. Default: all. */
  readonly kinds?: readonly Fault["kind"][];
}

const writeFaults: readonly WriteFaultKind[] = ["conflict", "serverError", "responseLost", "restart"];
const watchFaults: readonly WatchFaultKind[] = ["cut", "compacted", "merged", "lagging"];

/** A run at whose end the program still writes is a violation, too, with or without a fault. */
export async function trySingleFaults(tried: Subject, { kinds }: FaultFilter = {}): Promise<Verdict> {
  const subject = { ...tried, crds: await readCrds(tried.crds) };
  const reference = await runSubject(subject);
  const faults = faultsOf(reference.traffic).filter(({ kind }) => kinds?.includes(kind) ?? true);
  const violations = [...violationsOf(reference, reference, "undisturbed")];
  for (const fault of chosenFaults(faults)) {
    const run = await runSubject(subject, fault);
    violations.push(...violationsOf(reference, run, describeFault(fault, run.traffic)));
  }
  return { faults: faults.length, violations };
}

/** Each fault at each point of a recorded run. */
export function faultsOf({ writes, reads, events }: Traffic): readonly Fault[] {
  return [
    ...writes.flatMap((_, index) => writeFaults.map((kind): Fault => ({ kind, write: index + 1 }))),
    ...reads.map((_, index): Fault => ({ kind: "readError", read: index + 1 })),
    ...[...events].flatMap(([watch, count]) =>
      Array.from({ length: count }).flatMap((_, index) =>
        watchFaults.map((kind): Fault => ({ kind, watch, event: index + 1 })),
      ),
    ),
  ];
}

function* violationsOf(reference: Run, run: Run, what: string): Generator<string> {
  for (const [title, expected] of reference.states) {
    for (const difference of differencesOf(expected, run.states.get(title) ?? {})) {
      yield `${what}: when ${title}: ${difference}`;
    }
  }
  if (run.writesAtRest.length > 0) yield `${what}: at rest it wrote ${run.writesAtRest.join(", ")}`;
  for (const failure of run.failures) yield `${what}: it failed: ${String(failure)}`;
}
