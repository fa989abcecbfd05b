/** Packages for a single purpose, which are installed separately, so that the command stays small for everyone else. */
import { CommandError } from "./io.ts";

/** A package that the command loads if it is installed beside it. */
export interface OptionalPackage<T> {
  readonly name: string;
  /** What the command cannot do without it, after `Cannot`: `create a chart`. */
  readonly purpose: string;
  /** Imports the package by a literal name, which gives the result its type. */
  readonly load: () => Promise<T>;
  /** How to get it, in place of `npm install` in the project. */
  readonly install?: string;
}

/** @throws {CommandError} with the way to install the package, when it is not installed. */
export async function loadOptional<T>({ name, purpose, load, install }: OptionalPackage<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new CommandError(
      `Cannot ${purpose}: the package ${name} is not installed: expected it beside the command: ${install ?? `npm install --save-dev --save-exact ${name}`}`,
      { cause },
    );
  }
}

/** Whether the package itself does not exist. A dependency of it that is missing is another error. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  );
}
