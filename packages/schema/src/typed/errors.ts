// The error for a value that does not fit its schema.

/** A value does not fit its schema. The message is that of kube-apiserver: one error or a list. */
export class TypedError extends Error {
  override readonly name = "TypedError";
  /** Each with its path: `.spec.bogus: field not declared in schema`. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.length === 1 ? errors.join("") : ["errors:", ...errors.map((error) => `  ${error}`)].join("\n"));
    this.errors = errors;
  }
}

/** An error found below a path element. */
export function below(prefix: string, error: string): string {
  // Errors about a place begin with its path, which begins with a dot or a bracket; others get the path of this element.
  return error.startsWith(".") || error.startsWith("[") ? prefix + error : `${prefix}: ${error}`;
}
