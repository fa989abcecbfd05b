/** Tells what a {@link DefinitionError} is in another copy of this package, too. */
const definitionErrorBrand: unique symbol = Symbol.for("@kubewright/gen/DefinitionError");

/** JSON is no CustomResourceDefinition that can be worked with. One line: the field, what was found, what was expected. */
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
