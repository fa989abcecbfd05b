// The path of a field: spec.containers[0].name, or data[key.txt]. A path is a node with a reference to its parent,
// so that walking an object allocates one small node per level, and paths are only formatted for errors.

/** The path of a field. Immutable. `formatFieldPath` returns the string in a Status. */
export interface FieldPath {
  /** The path of a field of this object: `spec` → `spec.name`. Each further name adds a level. */
  child(name: string, ...more: readonly string[]): FieldPath;
  /** The path of an item of this list: `ports` → `ports[0]`. */
  index(index: number): FieldPath;
  /** The path of a value of this map: `data` → `data[key]`. */
  key(key: string): FieldPath;
  toString(): string;
}

/**
 * The path of an error: a path, its string, or `undefined` for errors about the whole object for which kube-apiserver has no
 * path (printed as `<nil>`).
 */
export type FieldPathLike = FieldPath | string | undefined;

/** A path that starts at the object's root: `fieldPath("spec", "replicas")`. */
export function fieldPath(name: string, ...more: readonly string[]): FieldPath {
  return new PathNode(undefined, name, false).descend(more);
}

/** Formats a path as in a Status. */
export function formatFieldPath(path: FieldPathLike): string {
  return path === undefined ? "<nil>" : path.toString();
}

class PathNode implements FieldPath {
  readonly #parent: PathNode | undefined;
  readonly #step: string;
  readonly #subscript: boolean;

  constructor(parent: PathNode | undefined, step: string, subscript: boolean) {
    this.#parent = parent;
    this.#step = step;
    this.#subscript = subscript;
  }

  child(name: string, ...more: readonly string[]): FieldPath {
    return new PathNode(this, name, false).descend(more);
  }

  index(index: number): FieldPath {
    return new PathNode(this, String(index), true);
  }

  key(key: string): FieldPath {
    return new PathNode(this, key, true);
  }

  descend(names: readonly string[]): PathNode {
    let node: PathNode = this;
    for (const name of names) node = new PathNode(node, name, false);
    return node;
  }

  toString(): string {
    const steps: string[] = [];
    for (let node: PathNode | undefined = this; node !== undefined; node = node.#parent) {
      // As in kube-apiserver, a step with an empty name prints as a subscript, and the first step has no dot.
      if (node.#subscript || node.#step === "") steps.push(`[${node.#step}]`);
      else steps.push(node.#parent === undefined ? node.#step : `.${node.#step}`);
    }
    return steps.reverse().join("");
  }
}
