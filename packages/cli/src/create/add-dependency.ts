/** The package of an external kind, put into package.json: npm installs it with the others. */
import { CommandError } from "../io.ts";
import type { Resource } from "../project/project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { printJson } from "../templates/json.ts";

/** package.json with the package of `resource`, or nothing when it needs none. A version that is there already stays. */
export async function addDependency(folder: ProjectFolder, { module }: Resource): Promise<readonly ScaffoldFile[]> {
  if (module === undefined) return [];
  const text = await folder.read("package.json");
  if (text === undefined) throw new CommandError(`Cannot add "${module}": there is no package.json`);
  const { name, version } = partsOf(module);
  const manifest = parse(text);
  const found = manifest["dependencies"];
  const dependencies = typeof found === "object" && found !== null ? found : {};
  if (Object.hasOwn(dependencies, name)) return [];
  const changed = { ...manifest, dependencies: { ...dependencies, [name]: version } };
  return [{ path: "package.json", content: printJson(changed), ifExists: "replace" }];
}

/** `@acme/widgets@1.2.3`; without a version, whichever npm finds is as good as another. */
function partsOf(module: string): { readonly name: string; readonly version: string } {
  const at = module.indexOf("@", 1);
  return at === -1 ? { name: module, version: "*" } : { name: module.slice(0, at), version: module.slice(at + 1) };
}

function parse(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}
