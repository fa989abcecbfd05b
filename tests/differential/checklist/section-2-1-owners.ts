// Section 2.1, requirements of the server: owners of the fields of new objects.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "2.1",
  title: "Owners of fields after a create",
  lines: [
    {
      id: "2.1/owner",
      priority: "P0",
      text: "The creator of an object owns the sent and defaulted fields, but not those that the server adds afterwards",
      cases: [
        "managed-fields-by-user-agent",
        "managed-fields-of-metadata",
        "managed-fields-sent-with-a-create",
        "managed-fields-sent-with-an-update",
        "managed-kind-of-deployments",
        "managed-kind-of-pods",
        "managed-kind-of-services",
        "managed-kind-of-namespaces",
        "managed-kind-of-core-kinds",
        "managed-kind-of-events",
        "managed-kind-of-workloads",
        "managed-kind-of-networking",
        "managed-kind-of-access-rules",
        "managed-kind-of-configurations",
        "managed-kind-of-answers",
        "managed-kind-of-evictions",
        "managed-kind-of-bootstrap",
      ],
    },
    {
      id: "2.1/owner-of-nothing",
      priority: "P1",
      text: "An object without fields that can be owned has no managedFields",
      cases: ["managed-fields-of-nothing"],
    },
  ],
};
