// The nodes of a parsed JSONPath, as k8s.io/client-go/util/jsonpath has them. A path is a list of nodes; each node maps the values that the
// previous one has found to new values.

/** One step of a path. */
export type Node =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "slice"; readonly params: SliceParams }
  | { readonly type: "filter"; readonly left: NodeList; readonly operator: string; readonly right: NodeList }
  | { readonly type: "union"; readonly lists: readonly NodeList[] }
  | { readonly type: "wildcard" }
  | { readonly type: "recursive" }
  | { readonly type: "identifier"; readonly name: string }
  | { readonly type: "constant"; readonly value: unknown; readonly isText: boolean };

export type NodeList = readonly Node[];

/** Start, end and step of `[start:end:step]`. An absent one is `undefined`. `[i]` has a derived end: the index after `start`. */
export interface SliceParams {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  readonly isEndDerived: boolean;
}

/**
 * A number of Go: a literal of a path (`int`, `float64`) or a byte of a string (`uint8`). Go compares only numbers of the same kind, so that `1.0` of
 * a path is not comparable with the integer 1 of an object.
 */
export class GoNumber {
  readonly type: "int" | "float64" | "uint8";
  readonly value: number | bigint;

  constructor(type: GoNumber["type"], value: number | bigint) {
    this.type = type;
    this.value = value;
  }
}
