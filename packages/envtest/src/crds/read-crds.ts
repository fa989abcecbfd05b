/** CRDs from files: what `crds` of a test environment may name. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import { readManifests } from "../manifests/read-manifests.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";

/** A CRD, or the path of a file or folder with CRDs in YAML or JSON. Other kinds in the files are left out. */
export type CrdSource = ManifestSource;

/**
 * Reads all sources, files of a folder by name.
 *
 * @throws {EnvironmentError} that names the file when it cannot be read, or a source in which there is no CRD.
 */
export function readCrds(sources: readonly CrdSource[]): Promise<readonly KubernetesObject[]> {
  return readManifests(sources, { action: "install CRDs", kinds: ["CustomResourceDefinition"] });
}
