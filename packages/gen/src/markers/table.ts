/** All markers of this package. Names, targets and arguments are those of controller-gen; the short forms are additions. */
import type { MarkerDefinition } from "./definition.ts";
import { applyConfigurationMarkers } from "./apply-configuration-markers.ts";
import { clientMarkers } from "./client-markers.ts";
import { crdMarkers } from "./crd-markers.ts";
import { objectMarkers } from "./object-markers.ts";
import { rbacMarkers } from "./rbac-markers.ts";
import { validationMarkers } from "./validation-markers.ts";
import { webhookMarkers } from "./webhook-markers.ts";

/** All markers, in the order in which help lists them. */
export const markerTable: readonly MarkerDefinition[] = [
  ...crdMarkers,
  ...validationMarkers,
  ...objectMarkers,
  ...applyConfigurationMarkers,
  ...clientMarkers,
  ...rbacMarkers,
  ...webhookMarkers,
];
