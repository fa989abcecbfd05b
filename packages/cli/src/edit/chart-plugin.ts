/** The Helm chart of `kubewright edit --plugins`: made from what `make build-installer` writes, under the flags of kubebuilder's helm/v2-alpha. */
import path from "node:path/posix";

import { CommandError } from "../io.ts";
import type { OpenProject } from "../project/open-project.ts";
import { chartFiles, optionalFiles } from "../templates/helm/chart-files.ts";
import type { PluginOutput } from "./add-plugins.ts";
import type { EditFlags } from "./edit-command.ts";

/** By which PROJECT knows it. */
const name = "helm.kubewright.dev/v1";

/** @throws {CommandError} when the manifests are not there, or not those of an operator. */
export async function chartPlugin(
  { manifests, outputDir, force }: EditFlags,
  { project, folder }: OpenProject,
): Promise<PluginOutput> {
  const recorded = (project.plugins?.[name] ?? {}) as Readonly<Record<string, unknown>>; // Checked below, text by text.
  const source = pathOf(manifests ?? recorded["manifests"], "dist/install.yaml");
  const output = pathOf(outputDir ?? recorded["output"], "dist");
  const text = await folder.read(source);
  if (text === undefined) {
    throw new CommandError(`Cannot make a chart from "${source}": it is not there: "make build-installer" writes it`);
  }
  const optional = await Promise.all(
    optionalFiles.map(async (origin) => ({ origin, text: (await folder.read(origin)) ?? "" })),
  );
  const chart = path.join(output, "chart");
  return {
    files: chartFiles({ project, manifests: { origin: source, text }, optional, folder: chart, force }),
    options: { manifests: source, output },
    next: `look at ${chart}/values.yaml, which is yours, and install: helm install ${project.projectName} ${chart} --namespace ${project.projectName}-system --create-namespace`,
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
