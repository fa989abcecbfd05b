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
      text: "A new CRD gets defaults for its names, its conversion strategy and its storedVersions",
      cases: ["crd-defaults"],
    },
    {
      id: "5.1/conditions",
      priority: "P0",
      text: "Conditions with reasons show that its names are accepted and that it is established",
      cases: ["crd-update-conditions"],
      tests: [`${contract} > an installed CRD has the conditions NamesAccepted and Established`],
    },
    {
      id: "5.1/name-conflicts",
      priority: "P0",
      text: "Names of another CRD of the group are not accepted, and a CRD without accepted names is not served",
      cases: ["crd-update-names-conflict", "crd-update-immutable"],
    },
    {
      id: "5.1/api-services",
      priority: "P1",
      text: "Each served version has an APIService, with priorities by stability and version",
      cases: ["crd-update-api-services"],
    },
    {
      id: "5.1/error-paths",
      priority: "P0",
      text: "Errors that all versions share are reported at the top of the spec, others at their version",
      cases: ["crd-several-versions"],
    },
    {
      id: "5.1/names",
      priority: "P0",
      text: "The name consists of plural and group; names, versions, group and scope are validated",
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
      text: "Groups of the Kubernetes project need an approval annotation, and a condition shows its state",
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
      text: "A schema may restrict only the name and generateName of metadata",
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
      text: "Keys of list maps are required or have defaults; items of sets are scalars or atomic",
      cases: ["crd-values-lists"],
    },
    {
      id: "5.1/default-values",
      priority: "P0",
      text: "Defaults match their schema and have no unknown fields",
      cases: ["crd-values-defaults", "crd-values-embedded"],
    },
    {
      id: "5.1/columns-and-paths",
      priority: "P1",
      text: "Printer columns, scale paths and selectable fields are validated",
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
      text: "The group, the plural and, once established, the scope and the kind are immutable",
      cases: ["crd-update-immutable"],
    },
    {
      id: "5.1/stored-versions",
      priority: "P0",
      text: "A new storage version is added to storedVersions, and a version in storedVersions cannot be removed",
      cases: ["crd-update-stored-versions", "crd-update-generation", "crd-update-bad-status"],
    },
    {
      id: "5.1/deletion",
      priority: "P0",
      text: "The deletion of a CRD deletes its objects and rejects creates; then its paths are not found",
      cases: ["crd-update-deletion", "crd-update-deletion-without-objects", "crd-update-dry-run-deletion"],
      tests: [`${contract} > a deleted CRD deletes its objects, and its paths return 404`],
    },
    {
      id: "5.1/conversion",
      priority: "P0",
      text: "The client configuration of a conversion webhook is validated",
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
