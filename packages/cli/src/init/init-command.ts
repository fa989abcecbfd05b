/** `kubewright init`: creates a project in an empty folder. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

import { createFolder } from "@kubewright/gen";
import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { ownPlugins } from "../plugins/plugin-names.ts";
import { checkName } from "../project/names.ts";
import { layout } from "../project/project.ts";
import type { Project } from "../project/project.ts";
import { projectFile } from "../project/read-project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import { openProjectFolder } from "../scaffold/project-folder.ts";
import { initScaffold } from "../templates/init.ts";
import { spdxOf } from "../templates/root/license.ts";
import { headerOfFlags } from "./header-of-flags.ts";
import type { HeaderFlags } from "./header-of-flags.ts";

export interface InitFlags extends HeaderFlags {
  readonly projectName?: string;
  readonly domain: string;
  readonly repo?: string;
  readonly fetchDeps: boolean;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  readonly plugins: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly verbose?: boolean;
}

/**
 * @param folder Below the current folder or absolute; created if it does not exist. Absent: the current folder.
 * @throws {CommandError} if a name is invalid, the folder is not empty, or npm fails.
 */
export async function runInit(
  folder: string | undefined,
  flags: InitFlags,
  { io, version, plugins }: Pick<CommandContext, "io" | "version" | "plugins">,
): Promise<void> {
  const root = path.resolve(io.cwd, folder ?? ".");
  const project = { ...projectOf(flags, root, plugins?.names ?? []), cliVersion: version };
  await createRoot(root, flags);
  if (!flags.force) await checkFolder(root);
  const before = await (await openProjectFolder(root)).read("package.json");
  const scaffold = initScaffold(project, {
    version,
    license: spdxOf(flags.license),
    header: await headerOfFlags(flags, io),
    ...(before === undefined ? {} : { packageJsonBefore: before }),
  });

  await applyScaffold(root, scaffold, {
    io,
    force: flags.force,
    dryRun: flags.dryRun,
    verbose: flags.verbose,
    extend: plugins?.extend,
  });
  if (flags.dryRun) return;

  if (flags.fetchDeps && io.run) {
    const code = await io.run("npm", ["install"], root);
    if (code !== 0)
      throw new CommandError(`Cannot install the dependencies: npm exited with code ${code}: run npm install`);
  }
  const steps = [
    ...(folder === undefined ? [] : [`cd ${/^[\w./@-]+$/u.test(folder) ? folder : JSON.stringify(folder)}`]),
    ...(flags.fetchDeps && io.run ? [] : ["npm install"]),
    "npx kubewright create api --group <group> --version v1 --kind <Kind>",
  ];
  io.out(`Next: define a kind with:\n${steps.map((step) => `  $ ${step}\n`).join("")}`);
}

async function createRoot(root: string, { dryRun }: InitFlags): Promise<void> {
  const isThere = await stat(root).then(
    () => true,
    () => false, // It is created.
  );
  if (isThere) return;
  if (dryRun) throw new CommandError(`Cannot use --dry-run: the folder "${root}" does not exist`);
  createFolder(root);
}

function projectOf(
  { projectName, domain, repo, multigroup, namespaced, plugins }: InitFlags,
  root: string,
  others: readonly string[],
): Project {
  const name = projectName ?? path.basename(root).toLowerCase();
  const where = projectName === undefined ? "the folder's name as --project-name" : "--project-name";
  ownPlugins(plugins, [layout]);
  return {
    version: "3",
    layout: [layout, ...others],
    projectName: checkName("project name", name, where),
    ...(domain === "" ? {} : { domain: checkName("domain", domain, "--domain") }),
    ...(repo === undefined ? {} : { repo: checkName("repo", repo, "--repo") }),
    ...(multigroup ? { multigroup } : {}),
    ...(namespaced ? { namespaced } : {}),
    resources: [],
  };
}

/**
 * As in kubebuilder, a folder may contain the files of a fresh checkout (hidden files, documentation, a LICENSE), and those of npm after
 * the installation of this command.
 */
async function checkFolder(folder: string): Promise<void> {
  const entries = await readdir(folder);
  if (entries.includes(projectFile)) {
    throw new CommandError(
      "Cannot create a project here: PROJECT exists already: run npm install to complete an interrupted init, or choose an empty folder",
    );
  }
  const foreign = entries.filter((name) => !isHarmless(name)).toSorted();
  if (foreign.length === 0) return;
  const shown = foreign.slice(0, 5).join(", ") + (foreign.length > 5 ? ` and ${foreign.length - 5} more` : "");
  throw new CommandError(
    `Cannot create a project here: the folder contains ${shown}: expected an empty folder, or --force`,
  );
}

function isHarmless(name: string): boolean {
  return /^\.|\.md$|^[A-Z]+$|^(?:package\.json|package-lock\.json|node_modules)$/u.test(name);
}
