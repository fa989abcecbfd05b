/**
 * `kubewright alpha generate`: runs the commands that created a project again, from its PROJECT file. It writes into another folder,
 * because the files of the project belong to its author. The difference between the two folders is the changes of the author and of this
 * version.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";

import { createFolder } from "@kubewright/gen";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { changePackageJson } from "../create/change-package-json.ts";
import type { PackageJsonNeeds } from "../create/change-package-json.ts";
import { rerunPlugins } from "../edit/rerun-plugins.ts";
import { deployImageOf } from "../project/deploy-image.ts";
import { openProject } from "../project/open-project.ts";
import { isSameGroup, withResource } from "../project/project.ts";
import type { Project, Resource } from "../project/project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { openProjectFolder } from "../scaffold/project-folder.ts";
import type { Scaffold } from "../scaffold/scaffold-file.ts";
import { apiScaffold } from "../templates/create-api.ts";
import { webhookScaffold } from "../templates/create-webhook.ts";
import { initScaffold } from "../templates/init.ts";

export interface AlphaGenerateFlags {
  /** Default: the current folder. */
  readonly inputDir?: string;
  readonly outputDir: string;
}

/** @throws {CommandError} if there is no PROJECT, or the output folder is not empty. */
export async function runAlphaGenerate(flags: AlphaGenerateFlags, io: Io, version: string): Promise<void> {
  const { inputDir = ".", outputDir } = flags;
  const opened = await openProject({ cwd: path.resolve(io.cwd, inputDir) });
  const { text, header, folder } = opened;
  const project = { ...opened.project, cliVersion: version };
  const target = path.resolve(io.cwd, outputDir);
  const before = await folder.read("package.json");
  const start = initScaffold(
    { ...project, resources: [] },
    {
      version,
      license: undefined,
      header,
      renewed: true,
      ...(before === undefined ? {} : { packageJsonBefore: before }),
    },
  );
  const scaffolds = [start, ...stepsOf(project, header, text)];
  createFolder(target);
  if ((await readdir(target)).length > 0) {
    throw new CommandError(
      `Cannot use --output-dir: "${outputDir}" is not empty: expected an empty folder, or one that does not exist`,
    );
  }
  const quiet = { ...io, out: () => {} };
  const written = new Set<string>();
  for (const scaffold of scaffolds) {
    for (const file of await applyScaffold(target, scaffold, { io: quiet })) written.add(file);
  }
  for (const needs of packageNeeds(project, version)) {
    const { files } = await changePackageJson(await openProjectFolder(target), needs);
    await applyScaffold(target, { files, insertions: [] }, { io: quiet });
  }
  const plugins = await rerunPlugins(opened, await openProjectFolder(target));
  for (const file of await applyScaffold(target, { files: plugins.files, insertions: [] }, { io: quiet }))
    written.add(file);
  for (const each of plugins.leftOut) io.err(`warning: ${each}\n`);
  io.out(
    `wrote ${written.size} files to ${outputDir}\nNext: compare the folders with:\n  $ git diff --no-index ${outputDir} ${inputDir}\n`,
  );
}

/** The changes that commands make to package.json. */
function packageNeeds({ resources }: Project, version: string): readonly PackageJsonNeeds[] {
  const schema = [`@kubewright/schema@${version}`];
  return [
    ...(resources.some(({ api }) => api?.ssa) ? [{ dependencies: schema, generator: "applyconfiguration" }] : []),
    ...(resources.some(({ webhooks }) => webhooks?.conversion) ? [{ generator: "conversion" }] : []),
  ];
}

/** One step for each command that PROJECT records: kinds and controllers, then their webhooks. */
function* stepsOf(project: Project, header: string, projectText: string): Generator<Scaffold> {
  let grown: Project = { ...project, resources: [] };
  for (const resource of project.resources) {
    grown = withResource(grown, resource);
    const options = { header, projectText, doResource: resource.api !== undefined, doController: false };
    const image = deployImageOf(project, resource);
    if (options.doResource) yield apiScaffold(grown, resource, { ...options, ...(image && { image }) });
    for (const name of controllersOf(resource)) {
      yield apiScaffold(grown, resource, {
        ...options,
        doResource: false,
        doController: true,
        ...(name === undefined ? image && { image } : { controllerName: name }),
      });
    }
  }
  for (const resource of project.resources) {
    const { defaulting, validation, conversion, spoke } = resource.webhooks ?? {};
    const doAdmission = defaulting === true || validation === true;
    if (!doAdmission && conversion !== true) continue;
    const versions = project.resources.filter((each) => isSameGroup(each, resource) && each.kind === resource.kind);
    const spokes = versions.filter(({ version }) => spoke?.includes(version));
    yield webhookScaffold(project, resource, { header, projectText, doAdmission, spokes });
  }
}

/** The names of the controllers; undefined for the controller that is named after the kind. */
function controllersOf({ controller, controllers = [] }: Resource): readonly (string | undefined)[] {
  return [...(controller === true ? [undefined] : []), ...controllers.map(({ name }) => name)];
}
