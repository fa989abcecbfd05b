// The discovery data and table columns of a served kind.

import type { GroupVersionKind } from "@kubewright/apimachinery";

/** A resource of a group version, as kube-apiserver of `kubernetesVersion` serves it by default. */
export interface ServedKind extends GroupVersionKind {
  /** The resource's name in paths: `pods`. */
  readonly plural: string;
  readonly singular: string;
  /** Absent for kinds that cannot be listed, such as reviews. */
  readonly listKind?: string;
  readonly namespaced: boolean;
  /** In alphabetical order, as in discovery. */
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  /** Such as `all`, for `kubectl get all`. */
  readonly categories: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  /** Of the table that `kubectl get` shows; empty for kinds that cannot be listed. */
  readonly columns: readonly TableColumn[];
}

/** A subresource: the body of `pods/eviction` is a `policy/v1, Kind=Eviction`. */
export interface ServedSubresource extends GroupVersionKind {
  /** Without the resource: `eviction`. */
  readonly name: string;
  readonly verbs: readonly string[];
}

/** A column of `meta.k8s.io/v1, Kind=Table`. The sentences that describe columns are left out. */
export interface TableColumn {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string;
  /** `name` marks the column that names the object; often empty. */
  readonly format: string;
  /** 0 is always shown, a higher number only in a wide view. */
  readonly priority: number;
}
