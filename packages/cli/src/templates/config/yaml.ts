/** The few pieces of YAML that most files of `config/` are made of. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";

/**
 * A name as a plain text of YAML. Names are checked before they get here and need no escape, but some would be read as a number, a date,
 * a truth value or nothing: those are quoted, also what only YAML 1.1 takes for one, because kubectl reads that.
 */
export function text(name: string): string {
  return /^(?:\d.*|y|n|yes|no|on|off|true|false|null|)$/i.test(name) ? JSON.stringify(name) : name;
}

/** The labels that every object of the project has, for `metadata`. */
export function labelsOf({ projectName }: Project): string {
  return `  labels:
    app.kubernetes.io/name: ${text(projectName)}
    app.kubernetes.io/managed-by: kustomize`;
}

/** A list of a kustomization, with a comment at its end above which later commands put their lines. */
export function list(name: string, entries: readonly string[], marker?: string): string {
  const lines = entries.map((entry) => `  - ${entry}`);
  if (marker !== undefined) lines.push(`  # +kubebuilder:scaffold:${marker}`);
  return `${name}:\n${lines.join("\n")}\n`;
}

/** A file that belongs to the user once it is there. */
export function kept(path: string, content: string): ScaffoldFile {
  return { path: `config/${path}`, content, ifExists: "keep" };
}
