// Section 1.4, requirements of the server: query parameters.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.4",
  title: "Query parameters",
  lines: [
    {
      id: "1.4/label-selectors",
      priority: "P0",
      text: "Label selectors select by equality, sets and presence; bad ones are refused",
      cases: ["query-label-forms", "query-label-bad", "read-label-equals", "read-label-sets"],
    },
    {
      id: "1.4/field-selectors",
      priority: "P0",
      text: "Field selectors compare names and namespaces of every kind; bad ones are refused",
      cases: ["query-field-forms", "query-field-bad"],
    },
    {
      id: "1.4/unknown-fields",
      priority: "P0",
      text: "A field that a kind cannot be selected by is refused in the words of that kind",
      cases: ["query-field-unknown-core", "query-field-unknown-groups"],
    },
    {
      id: "1.4/extra-fields",
      priority: "P0",
      text: "Some kinds can be selected by more fields",
      cases: ["query-field-known", "read-pod-fields"],
    },
    {
      id: "1.4/unknown-and-numbers",
      priority: "P1",
      text: "Unknown parameters mean nothing, and numbers that are none are refused",
      cases: ["query-unknown", "query-numbers"],
    },
    {
      id: "1.4/booleans",
      priority: "P1",
      text: "A flag is set by whatever does not say no; a watch has no limit, and one object cannot be watched",
      cases: ["query-booleans"],
    },
    {
      id: "1.4/dry-run",
      priority: "P0",
      text: "A dry run answers as the real thing and stores nothing; other values are refused",
      cases: ["query-dry-run", "query-dry-run-bad", "query-dry-run-custom"],
    },
    {
      id: "1.4/field-manager",
      priority: "P0",
      text: "The name of a field manager has at most 128 printable bytes",
      cases: ["query-field-manager"],
    },
    {
      id: "1.4/field-validation",
      priority: "P0",
      text: "Unknown and duplicate fields are ignored, cause warnings or are rejected, by fieldValidation; in JSON and YAML",
      cases: ["query-field-validation", "query-field-validation-yaml"],
    },
    {
      id: "1.4/field-validation-of-patches",
      priority: "P1",
      text: "A strict patch that leaves unknown fields is refused with the whole object",
      cases: ["my-job-patch-unknown-field-strict", "patch-merge-unknown-strict"],
    },
    {
      id: "1.4/delete-options",
      priority: "P0",
      text: "Options of a delete come in its body or its query",
      cases: ["query-delete-options"],
    },
    {
      id: "1.4/other-delete-options",
      priority: "P1",
      text: "Policies and preconditions of deletes have the names they have; unsafe deletes are refused",
      cases: ["query-delete-options"],
    },
  ],
};
