/** The built-in kinds of random sequences. */
import { coreKinds } from "./core-kinds.ts";
import type { SequenceKind } from "./kind.ts";
import { workloadKinds } from "./workload-kinds.ts";

export const sequenceKinds: readonly SequenceKind[] = [...coreKinds, ...workloadKinds];
