// Deletes the instances of definitions that are being deleted, a bounded number in each turn, so that requests of other clients run in between.
import type { GroupResource } from "../../objects/api-object.ts";
import type { ReconcileContext, Reconciler } from "../../contracts/server-context.ts";

/** The maximum number of instances that one turn deletes. */
export const deletedPerTurnMax = 256;

export class InstanceDeletion implements Reconciler {
  /** The names of the definitions whose instances are being deleted. */
  readonly #begun = new Set<string>();

  hasBegun(name: string): boolean {
    return this.#begun.has(name);
  }

  /** Begins to delete the instances of a definition that allows no creates. */
  begin(name: string, { queue }: Pick<ReconcileContext, "queue">): void {
    this.#begun.add(name);
    queue.add(this, name);
  }

  /** Ends the deletion, also that of instances that remain: without a definition, nothing is served. */
  end(name: string): void {
    this.#begun.delete(name);
  }

  reconcile(name: string, { read, write, queue }: ReconcileContext): void {
    if (!this.#begun.has(name)) return;
    const resource = resourceOf(name);
    let deleted = 0;
    for (const { isDeleting, ...key } of read.keys(resource)) {
      if (isDeleting) continue;
      if (deleted === deletedPerTurnMax) {
        queue.addLater(this, name);
        return;
      }
      write.delete(resource, key);
      deleted += 1;
    }
  }
}

/** The resource that the definition of this name defines: the name is `PLURAL.GROUP`. */
export function resourceOf(name: string): GroupResource {
  const dot = name.indexOf(".");
  return { group: name.slice(dot + 1), resource: name.slice(0, dot) };
}
