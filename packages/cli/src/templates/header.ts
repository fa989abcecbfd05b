/** The license header of the code files in a project. */

/** A file of code: the header, a blank line and the code. An empty header adds nothing. */
export function withHeader(header: string, code: string): string {
  const trimmed = header.trim();
  return trimmed === "" ? code : `${trimmed}\n\n${code}`;
}
