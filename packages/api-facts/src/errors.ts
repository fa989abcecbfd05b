// What callers of this package treat apart from all else.

// Two copies of this package recognise each other's errors.
const brand = Symbol.for("@kubewright/api-facts/RecursiveDefinitionError");

/** A type contains itself, so that it has no structural schema. Whoever embeds it has to say something weaker of it. */
export class RecursiveDefinitionError extends Error {
  override readonly name = "RecursiveDefinitionError";
  /** The definition that was to be expanded. */
  readonly definition: string;
  /** The definition that contains itself: the same one, or one in it. */
  readonly recursive: string;

  constructor(definition: string, recursive: string) {
    super(`Cannot expand "${definition}": "${recursive}" contains itself, which a structural schema cannot express`);
    Object.defineProperty(this, brand, { value: true });
    this.definition = definition;
    this.recursive = recursive;
  }
}

/** Whether something thrown says that a type contains itself. */
export function isRecursiveDefinition(error: unknown): error is RecursiveDefinitionError {
  return typeof error === "object" && error !== null && brand in error;
}
