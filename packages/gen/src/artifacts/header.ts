/** What stands at the head of generated files: a licence, for those whose every file has one. */
import type { FileHost } from "../files/file-host.ts";
import { joinPath } from "../files/join-path.ts";
import type { FileHeader } from "../generators.ts";
import { InputError } from "../problem.ts";

/**
 * The text of the header, with the year in it, ending in a line feed; empty when there is none.
 *
 * @throws {@link InputError} when the file is not there.
 */
export function headerText(host: FileHost, root: string, { headerFile, year = "" }: FileHeader): string {
  if (headerFile === undefined) return "";
  const text = host.readFile(joinPath(root, headerFile));
  if (text === undefined)
    throw new InputError(
      `Cannot read the header of generated files: there is no file "${headerFile}" in "${root}": expected a text such as a licence`,
    );
  return `${text.replaceAll(" YEAR", ` ${year}`).trimEnd()}\n`;
}
