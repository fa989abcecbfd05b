// Calls `Strategy.committed` for each stored change, for example to serve a new CRD or to free an address. The hook of one change may write again;
// this queue holds those changes until the hook has returned. So hooks run one after the other, in the order of the writes, and all of them have
// run when the first write returns.
import type { ServerContext } from "./server-context.ts";
import type { CommittedChange, ServedResource } from "./strategy.ts";

interface Commit {
  readonly resource: ServedResource;
  readonly change: CommittedChange;
}

export class CommitQueue {
  #pending: Commit[] = [];
  #isDraining = false;

  /** Adds a change that has been stored. Runs the hooks of all pending changes, unless a hook made the change: then it runs later in the same turn. */
  push(resource: ServedResource, change: CommittedChange, context: ServerContext): void {
    if (resource.strategy.committed === undefined) return;
    this.#pending.push({ resource, change });
    if (!this.#isDraining) this.#drain(context);
  }

  /** Runs every hook, also those behind one that throws; the first error is thrown at the end. */
  #drain(context: ServerContext): void {
    const errors: unknown[] = [];
    this.#isDraining = true;
    // The loop also reaches what hooks add.
    for (const { resource, change } of this.#pending) {
      try {
        resource.strategy.committed?.(change, context);
      } catch (error) {
        errors.push(error);
      }
    }
    this.#pending = [];
    this.#isDraining = false;
    if (errors.length > 0) throw errors[0];
  }
}
