/** `kubewright edit`: changes the layout, scope or license of an existing project. */
import { headerOfFlags } from "../init/header-of-flags.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { groupOf } from "../project/derived-names.ts";
import { headerFile, openProject } from "../project/open-project.ts";
import { printProject } from "../project/print-project.ts";
import type { Project } from "../project/project.ts";
import type { PluginChain } from "../plugins/plugin-chain.ts";
import { projectFile } from "../project/read-project.ts";
import { applyScaffold } from "../scaffold/apply-scaffold.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { addPlugins } from "./add-plugins.ts";
import { changedFiles } from "./changed-files.ts";
import type { EditFlags } from "./edit-flags.ts";
import { applyMoves, planMoves } from "./move-files.ts";
import { movesOf } from "./moves.ts";

/** @throws {CommandError} when there is nothing to change, or the change is not possible with the existing kinds. */
export async function runEdit(flags: EditFlags, io: Io, others?: PluginChain): Promise<void> {
  const opened = await openProject(io);
  if (flags.plugins !== undefined) return await addPlugins(flags, opened, { io, others });
  if (flags.manifests !== undefined || flags.outputDir !== undefined) {
    throw new CommandError("Cannot use --manifests or --output-dir: expected --plugins helm.kubewright.dev/v1");
  }
  const { project, text, header, folder } = opened;
  const changed = changedProject(project, flags);
  const isLicensed = [flags.license, flags.licenseFile, flags.owner].some((flag) => flag !== undefined);
  if (changed === project && !isLicensed) {
    if (flags.multigroup !== undefined || flags.namespaced !== undefined) {
      io.out("Nothing to change: the project has these settings already\n");
      return;
    }
    throw new CommandError(
      "Nothing to change: expected --multigroup, --namespaced, --license, --license-file, --owner or --plugins",
    );
  }
  const change = await changedFiles({ before: project, after: changed, header, folder, force: flags.force });
  const paths = isKept(changed.multigroup, project.multigroup) ? [] : await folder.list();
  const moved = await planMoves(movesOf(project, changed, paths), paths, folder);
  const scaffold = [
    replaced(projectFile, printProject(changed, text)),
    ...change.files,
    ...(isLicensed ? [replaced(headerFile, await newHeader(flags, io))] : []),
  ];

  await applyScaffold(io.cwd, { files: scaffold, insertions: [] }, { io, dryRun: flags.dryRun });
  await applyMoves(moved, folder, { io, dryRun: flags.dryRun });
  for (const path of change.removed) {
    if (!flags.dryRun) await folder.remove(path);
    io.out(`${flags.dryRun ? "would remove" : "removed"} ${path}\n`);
  }
  const steps = [
    ...change.removeByHand.map((path) => `remove ${path}: the new layout has another file instead`),
    ...change.byHand.map((path) => `change ${path}, which you have modified, or use --force to overwrite it`),
    ...(isLicensed ? ["replace the headers of existing files with hack/boilerplate.ts.txt; new files have it"] : []),
    ...(moved.length > 0 ? ["run make manifests generate, then make test"] : []),
    ...(isKept(changed.namespaced, project.namespaced) ? [] : [scopeOfMarkers(changed)]),
  ];
  if (steps.length > 0) io.out(`Next:\n${steps.map((step) => `  - ${step}\n`).join("")}`);
}

function changedProject(project: Project, { multigroup, namespaced }: EditFlags): Project {
  if (multigroup === false) {
    const groups = new Set(project.resources.filter(({ api }) => api !== undefined).map((each) => groupOf(each)));
    if (groups.size > 1) {
      throw new CommandError(
        `Cannot use --multigroup=false: the project has kinds of several groups: ${[...groups].join(", ")}`,
      );
    }
  }
  if (isKept(multigroup, project.multigroup) && isKept(namespaced, project.namespaced)) return project;
  const { multigroup: oldMultigroup = false, namespaced: oldNamespaced = false, ...rest } = project;
  return { ...rest, multigroup: multigroup ?? oldMultigroup, namespaced: namespaced ?? oldNamespaced };
}

/** Whether an absent flag, or one with the current value, changes nothing. */
function isKept(wanted: boolean | undefined, found = false): boolean {
  return wanted === undefined || wanted === found;
}

async function newHeader({ license = "apache2", licenseFile, owner }: EditFlags, io: Io): Promise<string> {
  const flags = { ...(licenseFile === undefined ? {} : { licenseFile }), ...(owner === undefined ? {} : { owner }) };
  return headerOfFlags({ license, ...flags }, io);
}

/** The user has to change the markers in the code. */
function scopeOfMarkers({ namespaced = false }: Project): string {
  return namespaced
    ? "add namespace=system to the @kubebuilder:rbac markers of namespaced kinds, and run make manifests"
    : "remove namespace=system from the @kubebuilder:rbac markers, and run make manifests";
}

function replaced(path: string, content: string): ScaffoldFile {
  return { path, content, ifExists: "replace" };
}
