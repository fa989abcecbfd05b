// The columns and cells of a kind in a `Table`, which `kubectl get` prints.
import type { ReadonlyObject } from "../objects/api-object.ts";

/** Columns of `kubectl get`. */
export interface TableDefinition {
  readonly columns: readonly TableColumn[];
  /** The cells of one object in the version of the request, one per column. `now` is the time to compute ages against. */
  readonly cells: (object: ReadonlyObject, now: Date) => readonly unknown[];
  /** Conditions of a row, for example that its object has completed. Default: none. */
  readonly conditions?: (object: ReadonlyObject) => readonly object[] | undefined;
  /** Orders the rows of a list. Default: the order of the list. */
  readonly compareRows?: (a: ReadonlyObject, b: ReadonlyObject) => number;
  /** A table without rows has `rows: null`: the kinds without a printer in kube-apiserver. Default false. */
  readonly printsNoRowsAsNull?: boolean;
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, higher ones only in wide output. */
  readonly priority: number;
}
