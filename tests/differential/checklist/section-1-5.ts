// Section 1.5, requirements of the server: errors.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.5",
  title: "Errors",
  lines: [
    {
      id: "1.5/shape",
      priority: "P0",
      text: "A failure is a Status whose code is that of the answer",
      cases: ["status-not-found", "status-several-invalid"],
    },
    {
      id: "1.5/not-found",
      priority: "P0",
      text: "Errors about missing and existing objects name resource and name",
      cases: ["status-not-found", "status-already-exists"],
    },
    {
      id: "1.5/invalid",
      priority: "P0",
      text: "Errors about invalid objects name kind and name, with one cause per field",
      cases: ["status-one-invalid", "status-several-invalid"],
    },
    {
      id: "1.5/causes",
      priority: "P0",
      text: "Causes have their reasons and lead texts",
      cases: [
        "query-dry-run-bad",
        "query-field-manager",
        "status-several-invalid",
        "subresource-ephemeral-containers",
        "subresource-scale",
      ],
    },
    {
      id: "1.5/no-reason",
      priority: "P1",
      text: "Some failures are 500 without reason and details",
      cases: ["status-no-reason"],
    },
    {
      id: "1.5/retry-after",
      priority: "P1",
      text: "The time of a retry is in the header and in the details",
      cases: ["status-retry-after"],
    },
    {
      id: "1.5/malformed",
      priority: "P1",
      text: "A body that is no JSON, or is empty, is refused with its beginning",
      cases: ["status-malformed-json", "status-malformed-custom", "status-malformed-yaml"],
    },
    {
      id: "1.5/wrong-kind",
      priority: "P1",
      text: "A body of another kind, or a field of another type, is refused in the words of the decoder",
      cases: ["status-wrong-kind", "status-wrong-type"],
    },
    {
      id: "1.5/wrong-kind-custom",
      priority: "P1",
      text: "A custom resource of another kind is invalid, of another version refused",
      cases: ["status-wrong-kind-custom"],
    },
    {
      id: "1.5/decode",
      priority: "P1",
      text: "Quantities, times and base64 are refused while they are read",
      cases: ["status-bad-quantity", "status-bad-time", "status-bad-base64"],
    },
    {
      id: "1.5/patches",
      priority: "P1",
      text: "Patches that are none, or do not fit, are refused",
      cases: ["status-bad-patch"],
    },
  ],
};
