/** Which controller runs: the name of the controller in whose reconcile the current code was called, across awaits. */
import { AsyncLocalStorage } from "node:async_hooks";

const active = new AsyncLocalStorage<string>();

/** Calls `run` as code of this controller. */
export function runAsController<T>(controller: string, run: () => T): T {
  return active.run(controller, run);
}

/** The controller that the calling code belongs to. Undefined outside of reconciles. */
export function activeController(): string | undefined {
  return active.getStore();
}
