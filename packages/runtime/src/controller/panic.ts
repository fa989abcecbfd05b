/** Panics: errors that the JavaScript engine throws because of a bug in the program. */

/**
 * Whether an error is a panic: access to a property of undefined (`TypeError`), an undefined variable (`ReferenceError`), or a stack overflow. Errors with
 * a `code` or a `cause`, such as those of Node's functions and of `fetch`, are ordinary errors.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error) || "code" in error || "cause" in error) return false;
  if (error instanceof RangeError) return error.message === "Maximum call stack size exceeded";
  return error instanceof TypeError || error instanceof ReferenceError;
}
