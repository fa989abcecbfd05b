/** The built-in kinds that random sequences work on. */
import { coreKinds } from "./core-kinds.ts";
import type { SequenceKind } from "./kind.ts";
import { workloadKinds } from "./workload-kinds.ts";

export const sequenceKinds: readonly SequenceKind[] = [...coreKinds, ...workloadKinds];
