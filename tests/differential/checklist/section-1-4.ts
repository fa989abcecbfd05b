// Section 1.4, requirements of the server: query parameters.
import type { ChecklistSection } from "./line.ts";

export const section: ChecklistSection = {
  number: "1.4",
  title: "Query parameters",
  lines: [
    {
      id: "1.4/label-selectors",
      priority: "P0",
      text: "Label selectors support equality, sets and presence; invalid ones are rejected",
      cases: ["query-label-forms", "query-label-bad", "read-label-equals", "read-label-sets"],
    },
    {
      id: "1.4/field-selectors",
      priority: "P0",
      text: "Field selectors compare names and namespaces of every kind; invalid ones are rejected",
      cases: ["query-field-forms", "query-field-bad"],
    },
    {
      id: "1.4/unknown-fields",
      priority: "P0",
      text: "An unsupported field in a field selector is rejected with the message of its kind",
      cases: ["query-field-unknown-core", "query-field-unknown-groups"],
    },
    {
      id: "1.4/extra-fields",
      priority: "P0",
      text: "Some kinds support field selectors for more fields",
      cases: ["query-field-known", "read-pod-fields"],
    },
    {
      id: "1.4/unknown-and-numbers",
      priority: "P1",
      text: "Unknown parameters are ignored, and invalid numbers are rejected",
      cases: ["query-unknown", "query-numbers"],
    },
    {
      id: "1.4/booleans",
      priority: "P1",
      text: "A boolean parameter is true for any value except false and 0; watches ignore limit, and a get ignores watch",
      cases: ["query-booleans"],
    },
    {
      id: "1.4/dry-run",
      priority: "P0",
      text: "A dry run has the response of a real request and stores nothing; other values are rejected",
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
      text: "A strict patch whose result has unknown fields is rejected with a message that contains the whole object",
      cases: ["my-job-patch-unknown-field-strict", "patch-merge-unknown-strict"],
    },
    {
      id: "1.4/delete-options",
      priority: "P0",
      text: "Delete options are read from the body or the query",
      cases: ["query-delete-options"],
    },
    {
      id: "1.4/other-delete-options",
      priority: "P1",
      text: "Propagation policies and preconditions in the query have their field names; unsafe deletes are rejected",
      cases: ["query-delete-options"],
    },
  ],
};
