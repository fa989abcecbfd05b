// The place of a container in a JSON document. Containers with the same path share a node, so a path is built at most once.

/** A path that the scanner looks for, and where the part below a node begins in it. */
export interface SoughtPath {
  readonly path: string;
  readonly at: number;
}

/** The node of an object or array. Its fields hold what is known about the fields below it. */
export class PathNode {
  readonly #children = new Map<string | number, PathNode>();
  readonly #sought: readonly SoughtPath[];
  #ends: ReadonlyMap<string, string> | undefined;
  /** The duplicate keys of this container that were reported. */
  readonly reported: Set<string> = new Set();

  constructor(sought: readonly SoughtPath[]) {
    this.#sought = sought;
  }

  /** The node of the container in the field or item `step`. */
  child(step: string | number): PathNode {
    const known = this.#children.get(step);
    if (known !== undefined) return known;
    const child = new PathNode(this.#soughtBelow(typeof step === "number" ? `[${step}]` : step));
    this.#children.set(step, child);
    return child;
  }

  /** Whether the field `key` of this container is sought. */
  isSought(key: string): boolean {
    if (this.#sought.length === 0) return false;
    this.#ends ??= new Map(this.#sought.map(({ path, at }) => [path.slice(at), path]));
    return this.#ends.has(key);
  }

  #soughtBelow(step: string): readonly SoughtPath[] {
    if (this.#sought.length === 0) return this.#sought;
    const first = step.charCodeAt(0);
    return this.#sought.flatMap(({ path, at }) => {
      if (path.charCodeAt(at) !== first || !path.startsWith(step, at)) return [];
      const end = at + step.length;
      if (path[end] === ".") return [{ path, at: end + 1 }];
      return path[end] === "[" ? [{ path, at: end }] : [];
    });
  }
}
