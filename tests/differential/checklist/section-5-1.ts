// Section 5.1, requirements of the server: CustomResourceDefinitions.
import type { ChecklistSection } from "./line.ts";

const contract = "tests/contract/custom-resources.test.ts";

export const section: ChecklistSection = {
  number: "5.1",
  title: "CustomResourceDefinitions",
  lines: [
    {
      id: "5.1/defaults",
      priority: "P0",
      text: "A new definition gets its names, its conversion strategy and the stored version",
      cases: ["crd-defaults"],
    },
    {
      id: "5.1/conditions",
      priority: "P0",
      text: "Its names are accepted and it is established, as conditions with their reasons",
      cases: ["crd-update-conditions"],
      tests: [`${contract} > an installed CRD has the conditions NamesAccepted and Established`],
    },
    {
      id: "5.1/name-conflicts",
      priority: "P0",
      text: "Names that another definition of the group has are not accepted, and what has none is not served",
      cases: ["crd-update-names-conflict", "crd-update-immutable"],
    },
    {
      id: "5.1/api-services",
      priority: "P1",
      text: "Each served version has an APIService; newer and more stable versions come first",
      cases: ["crd-update-api-services"],
    },
    {
      id: "5.1/error-paths",
      priority: "P0",
      text: "What all versions share is reported at the top of the spec, the rest at its version",
      cases: ["crd-several-versions"],
    },
    {
      id: "5.1/names",
      priority: "P0",
      text: "The name is made of plural and group; names, versions, group and scope have their forms",
      cases: ["crd-names", "crd-versions"],
    },
    {
      id: "5.1/versions",
      priority: "P0",
      text: "Each version has a schema and a unique name, and exactly one is the storage version",
      cases: ["crd-versions", "crd-several-versions", "crd-deprecation"],
    },
    {
      id: "5.1/protected-groups",
      priority: "P0",
      text: "Groups of the Kubernetes project need an approval, and a condition says what became of it",
      cases: ["crd-approval", "crd-protected-group", "crd-update-approval"],
    },
    {
      id: "5.1/structural",
      priority: "P0",
      text: "Schemas are structural: types everywhere, and only restrictions inside alternatives",
      cases: [
        "crd-schema-types",
        "crd-schema-root",
        "crd-schema-root-with-status",
        "crd-schema-unsupported",
        "crd-schema-additional-properties",
        "crd-schema-nested-forbidden",
        "crd-schema-completeness-at-root",
        "crd-schema-int-or-string",
      ],
    },
    {
      id: "5.1/metadata-schema",
      priority: "P0",
      text: "A schema says nothing of metadata but of names",
      cases: ["crd-schema-metadata"],
    },
    {
      id: "5.1/patterns",
      priority: "P0",
      text: "Patterns are those of RE2; others are rejected with the message of kube-apiserver",
      cases: ["crd-values-patterns", "crd-values-nested-patterns", "pattern-one", "pattern-two", "pattern-three"],
      tests: [
        "tests/long/patterns.test.ts > random patterns are accepted, rejected and matched as by a real server",
        "tests/reliability/hostile-patterns.test.ts > two hundred malicious patterns match in linear time",
      ],
    },
    {
      id: "5.1/list-types",
      priority: "P0",
      text: "Keys of list maps are required or have defaults; items of sets are whole values",
      cases: ["crd-values-lists"],
    },
    {
      id: "5.1/default-values",
      priority: "P0",
      text: "Defaults fit their own schema and have no unknown fields",
      cases: ["crd-values-defaults", "crd-values-embedded"],
    },
    {
      id: "5.1/columns-and-paths",
      priority: "P1",
      text: "Printer columns, scale paths and selectable fields are checked",
      cases: ["crd-columns", "crd-scale", "crd-selectable-fields"],
    },
    {
      id: "5.1/cel",
      priority: "P1",
      text: "Rules in CEL are compiled, and their cost is estimated",
      cases: [
        "crd-rules-compile",
        "crd-rules-costs",
        "crd-rules-old-self",
        "crd-rules-field-path",
        "crd-rules-defaults",
      ],
    },
    {
      id: "5.1/immutable",
      priority: "P1",
      text: "Group, plural and, once established, scope and kind never change",
      cases: ["crd-update-immutable"],
    },
    {
      id: "5.1/stored-versions",
      priority: "P0",
      text: "A new stored version is remembered, and one that is remembered cannot be left out",
      cases: ["crd-update-stored-versions", "crd-update-generation", "crd-update-bad-status"],
    },
    {
      id: "5.1/deletion",
      priority: "P0",
      text: "A deleted definition takes its objects with it, lets nothing new in, and then its paths are gone",
      cases: ["crd-update-deletion", "crd-update-deletion-without-objects", "crd-update-dry-run-deletion"],
      tests: [`${contract} > a deleted CRD deletes its objects, and its paths return 404`],
    },
    {
      id: "5.1/conversion",
      priority: "P0",
      text: "How a conversion webhook is reached is checked",
      cases: ["crd-conversion", "crd-update-conversion", "crd-update-invalid-ca-bundle"],
    },
    {
      id: "5.1/unknown-formats",
      priority: "P2",
      text: "New unknown formats cause warnings",
      cases: ["crd-update-formats", "crd-schema-types"],
    },
  ],
};
