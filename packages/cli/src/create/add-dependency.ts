/** Packages that a command's code needs, put into package.json: npm installs them with the others. */
import { CommandError } from "../io.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { printJson } from "../templates/json.ts";

/** package.json with these packages (`@acme/widgets@1.2.3`), or nothing when it has them all. A version that is there already stays. */
export async function addDependencies(
  folder: ProjectFolder,
  packages: readonly string[],
): Promise<readonly ScaffoldFile[]> {
  if (packages.length === 0) return [];
  const text = await folder.read("package.json");
  if (text === undefined) throw new CommandError(`Cannot add "${packages.join('", "')}": there is no package.json`);
  const manifest = parse(text);
  const found = manifest["dependencies"];
  const dependencies = typeof found === "object" && found !== null ? found : {};
  const wanted = packages.map(partsOf).filter(([name]) => !Object.hasOwn(dependencies, name));
  if (wanted.length === 0) return [];
  const changed = { ...manifest, dependencies: { ...dependencies, ...Object.fromEntries(wanted) } };
  return [{ path: "package.json", content: printJson(changed), ifExists: "replace" }];
}

/** `@acme/widgets@1.2.3`; without a version, whichever npm finds is as good as another. */
function partsOf(text: string): readonly [name: string, version: string] {
  const at = text.indexOf("@", 1);
  return at === -1 ? [text, "*"] : [text.slice(0, at), text.slice(at + 1)];
}

function parse(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}
