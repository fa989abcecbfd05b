/** A Helm chart from the manifests of an operator. `kubewright edit --plugins helm.kubewright.dev/v1` loads this package. */
export { ChartError } from "./chart-error.ts";
export { chartFiles, deployedParts, optionalFiles } from "./chart-files.ts";
export type { ChartFile, ChartSources } from "./chart-files.ts";
export type { DeployedParts } from "./chart-texts.ts";
export { helmTargetsIn, helmVersion, withHelmTargets } from "./helm-targets.ts";
export type { HelmTargets } from "./helm-targets.ts";
export { readManifests } from "./manifests.ts";
export type { Manifest, ManifestFile, Manifests } from "./manifests.ts";
export { servingCertificates } from "./serving-certificates.ts";
export type { ServingCertificate } from "./serving-certificates.ts";
