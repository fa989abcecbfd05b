/** A cache that is not ready, said so that a person knows what to do. */
import type { Informer } from "@kubewright/informer";

/** What an informer that has not synced waits for: `MyJob (the kind is not installed)`. */
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
