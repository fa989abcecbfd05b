/** A dependent without the type of its objects, as the graph works with it. */
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { DependentBase, DependentContext, DependentResult } from "./dependent.ts";

export interface GraphNode<O extends KubernetesObject> {
  readonly declaration: DependentBase<O>;
  /** The kind to watch. Absent for an external dependent. */
  readonly type?: ResourceType;
  /** Brings the dependent to the desired state. */
  reconcile(owner: Stored<O>, context: DependentContext): Promise<DependentResult>;
  /** Deletes the dependent. */
  delete(owner: Stored<O>, context: DependentContext): Promise<DependentResult>;
}
