/** Generated manifests: YAML with the mark of generated files. */
import { printYamlDocuments } from "@kubewright/apimachinery";

import { generatedMark } from "./code.ts";

/** The objects as YAML documents, below a comment with the mark. */
export function printManifests(objects: readonly object[]): string {
  return `# ${generatedMark}\n${printYamlDocuments(objects)}`;
}
