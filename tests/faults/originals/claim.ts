/**
 * A claim of a test about a program, which can also be checked for the program with the defect: it must hold for the example and
 * fail for the original.
 */
import { readCrds } from "@kubewright/envtest";
import { faultsOf } from "../single-faults.ts";
import type { Fault } from "../fault.ts";
import { runSubject } from "../run.ts";
import type { Run } from "../run.ts";
import type { Subject } from "../subject.ts";

export interface Claim {
  /** As in the list of the originals' defects: "M1". */
  readonly id: string;
  /** The predicate of a sentence whose subject is the name of the program. */
  readonly title: string;
  readonly workload: Subject["workload"];
  /** The faults that must not change it, each at every point. Default: no faults. */
  readonly faults?: readonly Fault["kind"][];
  holdsIn(run: Run): boolean;
}

/** Whether the claim holds for the program in a run without faults and in one with each of the chosen faults; by default with each fault. */
export async function holds(
  claim: Claim,
  program: Subject,
  choose: (faults: readonly Fault[]) => readonly Fault[] = (faults) => faults,
): Promise<boolean> {
  const subject = { ...program, crds: await readCrds(program.crds), workload: claim.workload };
  const undisturbed = await runSubject(subject);
  if (!claim.holdsIn(undisturbed)) return false;
  const faults = faultsOf(undisturbed.traffic).filter(({ kind }) => claim.faults?.includes(kind) === true);
  for (const fault of choose(faults)) {
    if (!claim.holdsIn(await runSubject(subject, fault))) return false;
  }
  return true;
}
