// Where in an object an error is: spec.containers[0].name, or data[key.txt]. A path is a chain of steps to its parent,
// so that walking an object costs one small node per level and the text is only made for an error.

/** A place in an object. Immutable; the text form is what a Status shows. */
export interface FieldPath {
  /** The path of a field of this object: `spec` → `spec.name`. Several names go down several levels. */
  child(name: string, ...more: readonly string[]): FieldPath;
  /** The path of an item of this list: `ports` → `ports[0]`. */
  index(index: number): FieldPath;
  /** The path of a value of this map: `data` → `data[key]`. */
  key(key: string): FieldPath;
  toString(): string;
}

/**
 * A path where an error is reported: a path, its text, or `undefined` for the object as a whole where upstream has no
 * path at all (it then shows as `<nil>`).
 */
export type FieldPathLike = FieldPath | string | undefined;

/** A path that starts at the object's root: `fieldPath("spec", "replicas")`. */
export function fieldPath(name: string, ...more: readonly string[]): FieldPath {
  return new PathNode(undefined, name, false).descend(more);
}

/** The text of a path as a Status shows it. */
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
      // A step with an empty name shows as a subscript upstream, and the first step never gets a dot.
      if (node.#subscript || node.#step === "") steps.push(`[${node.#step}]`);
      else steps.push(node.#parent === undefined ? node.#step : `.${node.#step}`);
    }
    return steps.reverse().join("");
  }
}
