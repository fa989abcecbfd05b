// How the fields of a kind merge under a strategic merge patch. Only built-in kinds have merge schemas: servers reject such a patch of a
// custom resource. `@kubewright/api-facts` makes them from the published definitions.

/** How the fields of an object merge. */
export interface MergeSchema {
  /** The name of the Go type, for errors: `PodSpec`. */
  readonly name: string;
  /** The Go kind of the value, for errors: `ptr` for the value of a pointer field. */
  readonly kind: "struct" | "ptr";
  /**
   * How a field merges; undefined when the type has no such field. The name of a field matches in any case, as in Go, unless another field
   * has exactly this name.
   */
  field(name: string): MergeField | undefined;
}

/** How one field merges. */
export interface MergeField {
  /** `merge`, `replace`, `retainKeys`; empty when the field is replaced if it is a list and merged if it is an object. */
  readonly patchStrategy: readonly string[];
  /** The key by which items of a list of objects are the same. */
  readonly mergeKey?: string;
  /** The Go type of the field. A patch may order a list, and, without an effect, what a pointer points to; nothing else. */
  readonly type: "list" | "pointer" | "other";
  /** The fields of the object, or of the items of the list; undefined for a map, and for items that are not objects. */
  readonly schema?: MergeSchema;
}
