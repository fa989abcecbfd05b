/** `config/samples`: one sample object of each kind. */
import { apiVersionOf, samplePathOf } from "../../project/derived-names.ts";
import type { Project, Resource } from "../../project/project.ts";
import type { Scaffold } from "../../scaffold/scaffold-file.ts";
import { kept, labelsOf, list, text } from "./yaml.ts";

/**
 * The additions for a kind of the project.
 *
 * @param spec The lines of the sample's `spec`, as YAML. Default: an empty one.
 */
export function samplesConfig(project: Project, resource: Resource, spec: readonly string[] = []): Scaffold {
  const file = samplePathOf(resource).slice("config/samples/".length);
  return {
    files: [
      kept("samples/kustomization.yaml", list("resources", [], "manifestskustomizesamples")),
      kept(
        `samples/${file}`,
        `apiVersion: ${apiVersionOf(resource)}
kind: ${text(resource.kind)}
metadata:
${labelsOf(project)}
  name: ${resource.kind.toLowerCase()}-sample
${spec.length === 0 ? "spec: {}" : `spec:\n${spec.map((line) => `  ${line}`).join("\n")}`}
`,
      ),
    ],
    insertions: [
      { path: "config/samples/kustomization.yaml", marker: "manifestskustomizesamples", lines: [`- ${file}`] },
    ],
  };
}
