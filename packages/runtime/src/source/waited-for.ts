/** Describes informers in the messages of health checks and of sources. */
import type { Informer } from "@kubewright/informer";

/** The kind of an informer and what it waits for: `MyJob (the kind is not installed)`. */
export function waitedFor({ type, state }: Informer): string {
  switch (state.kind) {
    case "pending":
      return `${type.kind} (the kind is not installed)`;
    case "backingOff":
      return `${type.kind} (${state.error instanceof Error ? state.error.message : String(state.error)})`;
    default:
      return type.kind;
  }
}
