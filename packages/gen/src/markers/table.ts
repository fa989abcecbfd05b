/** All markers. Names, targets and arguments are those of controller-gen; the short forms are additions. */
import { clientMarkers } from "./client-markers.ts";
import { fieldMarkers } from "./field-markers.ts";
import { codeMarkers, folderMarkers, rbacMarkers } from "./folder-markers.ts";
import { kindMarkers } from "./kind-markers.ts";
import type { MarkerDefinition, MarkerRecord } from "./marker.ts";
import { validationMarkers } from "./validation-markers.ts";
import { webhookMarkers } from "./webhook-markers.ts";

/** All records, in the order in which help lists them and in which the way back writes them. */
export const markerRecords: readonly MarkerRecord[] = [
  ...folderMarkers,
  ...kindMarkers,
  ...validationMarkers,
  ...fieldMarkers,
  ...codeMarkers,
  ...clientMarkers,
  ...rbacMarkers,
  ...webhookMarkers,
];

/** The descriptions of all markers, in the order of the help. */
export const markerTable: readonly MarkerDefinition[] = markerRecords.map(
  ({ effect, phase: _phase, aliases: _aliases, fromSchema: _schema, fromDefinition: _definition, ...definition }) =>
    "none" in effect ? { ...definition, help: `${definition.help} No effect: ${effect.none}.` } : definition,
);
