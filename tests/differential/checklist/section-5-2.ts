// Section 5.2, requirements of the server: custom resources.
import type { ChecklistSection } from "./line.ts";

const contract = "tests/contract/custom-resources.test.ts";
const random =
  "tests/long/schemas.test.ts > objects of random schemas are pruned, defaulted, rejected and stored as by a real server";

const conversions = "tests/contract/conversion.test.ts";
const conversionLists = "tests/contract/conversion-lists.test.ts";
const conversionManagers = "tests/contract/conversion-managers.test.ts";

export const section: ChecklistSection = {
  number: "5.2",
  title: "Custom resources",
  lines: [
    {
      id: "5.2/order",
      priority: "P0",
      text: "Objects are decoded, pruned and defaulted before they are validated; pruned fields cause warnings",
      cases: ["cr-types", "cr-preserve-unknown"],
      tests: [random],
    },
    {
      id: "5.2/defaults",
      priority: "P0",
      text: "Defaults apply on writes and reads, if the parent exists",
      cases: ["cr-nulls", "cr-lifecycle-changed-schema", "cr-lifecycle-status-default"],
      tests: [random],
    },
    {
      id: "5.2/nulls",
      priority: "P0",
      text: "A null is kept for a nullable field, replaced by the default if there is one, and dropped otherwise",
      cases: ["cr-nulls"],
    },
    {
      id: "5.2/status",
      priority: "P0",
      text: "With a status subresource only the subresource writes the status; without one the status is an ordinary field",
      cases: ["cr-lifecycle-status", "cr-lifecycle-no-status-subresource"],
      tests: [`${contract} > the status subresource changes the status only, and the main resource everything else`],
    },
    {
      id: "5.2/unknown-fields",
      priority: "P0",
      text: "Unknown fields are kept where the schema preserves them",
      cases: ["cr-preserve-unknown"],
    },
    {
      id: "5.2/embedded",
      priority: "P0",
      text: "Embedded objects have apiVersion and kind, and their metadata is validated",
      cases: ["cr-embedded"],
    },
    {
      id: "5.2/int-or-string",
      priority: "P0",
      text: "x-kubernetes-int-or-string accepts an integer or a string only",
      cases: ["cr-int-or-string"],
    },
    {
      id: "5.2/texts",
      priority: "P0",
      text: "Errors of types, bounds, lengths, patterns, enumerations, sizes and alternatives have the messages of kube-apiserver",
      cases: ["cr-types", "cr-numbers", "cr-texts", "cr-sizes", "cr-alternatives"],
      tests: [random],
    },
    {
      id: "5.2/list-types",
      priority: "P0",
      text: "Sets and list maps have no duplicates",
      cases: ["cr-set-lists", "cr-keyed-lists"],
    },
    {
      id: "5.2/cel",
      priority: "P0",
      text: "Rules in CEL are evaluated",
      cases: ["cr-rules-messages", "cr-rules-places", "cr-rules-blocked", "cr-rules-transitions", "cr-rules-costs"],
    },
    {
      id: "5.2/metadata",
      priority: "P0",
      text: "Metadata is validated as for all kinds, and a schema may restrict names",
      cases: ["cr-metadata", "cr-metadata-rules"],
    },
    {
      id: "5.2/scale-values",
      priority: "P1",
      text: "Invalid replicas at the scale path are rejected",
      cases: ["cr-lifecycle-scale-values"],
    },
    {
      id: "5.2/formats",
      priority: "P0",
      text: "Every format of kube-apiserver is validated, and others are ignored",
      cases: ["cr-format-times", "cr-format-addresses", "cr-format-names", "cr-format-codes"],
    },
    {
      id: "5.2/ratcheting",
      priority: "P1",
      text: "Unchanged invalid values do not prevent an update of other fields",
      cases: ["cr-lifecycle-ratcheting"],
      tests: [random],
    },
    {
      id: "5.2/writes",
      priority: "P0",
      text: "An update requires the version that it replaces; unknown kinds, versions and subresources are rejected",
      cases: ["cr-lifecycle-writes", "cr-lifecycle-status", "my-job-strategic-patch"],
    },
    {
      id: "5.2/deprecated",
      priority: "P0",
      text: "Deprecated versions cause warnings, with a custom message or the version to use",
      cases: ["cr-lifecycle-deprecated"],
    },
    {
      id: "5.2/scale",
      priority: "P0",
      text: "Scale reads and writes the paths of the CRD",
      cases: ["cr-lifecycle-scale", "cr-lifecycle-scale-values"],
    },
    {
      id: "5.2/columns",
      priority: "P1",
      text: "Tables have the columns of the CRD after the name",
      cases: ["cr-lifecycle-columns", "cr-lifecycle-default-columns"],
    },
    {
      id: "5.2/selectors",
      priority: "P1",
      text: "Selectable fields work in lists and deletes of collections",
      cases: ["cr-lifecycle-selectors"],
    },
    {
      id: "5.2/discovery",
      priority: "P0",
      text: "Short names and categories are in discovery",
      tests: ["tests/contract/discovery.test.ts > the resources of a CRD are listed like those of built-in kinds"],
    },
    {
      id: "5.2/versions",
      priority: "P0",
      text: "Without a webhook, versions differ only in name and in the fields that their schemas keep; objects are stored in the storage version",
      cases: ["cr-lifecycle-versions"],
    },
    {
      id: "5.2/conversion-webhooks",
      priority: "P0",
      text: "Objects are converted by a webhook",
      cases: ["conversion-reads", "conversion-creates", "conversion-writes", "conversion-one-version"],
      tests: [
        `${conversions} > an object that is created in v1 is stored in v2 and read in both`,
        `${conversionLists} > selectors, tables and metadata are those of the requested version`,
        `${conversionManagers} > managers own their fields in the version of their write, and conflict in the other version`,
      ],
    },
    {
      id: "5.2/finalizers",
      priority: "P0",
      text: "Finalizers keep a deleted object, and a terminating object accepts no new ones",
      cases: ["cr-lifecycle-finalizers"],
    },
  ],
};
