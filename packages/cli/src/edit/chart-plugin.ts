/** The Helm chart of `kubewright edit --plugins`: made from what `make build-installer` writes, under the flags of kubebuilder's helm/v2-alpha. */
import path from "node:path/posix";

import { CommandError } from "../io.ts";
import type { OpenProject } from "../project/open-project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import { chartWorkflow, chartWorkflowFile } from "../templates/github/chart-workflow.ts";
import { chartFiles, deployedParts, optionalFiles } from "../templates/helm/chart-files.ts";
import { helmTargetsIn, withHelmTargets } from "../templates/helm/helm-targets.ts";
import type { HelmTargets } from "../templates/helm/helm-targets.ts";
import { readManifests } from "../templates/helm/manifests.ts";
import type { EditFlags } from "./edit-flags.ts";
import type { PluginOutput } from "./plugin.ts";

/** By which PROJECT knows it. */
const name = "helm.kubewright.dev/v1";

/** @throws {CommandError} when the manifests are not there, or not those of an operator. */
export async function chartPlugin(
  { manifests, outputDir, force }: EditFlags,
  { project, folder }: OpenProject,
): Promise<PluginOutput> {
  const isNew = project.plugins?.[name] === undefined;
  const recorded = (project.plugins?.[name] ?? {}) as Readonly<Record<string, unknown>>; // Checked below, text by text.
  const source = pathOf(manifests ?? recorded["manifests"], "dist/install.yaml");
  const output = pathOf(outputDir ?? recorded["output"], "dist");
  const text = await folder.read(source);
  if (text === undefined) {
    throw new CommandError(`Cannot make a chart from "${source}": it is not there: "make build-installer" writes it`);
  }
  const optional = await Promise.all(
    optionalFiles.map(async (file) => ({ origin: `"${file}"`, text: (await folder.read(file)) ?? "" })),
  );
  const deployed = readManifests({ origin: `"${source}"`, text });
  const { projectName } = project;
  const { namespace } = deployed;
  const chart = path.join(output, "chart");
  const workflow = chartWorkflow({ projectName, plugin: name, chart, parts: deployedParts(deployed) });
  const makefile = await makefileWith({ release: projectName, namespace, chart }, { folder, isNew });
  return {
    files: [
      ...chartFiles({ project, deployed, optional, folder: chart, force }),
      { path: chartWorkflowFile, content: workflow, ifExists: force ? "replace" : "keep" },
      ...makefile.files,
    ],
    options: { manifests: source, output },
    next: [
      `look at ${chart}/values.yaml, which is yours, and install: helm install ${projectName} ${chart} --namespace ${namespace} --create-namespace`,
      ...makefile.next,
    ],
  };
}

/** Within the project, which the folder checks. */
function pathOf(given: unknown, otherwise: string): string {
  if (given === undefined) return otherwise;
  if (typeof given === "string" && given !== "") return path.normalize(given).replace(/\/$/, "");
  throw new CommandError(
    `Cannot read PROJECT: a path of the plugin "${name}" is ${JSON.stringify(given)}: expected a path in the project`,
  );
}

/** The first chart of a project brings the targets of make; a user who takes them out again does not find them there after the next one. */
async function makefileWith(
  targets: HelmTargets,
  { folder, isNew }: { readonly folder: ProjectFolder; readonly isNew: boolean },
): Promise<Pick<PluginOutput, "files" | "next">> {
  const makefile = await folder.read("Makefile");
  if (makefile === undefined)
    return { files: [], next: ["there is no Makefile, so there are no targets for the chart"] };
  if (!isNew) return { files: [], next: [] };
  const taken = helmTargetsIn(makefile);
  if (taken.length > 0) {
    return { files: [], next: [`the Makefile has ${taken.join(", ")} of its own: it stays as it is`] };
  }
  const content = withHelmTargets(makefile, targets);
  return {
    files: [{ path: "Makefile", content, ifExists: "replace" }],
    next: ["or make helm-deploy, one of the targets that the Makefile now has for the chart"],
  };
}
