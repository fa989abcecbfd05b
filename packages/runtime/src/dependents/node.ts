/** A dependent as a node of the graph, without the type of its objects. */
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { DependentBase, DependentContext, DependentResult } from "./dependent.ts";

export interface GraphNode<O extends KubernetesObject> {
  readonly declaration: DependentBase<O>;
  /** The kind to watch. Absent for an external dependent. */
  readonly type?: ResourceType;
  /** Applies the desired state of the dependent. */
  reconcile(owner: Stored<O>, context: DependentContext): Promise<DependentResult>;
  /** Deletes the dependent. */
  delete(owner: Stored<O>, context: DependentContext): Promise<DependentResult>;
}
