/** A control plane for a test: embedded, real or existing. */
export { startEnvironment } from "./environment.ts";
export type { Environment, EnvironmentOptions } from "./environment.ts";
export { serverKinds } from "./server-kind.ts";
export type { ServerKind } from "./server-kind.ts";
export { waitFor, waitTimeoutMs } from "./wait/wait-for.ts";
export type { WaitOptions } from "./wait/wait-for.ts";
export type { CrdSource } from "./crds/read-crds.ts";
export type { ManifestSource } from "./manifests/read-manifests.ts";
export type { EnvironmentWebhooks, InstallWebhooksOptions } from "./webhooks/install-webhooks.ts";
export { EnvironmentError, isEnvironmentError } from "./errors.ts";

// For programs that use only a part of the environment.
export { installCrds, waitForCrd } from "./crds/install-crds.ts";
export type { InstallOptions } from "./crds/install-crds.ts";
export { installWebhooks } from "./webhooks/install-webhooks.ts";
export { configurationTypes as webhookConfigurationTypes } from "./webhooks/webhook-configuration.ts";
export type { ClientConfig, WebhookConfiguration } from "./webhooks/webhook-configuration.ts";
export { createOrReplace } from "./manifests/create-or-replace.ts";
export { readManifests } from "./manifests/read-manifests.ts";
export type { ManifestOptions } from "./manifests/read-manifests.ts";
export { freePort } from "./real/free-port.ts";
export { readCrds } from "./crds/read-crds.ts";
export { startRealControlPlane } from "./real/real-control-plane.ts";
export type { RealControlPlane, RealControlPlaneOptions } from "./real/real-control-plane.ts";
export { kubeconfigText } from "./kubeconfig-text.ts";
export type { KubeconfigContent } from "./kubeconfig-text.ts";

// Binaries of the real control plane, for the command that installs them.
export { chooseBinaries } from "./binaries/choose.ts";
export type { BinariesChoice, BinariesWish } from "./binaries/choose.ts";
export { binariesPlatform, matchesItem, parseItemName, platformText } from "./binaries/item.ts";
export type { BinariesItem, BinariesPlatform } from "./binaries/item.ts";
export { defaultIndexUrl, parseReleaseIndex } from "./binaries/release-index.ts";
export type { BinariesRelease } from "./binaries/release-index.ts";
export { defaultStoreFolder, openBinariesStore } from "./binaries/store.ts";
export type { AddBinariesOptions, BinariesStore } from "./binaries/store.ts";
export { exactVersion, matchesVersion, parseVersionWish, versionText } from "./binaries/version.ts";
export type { BinariesVersion, VersionSelector, VersionWish } from "./binaries/version.ts";
