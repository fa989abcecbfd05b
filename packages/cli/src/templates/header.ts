/** What begins every file of code in a project that wants it: who holds the rights, and under which license. */

/** Where a project keeps it, so that later commands begin their files with it too. */
export const headerFile = "hack/boilerplate.ts.txt";

/** A file of code: the header, a blank line and the code. An empty header adds nothing. */
export function withHeader(header: string, code: string): string {
  const trimmed = header.trim();
  return trimmed === "" ? code : `${trimmed}\n\n${code}`;
}
