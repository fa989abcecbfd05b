/** References to tests in generated pages: `path > title`. */
import { readFile } from "node:fs/promises";
import { posix } from "node:path";

const repository = new URL("../../", import.meta.url);

/** The references without a file or without a test of that title. */
export async function missingTests(references: readonly string[]): Promise<readonly string[]> {
  const distinct = [...new Set(references)];
  const exists = await Promise.all(distinct.map(existsTest));
  return distinct.filter((_, index) => exists[index] !== true);
}

/** A link to the file, with the title, for a cell of a table of a page in `folder`. */
export function testCell(reference: string, folder: string): string {
  const [file = "", title = ""] = reference.split(" > ");
  return `[${file}](${posix.relative(folder, file)}): ${title.replaceAll("|", String.raw`\|`)}`;
}

async function existsTest(reference: string): Promise<boolean> {
  const [file = "", title] = reference.split(" > ");
  const source = await readFile(new URL(file, repository), "utf8").catch(() => "");
  return title !== undefined && title !== "" && source.includes(JSON.stringify(title).slice(1, -1));
}
