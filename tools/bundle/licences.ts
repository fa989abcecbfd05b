// The licences of the packages whose code is in a bundle: they require that their text is distributed with it.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";

/** Writes LICENSES.txt into the bundle: name, version and licence of each foreign package in it. */
export function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => folderOf(id) ?? []));
      const texts = Array.from(folders).toSorted().map(licenceOf);
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: texts.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}

/** The folder of the installed package that a module belongs to. */
function folderOf(id: string): string | undefined {
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u.exec(id)?.[0];
}

/** @throws an Error if the package has no licence text. */
function licenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const [file] = globSync("{LICENSE,LICENCE,license}*", { cwd: folder });
  if (file === undefined) throw new Error(`Cannot bundle ${name}: it has no licence text in ${folder}`);
  const notice = path.join(folder, "NOTICE");
  const text = readFileSync(path.join(folder, file), "utf8").trim();
  return `${name} ${version}\n\n${text}\n${existsSync(notice) ? `\n${readFileSync(notice, "utf8").trim()}\n` : ""}`;
}
