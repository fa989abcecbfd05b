/** Whether what was saved can be read at all. A program that cannot would end the running one for nothing. */
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";

/** What is wrong with the TypeScript files among `files`, paths below `root`, a line each: `api/v1/job.ts:3: Expression expected`. Those that are gone count as right. */
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

/** Node prints the place above the message. */
function placeOf(error: unknown, file: string): string {
  const [first = ""] = (error instanceof Error ? (error.stack ?? "") : "").split("\n");
  return first.startsWith(`${file}:`) ? first : file;
}
