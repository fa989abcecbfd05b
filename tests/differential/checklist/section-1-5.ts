// Section 1.5, requirements of the server: errors.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.5",
  title: "Errors",
  lines: [
    {
      id: "1.5/shape",
      priority: "P0",
      text: "An error is a Status with the code of the response",
      cases: ["status-not-found", "status-several-invalid"],
    },
    {
      id: "1.5/not-found",
      priority: "P0",
      text: "Errors about missing and existing objects contain the resource and the name",
      cases: ["status-not-found", "status-already-exists"],
    },
    {
      id: "1.5/invalid",
      priority: "P0",
      text: "Errors about invalid objects contain the kind and the name, and one cause per field",
      cases: ["status-one-invalid", "status-several-invalid"],
    },
    {
      id: "1.5/causes",
      priority: "P0",
      text: "Causes have reasons and messages",
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
      text: "Some errors are 500 without reason and details",
      cases: ["status-no-reason"],
    },
    {
      id: "1.5/retry-after",
      priority: "P1",
      text: "The retry time is in the header and in the details",
      cases: ["status-retry-after"],
    },
    {
      id: "1.5/malformed",
      priority: "P1",
      text: "A body that is empty or not JSON is rejected with its first bytes",
      cases: ["status-malformed-json", "status-malformed-custom", "status-malformed-yaml"],
    },
    {
      id: "1.5/wrong-kind",
      priority: "P1",
      text: "A body of another kind, or a field of another type, is rejected with the message of the decoder",
      cases: ["status-wrong-kind", "status-wrong-type"],
    },
    {
      id: "1.5/wrong-kind-custom",
      priority: "P1",
      text: "A custom resource of another kind is invalid, a custom resource of another version is rejected",
      cases: ["status-wrong-kind-custom"],
    },
    {
      id: "1.5/decode",
      priority: "P1",
      text: "Invalid quantities, times and base64 are rejected by the decoder",
      cases: ["status-bad-quantity", "status-bad-time", "status-bad-base64"],
    },
    {
      id: "1.5/patches",
      priority: "P1",
      text: "Invalid and inapplicable patches are rejected",
      cases: ["status-bad-patch"],
    },
  ],
};
