// Paths of expressions, as `self.names[0]`. The reference keeps them in slices of Go: after a step is appended to a slice with spare capacity, appending
// another step to the same slice overwrites the first one, also in paths that exist already. Estimates depend on that.

/** A path. `append` can change paths that were appended to the same path before, as in Go. */
export class Path {
  static readonly empty: Path = new Path([], 0, 0);

  readonly #elements: string[];
  readonly #capacity: number;
  readonly length: number;

  private constructor(elements: string[], length: number, capacity: number) {
    this.#elements = elements;
    this.length = length;
    this.#capacity = capacity;
  }

  /** The path of a variable. */
  static of(name: string): Path {
    return new Path([name], 1, 1);
  }

  /** The current steps. */
  get steps(): readonly string[] {
    return this.#elements.slice(0, this.length);
  }

  /** The path with one more step. */
  append(step: string): Path {
    if (this.length < this.#capacity) {
      this.#elements[this.length] = step;
      return new Path(this.#elements, this.length + 1, this.#capacity);
    }
    // Go doubles the capacity of a short slice.
    return new Path([...this.steps, step], this.length + 1, Math.max(2 * this.#capacity, 1));
  }
}
