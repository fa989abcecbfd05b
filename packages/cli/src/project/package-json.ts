/** Reads package.json. */
import { CommandError } from "../io.ts";

/**
 * Parses the content of a package.json. `file` names it in messages.
 *
 * @throws {CommandError} if the content is not a JSON object.
 */
export function parsePackageJson(text: string, file: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text, file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError(
    `Cannot read "${file}": it is ${Array.isArray(value) ? "a list" : String(value)}, must be a JSON object`,
  );
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Cannot read "${file}": it is not valid JSON: ${reason.replaceAll(/\s+/g, " ")}`, {
      cause: error,
    });
  }
}
