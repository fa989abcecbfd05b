/** The node of a dependent outside the cluster: fetch, compare, then create, update or delete. */
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { DependentContext, DependentResult, ExternalDependent } from "./dependent.ts";
import type { GraphNode } from "./node.ts";

export class ExternalNode<O extends KubernetesObject, S> implements GraphNode<O> {
  readonly declaration: ExternalDependent<O, S>;

  constructor(declaration: ExternalDependent<O, S>) {
    this.declaration = declaration;
  }

  async reconcile(owner: Stored<O>, context: DependentContext): Promise<DependentResult> {
    const { fetch, create, update, matches, readyPostcondition } = this.declaration;
    let actual = await fetch(owner, context);
    if (actual === undefined) actual = await create(owner, context);
    else if (!matches(actual, owner)) actual = await update(actual, owner, context);
    return { state: (await (readyPostcondition?.(actual, owner) ?? true)) ? "ready" : "notReady" };
  }

  async delete(owner: Stored<O>, context: DependentContext): Promise<DependentResult> {
    const { fetch, delete: remove, deletePostcondition } = this.declaration;
    const actual = await fetch(owner, context);
    if (actual !== undefined) await remove(actual, owner, context);
    const remaining = actual === undefined ? undefined : await fetch(owner, context);
    const isDeleted = await (deletePostcondition?.(remaining, owner) ?? remaining === undefined);
    return { state: isDeleted ? "deleted" : "deleting" };
  }
}
