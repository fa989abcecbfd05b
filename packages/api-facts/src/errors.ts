// Errors that callers of this package distinguish.

// Two copies of this package recognise each other's errors.
const brand = Symbol.for("@kubewright/api-facts/RecursiveDefinitionError");

/** A type contains itself, so it has no structural schema. A schema that embeds it must use a less specific type. */
export class RecursiveDefinitionError extends Error {
  override readonly name = "RecursiveDefinitionError";
  /** The expanded definition. */
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

/** Whether a value is a `RecursiveDefinitionError`, of this copy of the package or another one. */
export function isRecursiveDefinition(error: unknown): error is RecursiveDefinitionError {
  return typeof error === "object" && error !== null && brand in error;
}
