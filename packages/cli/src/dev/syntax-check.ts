/** Checks whether saved files can be parsed, because the operator could not restart with a syntax error. */
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

/**
 * The syntax errors of the TypeScript files among `files`, which are paths below `root`, one per line: `api/v1/job.ts:3: Expression
 * expected`. Removed files have no errors.
 */
export async function syntaxProblems(root: string, files: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const file of files.filter((name) => /\.m?ts$/.test(name))) {
    const text = await readFile(path.join(root, file), "utf8").catch(() => "");
    try {
      stripTypeScriptTypes(text, { sourceUrl: file });
    } catch (error) {
      problems.push(`${placeOf(error, file)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
}

/** Node prints the place of the error above the message. */
function placeOf(error: unknown, file: string): string {
  const [first = ""] = (error instanceof Error ? (error.stack ?? "") : "").split("\n");
  return first.startsWith(`${file}:`) ? first : file;
}
