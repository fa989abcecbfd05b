/** The YAML fragments that most files of `config/` contain. */
import { resolvesToString } from "@kubewright/apimachinery";

import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

/** Prints a valid name. It needs no escape, but quotes if a YAML reader would resolve it to a number, a date, a boolean or null. */
export function text(name: string): string {
  return resolvesToString(name) ? name : JSON.stringify(name);
}

/** The labels of all objects of the project, for `metadata`. */
export function labelsOf({ projectName }: Project): string {
  return `  labels:
    app.kubernetes.io/name: ${text(projectName)}
    app.kubernetes.io/managed-by: kustomize`;
}

/** A list of a kustomization that ends with a comment, above which later commands insert their lines. */
export function list(name: string, entries: readonly string[], marker?: string): string {
  const lines = entries.map((entry) => `  - ${entry}`);
  if (marker !== undefined) lines.push(`  # +kubebuilder:scaffold:${marker}`);
  return `${name}:\n${lines.join("\n")}\n`;
}

/** A file that belongs to the user once it exists. */
export function kept(path: string, content: string): ScaffoldFile {
  return { path: `config/${path}`, content, ifExists: "keep" };
}
