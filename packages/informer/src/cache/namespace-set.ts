/** A set of namespaces that changes while caches run: each cache that was created with it follows its changes. */

/** Called after each change of the set, at once. */
export type NamespaceSetListener = () => void;

export interface NamespaceSet {
  /** The names, in the order of their addition. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /**
   * Replaces the names. Caches list and watch the added namespaces, and deliver their objects to handlers as additions. They end the watches of the
   * removed namespaces and drop their objects; handlers receive no event for these, because the objects still exist.
   *
   * @throws {TypeError} if a name is empty.
   */
  set(names: Iterable<string>): void;
  /** Calls the listener after each change, until the result is disposed. */
  onChange(listener: NamespaceSetListener): Disposable;
}

/**
 * Creates a set of namespaces for `defaultNamespaces` or `byObject` of a cache. It may be empty.
 *
 * @throws {TypeError} if a name is empty.
 */
export function createNamespaceSet(names: Iterable<string> = []): NamespaceSet {
  return new ChangingNamespaces(names);
}

/** Whether the namespaces of a cache can change. */
export function isNamespaceSet(namespaces: unknown): namespaces is NamespaceSet {
  return namespaces instanceof ChangingNamespaces;
}

class ChangingNamespaces implements NamespaceSet {
  #names: ReadonlySet<string>;
  readonly #listeners = new Set<NamespaceSetListener>();

  constructor(names: Iterable<string>) {
    this.#names = checked(names);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  set(names: Iterable<string>): void {
    const next = checked(names);
    if (next.size === this.#names.size && next.isSubsetOf(this.#names)) return;
    this.#names = next;
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: NamespaceSetListener): Disposable {
    const own = (): void => listener(); // The same listener may be added twice.
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }
}

function checked(names: Iterable<string>): ReadonlySet<string> {
  const set = new Set(names);
  if (set.has("")) throw new TypeError("Cannot set namespaces: a name is empty, must be the name of a namespace");
  return set;
}
