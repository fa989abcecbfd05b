/** The header of generated files, such as a license. */
import type { FileHost } from "../files/file-host.ts";
import { joinPath } from "../files/join-path.ts";
import type { FileHeader } from "../generators.ts";
import { InputError } from "../problem.ts";

/**
 * The content of the header file, with the year inserted, ending in a line feed. Empty without a header file.
 *
 * @throws {@link InputError} when the file does not exist.
 */
export function headerText(host: FileHost, root: string, { headerFile, year = "" }: FileHeader): string {
  if (headerFile === undefined) return "";
  const text = host.readFile(joinPath(root, headerFile));
  if (text === undefined)
    throw new InputError(`Cannot read the header of generated files: "${headerFile}" does not exist in "${root}"`);
  return `${text.replaceAll(" YEAR", ` ${year}`).trimEnd()}\n`;
}
