/**
 * The Helm chart of `kubewright edit --plugins`, generated from the output of `make build-installer`, with the flags of kubebuilder's
 * helm/v2-alpha. The package `@kubewright/helm` creates the chart; this file reads the project.
 */
import path from "node:path/posix";
import type * as HelmModule from "@kubewright/helm";
import type { HelmTargets, ManifestFile } from "@kubewright/helm";

import { CommandError } from "../io.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";
import type { ManifestText } from "../manifests/parse-manifests.ts";
import { loadOptional } from "../optional-package.ts";
import type { OpenProject } from "../project/open-project.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import { chartWorkflow, chartWorkflowFile } from "../templates/github/chart-workflow.ts";
import type { EditFlags } from "./edit-flags.ts";
import type { PluginOutput } from "./plugin.ts";

/** The name of the plugin in PROJECT. */
export const chartPluginName = "helm.kubewright.dev/v1";

/** The package that creates charts. It is installed separately. */
export const chartPackage = "@kubewright/helm";

type Helm = typeof HelmModule;

/** @throws {CommandError} when the package is not installed, or the manifests do not exist or are not those of an operator. */
export async function chartPlugin(flags: EditFlags, opened: OpenProject): Promise<PluginOutput> {
  const load = (): Promise<Helm> => import("@kubewright/helm");
  const helm = await loadOptional({ name: chartPackage, purpose: "create a chart", load });
  try {
    return await createChart(helm, flags, opened);
  } catch (cause) {
    throw cause instanceof helm.ChartError ? new CommandError(cause.message, { cause }) : cause;
  }
}

async function createChart(
  helm: Helm,
  { manifests, outputDir, force }: EditFlags,
  { project, folder }: OpenProject,
): Promise<PluginOutput> {
  const isNew = project.plugins?.[chartPluginName] === undefined;
  const recorded = (project.plugins?.[chartPluginName] ?? {}) as Readonly<Record<string, unknown>>; // Its values are checked below.
  const source = pathOf(manifests ?? recorded["manifests"], "dist/install.yaml");
  const output = pathOf(outputDir ?? recorded["output"], "dist");
  const text = await folder.read(source);
  if (text === undefined) {
    throw new CommandError(
      `Cannot create a chart from "${source}": it does not exist: "make build-installer" writes it`,
    );
  }
  const optional = await Promise.all(
    helm.optionalFiles.map(async (file) => parsed({ origin: `"${file}"`, text: (await folder.read(file)) ?? "" })),
  );
  const deployed = helm.readManifests(parsed({ origin: `"${source}"`, text }));
  const { projectName } = project;
  const { namespace } = deployed;
  const chart = path.join(output, "chart");
  const workflow = chartWorkflow({ projectName, plugin: chartPluginName, chart, parts: helm.deployedParts(deployed) });
  const makefile = await makefileWith({ release: projectName, namespace, chart }, { helm, folder, isNew });
  return {
    files: [
      ...helm.chartFiles({ projectName, deployed, optional, folder: chart, force }),
      { path: chartWorkflowFile, content: workflow, ifExists: force ? "replace" : "keep" },
      ...makefile.files,
    ],
    options: { manifests: source, output },
    next: [
      `edit ${chart}/values.yaml, which belongs to you, and install: helm install ${projectName} ${chart} --namespace ${namespace} --create-namespace`,
      ...makefile.next,
    ],
  };
}

function parsed(text: ManifestText): ManifestFile {
  return { origin: text.origin, documents: parseManifests(text, "create a chart") };
}

/** A path in the project; the folder checks that it is inside. */
function pathOf(given: unknown, otherwise: string): string {
  if (given === undefined) return otherwise;
  if (typeof given === "string" && given !== "") return path.normalize(given).replace(/\/$/, "");
  throw new CommandError(
    `Cannot read PROJECT: a path of the plugin "${chartPluginName}" is ${JSON.stringify(given)}: expected a path in the project`,
  );
}

/** Adds the make targets with the first chart of a project. Later charts do not add targets that the user has removed. */
async function makefileWith(
  targets: HelmTargets,
  { helm, folder, isNew }: { readonly helm: Helm; readonly folder: ProjectFolder; readonly isNew: boolean },
): Promise<Pick<PluginOutput, "files" | "next">> {
  const makefile = await folder.read("Makefile");
  if (makefile === undefined)
    return { files: [], next: ["the project has no Makefile, so no targets for the chart were added"] };
  if (!isNew) return { files: [], next: [] };
  const taken = helm.helmTargetsIn(makefile);
  if (taken.length > 0) {
    return { files: [], next: [`the Makefile already has the target ${taken.join(", ")} and was not changed`] };
  }
  const content = helm.withHelmTargets(makefile, targets);
  return {
    files: [{ path: "Makefile", content, ifExists: "replace" }],
    next: ["or run make helm-deploy, one of the new targets for the chart"],
  };
}
