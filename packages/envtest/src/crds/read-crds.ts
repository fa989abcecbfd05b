/** Reads the CRDs of the option `crds` from objects, files and folders. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import { readManifests } from "../manifests/read-manifests.ts";
import type { ManifestSource } from "../manifests/read-manifests.ts";

/** A CRD, or the path of a file or folder with CRDs in YAML or JSON. Other kinds in the files are skipped. */
export type CrdSource = ManifestSource;

/**
 * Reads all sources, files of a folder by name.
 *
 * @throws {EnvironmentError} with the name of a file that cannot be read, or of a source without a CRD.
 */
export function readCrds(sources: readonly CrdSource[]): Promise<readonly KubernetesObject[]> {
  return readManifests(sources, { action: "install CRDs", kinds: ["CustomResourceDefinition"] });
}
