/** `config/` of a project in memory, after all its commands. */
import type { Project } from "../../project/project.ts";
import { insertBlock } from "../../scaffold/insert-block.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { apiConfig, initConfig, webhooksConfig } from "./config-scaffold.ts";

/** The files by path. */
export function renderedConfig(project: Project): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  apply(files, initConfig(project));
  for (const resource of project.resources) {
    apply(files, apiConfig(project, resource));
    apply(files, webhooksConfig(project, resource));
  }
  return files;
}

function apply(files: Map<string, string>, scaffold: Scaffold): void {
  for (const { path, content } of scaffold.files) if (!files.has(path)) files.set(path, content);
  for (const insertion of scaffold.insertions) {
    const text = files.get(insertion.path);
    const changed = text === undefined ? undefined : insertBlock(text, insertion);
    if (changed === undefined) throw new Error(`${insertion.path} has no place for ${insertion.marker}`);
    files.set(insertion.path, changed);
  }
}
