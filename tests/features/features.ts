/**
 * The features of controller-runtime, kube-rs, JOSDK and kopf, their counterparts here, and the tests that show them. `docs/features.md` is
 * generated from them.
 */
import { cacheFeatures } from "./cache.ts";
import { clientFeatures } from "./client.ts";
import { controllerFeatures } from "./controller.ts";
import type { FeatureGroup } from "./feature.ts";
import { leaderElectionFeatures } from "./leader-election.ts";
import { managerFeatures } from "./manager.ts";
import { sourceFeatures } from "./sources.ts";
import { telemetryFeatures } from "./telemetry.ts";
import { testingFeatures } from "./testing.ts";
import { webhookFeatures } from "./webhooks.ts";

export const featureGroups: readonly FeatureGroup[] = [
  managerFeatures,
  cacheFeatures,
  clientFeatures,
  controllerFeatures,
  sourceFeatures,
  leaderElectionFeatures,
  webhookFeatures,
  telemetryFeatures,
  testingFeatures,
];
