/** Panics: errors that the JavaScript engine throws because of a defect of the program. */

/**
 * Whether an error is a defect: a wrong access (`TypeError`), an undefined variable (`ReferenceError`), or a stack overflow. Errors with a `code` or a `cause`, such
 * as those of Node's functions and of `fetch`, are failures.
 */
export function isPanic(error: unknown): boolean {
  if (!(error instanceof Error) || "code" in error || "cause" in error) return false;
  if (error instanceof RangeError) return error.message === "Maximum call stack size exceeded";
  return error instanceof TypeError || error instanceof ReferenceError;
}
