/** The active controller: the name of the controller whose reconcile has called the current code, also after an await. */
import { AsyncLocalStorage } from "node:async_hooks";

const active = new AsyncLocalStorage<string>();

/** Calls `run` with this controller as the active controller. */
export function runAsController<T>(controller: string, run: () => T): T {
  return active.run(controller, run);
}

/** The name of the active controller. Undefined outside of reconciles. */
export function activeController(): string | undefined {
  return active.getStore();
}
