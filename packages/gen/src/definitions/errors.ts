/** Identifies a {@link DefinitionError} of another copy of this package. */
const definitionErrorBrand: unique symbol = Symbol.for("@kubewright/gen/DefinitionError");

/** A value is not a valid CustomResourceDefinition. The message is one line: the field, the value, and the expected value. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, definitionErrorBrand, { value: true });
  }
}

/** Whether an error is a {@link DefinitionError}. */
export function isDefinitionError(error: unknown): error is DefinitionError {
  return typeof error === "object" && error !== null && definitionErrorBrand in error;
}
