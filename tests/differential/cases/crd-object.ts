/** The validation of CustomResourceDefinitions without their schemas: names, versions, subresources, columns, conversion. */
import { cases, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import type { Change } from "../changes.ts";
import { tryToCreate } from "../changes.ts";
import { definition, definitions, integer, schemaOf, string, versionOf } from "./crd-good.ts";

const long = "l".repeat(64);
const schema = schemaOf({
  a: string,
  b: integer,
  c: { type: "number" },
  d: { type: "object", properties: { e: string } },
  f: { type: "array", items: string },
});

function tried(changes: readonly Change[], good: object = definition()): readonly DifferentialRequest[] {
  return tryToCreate(definitions, good, changes);
}

const twoVersions = definition({
  versions: [versionOf("v1", schema), { ...versionOf("v2", schemaOf({ a: string })), storage: false }],
});

const columns = (column: object, version = 0): Change => ({
  [`spec.versions.${version}.additionalPrinterColumns`]: [column],
});
const scale = (paths: object): Change => ({ "spec.versions.0.subresources": { status: {}, scale: paths } });
const paths = { specReplicasPath: ".spec.b", statusReplicasPath: ".status.b" };
const selectable = (...jsonPaths: readonly (string | undefined)[]): Change => ({
  "spec.versions.0.schema.openAPIV3Schema": schema,
  "spec.versions.0.selectableFields": jsonPaths.map((jsonPath) => ({ jsonPath })),
});
const warning = (deprecationWarning: unknown, deprecated: boolean = true): Change => ({
  "spec.versions.0.deprecated": deprecated,
  "spec.versions.0.deprecationWarning": deprecationWarning,
});
const webhook = (clientConfig: unknown, conversionReviewVersions: unknown = ["v1"]): Change => ({
  "spec.conversion": { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions } },
});

export const crdObjectCases: readonly DifferentialCase[] = cases("crd", {
  defaults: tried([
    {},
    { "spec.names.singular": "", "spec.names.listKind": "" },
    {
      "spec.names.singular": "one",
      "spec.names.listKind": "Many",
      "spec.names.shortNames": ["w"],
      "spec.names.categories": ["all"],
    },
    { "spec.conversion": { strategy: "None" } },
    { "spec.conversion": {} },
    { "spec.preserveUnknownFields": false },
    { "spec.scope": "Cluster" },
    { status: { storedVersions: ["v0", "v1"], acceptedNames: { plural: "x", kind: "Y" }, conditions: [] } },
    { "metadata.finalizers": ["a.b/c"], "metadata.generation": 7 },
  ]),
  names: tried([
    { "spec.names.plural": "Widgets" },
    { "spec.names.plural": long, "spec.names.singular": long },
    { "spec.names.plural": undefined },
    { "spec.names.singular": "No_Label" },
    { "spec.names.kind": undefined },
    { "spec.names.kind": "9kind" },
    { "spec.names.kind": "Kind!", "spec.names.listKind": "Kind!" },
    { "spec.names.listKind": "Widget" },
    { "spec.names.listKind": "a.b" },
    { "spec.names.shortNames": ["ok", "N O", ""] },
    { "spec.names.categories": ["all", "A", ""] },
    { "spec.names": undefined },
    { "spec.names": null },
    { "metadata.name": "gadgets.example.com" },
    { "metadata.name": "UPPER" },
    { "spec.group": undefined },
    { "spec.group": "nodot" },
    { "spec.group": "Upper.example.com" },
    { "spec.group": "a..b" },
    { "spec.scope": undefined },
    { "spec.scope": "" },
    { "spec.scope": "Everywhere" },
  ]),
  approval: [
    "missing",
    "unapproved, for a test",
    "https://example.com/why",
    "nonsense",
    "",
    "https://",
    "//host",
    "mailto:a@b",
    ":",
    "unapproved",
  ].map((value) =>
    post(`${definitions}?dryRun=All`, {
      ...definition({ group: "example.k8s.io" }),
      metadata: {
        name: "widgets.example.k8s.io",
        annotations: value === "missing" ? {} : { "api-approved.kubernetes.io": value },
      },
    }),
  ),
  "protected-group": ["x.kubernetes.io", "k8s.io", "notk8s.io", "a.b.k8s.io"].map((group) =>
    post(`${definitions}?dryRun=All`, definition({ group })),
  ),
  versions: tried([
    { "spec.versions": undefined },
    { "spec.versions": [] },
    { "spec.versions.0.name": undefined },
    { "spec.versions.0.name": "V1" },
    { "spec.versions.0.name": long },
    { "spec.versions.0.served": undefined },
    { "spec.versions.0.served": false },
    { "spec.versions.0.storage": undefined },
    { "spec.versions.0.schema": undefined },
    { "spec.versions.0.schema": {} },
    { "spec.versions.0.schema.openAPIV3Schema": null },
    { "spec.version": "v1" },
    { "spec.validation": { openAPIV3Schema: schema } },
    { "spec.preserveUnknownFields": true },
  ]),
  "several-versions": tried(
    [
      {},
      { "spec.versions.1.name": "v1" },
      { "spec.versions.1.storage": true },
      { "spec.versions.0.storage": false },
      { "spec.versions.1.name": "v_2" },
      { "spec.versions.1.schema": undefined },
      { "spec.versions.0.schema": undefined, "spec.versions.1.schema": undefined },
      { "spec.versions.1.schema.openAPIV3Schema": { type: "string" } },
      { "spec.versions.1.schema.openAPIV3Schema": schema },
      {
        "spec.versions.0.schema.openAPIV3Schema": { type: "array" },
        "spec.versions.1.schema.openAPIV3Schema": { type: "array" },
      },
      columns({ name: "A", type: "text", jsonPath: "a" }),
      columns({ name: "A", type: "text", jsonPath: "a" }, 1),
      {
        ...columns({ name: "A", type: "text", jsonPath: "a" }),
        ...columns({ name: "A", type: "text", jsonPath: "a" }, 1),
      },
      { "spec.versions.1.subresources": { scale: { specReplicasPath: "spec" } } },
      { "spec.versions.0.subresources": { scale: {} }, "spec.versions.1.subresources": { scale: {} } },
      { "spec.versions.1.selectableFields": [{ jsonPath: "spec.a" }] },
      {
        "spec.versions.0.selectableFields": [{ jsonPath: ".spec.b" }],
        "spec.versions.1.selectableFields": [{ jsonPath: ".spec.b" }],
      },
      { "spec.versions.1.schema": undefined, "spec.versions.1.selectableFields": [{ jsonPath: ".spec.b" }] },
    ],
    twoVersions,
  ),
  deprecation: tried([
    warning("old"),
    warning("old", false),
    warning(""),
    warning("", false),
    warning("x".repeat(256)),
    warning("x".repeat(257)),
    warning("é".repeat(130)),
    warning("a\nb"),
    warning("a\tb\nc"),
    warning("é\u200b"),
    warning("a\u00a0b"),
    warning(`\u0007${"x".repeat(300)}`),
    { "spec.versions.0.deprecated": true },
  ]),
  columns: tried([
    columns({ name: "A", type: "string", jsonPath: ".spec.a" }),
    columns({}),
    columns({ name: "A" }),
    columns({ name: "A", type: "text", format: "other", jsonPath: "spec.a", priority: -1 }),
    columns({ name: "A", type: "string", jsonPath: "." }),
    columns({ name: "A", type: "string", jsonPath: "..a" }),
    columns({ name: "A", type: "string", jsonPath: ".spec[" }),
    columns({ name: "A", type: "string", jsonPath: ".spec.a[?(@.b==1)" }),
    columns({
      name: "A",
      type: "date",
      format: "date-time",
      description: "d",
      priority: 3,
      jsonPath: ".metadata.labels['a\\.b']",
    }),
    {
      "spec.versions.0.additionalPrinterColumns": [
        { name: "A", type: "string", jsonPath: ".a" },
        { name: "", type: "x", jsonPath: "" },
      ],
    },
  ]),
  scale: tried([
    scale(paths),
    scale({}),
    scale({ specReplicasPath: ".spec.b" }),
    scale({ ...paths, specReplicasPath: "spec.b" }),
    scale({ ...paths, specReplicasPath: ".b" }),
    scale({ ...paths, specReplicasPath: ".spec" }),
    scale({ ...paths, specReplicasPath: "." }),
    scale({ ...paths, statusReplicasPath: "x" }),
    scale({ ...paths, statusReplicasPath: ".spec.b" }),
    scale({ ...paths, labelSelectorPath: "" }),
    scale({ ...paths, labelSelectorPath: ".status.s" }),
    scale({ ...paths, labelSelectorPath: ".spec.s" }),
    scale({ ...paths, labelSelectorPath: "s" }),
    scale({ ...paths, labelSelectorPath: ".metadata.s" }),
    scale({ ...paths, specReplicasPath: ".spec.a[0].b" }),
  ]),
  "selectable-fields": tried([
    selectable(".spec.a", ".spec.b"),
    selectable(undefined),
    selectable(""),
    selectable("spec.a"),
    selectable("."),
    selectable(".spec"),
    selectable(".spec.c"),
    selectable(".spec.d.e"),
    selectable(".spec.d"),
    selectable(".spec.f"),
    selectable(".spec.f[0]"),
    selectable(".spec.none"),
    selectable(".spec.a.b"),
    selectable(".spec['a']"),
    selectable(".spec['a'", ".spec[a]"),
    selectable(".spec.a", ".spec.a"),
    selectable(".spec.a", ".spec['a']"),
    selectable(".metadata.name"),
    selectable(".metadata.labels"),
    selectable(".kind"),
    selectable(".spec.a "),
    selectable(".spec..a"),
    selectable(".spec.a."),
    { "spec.versions.0.schema": undefined, "spec.versions.0.selectableFields": [{ jsonPath: ".spec.a" }] },
    {
      "spec.versions.0.schema.openAPIV3Schema": {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: string } } },
      },
      "spec.versions.0.selectableFields": [{ jsonPath: ".metadata.name" }, { jsonPath: ".metadata" }],
    },
    {
      "spec.versions.0.schema.openAPIV3Schema": schemaOf(
        Object.fromEntries([..."abcdefghi"].map((name) => [name, string])),
      ),
      "spec.versions.0.selectableFields": [..."abcdefghi"].map((name) => ({ jsonPath: `.spec.${name}` })),
    },
    {
      "spec.versions.0.schema.openAPIV3Schema": schemaOf(
        Object.fromEntries([..."abcdefgh"].map((name) => [name, string])),
      ),
      "spec.versions.0.selectableFields": [..."abcdefgh"].map((name) => ({ jsonPath: `.spec.${name}` })),
    },
  ]),
  conversion: tried([
    { "spec.conversion": { strategy: "Sometimes" } },
    { "spec.conversion": { strategy: "" } },
    { "spec.conversion": { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } } },
    {
      "spec.conversion": {
        strategy: "None",
        webhook: { clientConfig: { url: "https://x" }, conversionReviewVersions: [] },
      },
    },
    { "spec.conversion": { strategy: "Webhook" } },
    { "spec.conversion": { strategy: "Webhook", webhook: {} } },
    webhook({}),
    webhook({ url: "https://a", service: { name: "a", namespace: "b" } }),
    webhook({ url: "http://a.b" }),
    webhook({ url: "https://user@a.b?x#y" }),
    webhook({ url: "https://" }),
    webhook({ service: { name: "", namespace: "" } }),
    webhook({ service: { name: "a", namespace: "b", port: 0, path: "x" } }),
    webhook({ service: { name: "a", namespace: "b", path: "//" } }),
    webhook({ url: "https://a.b" }, []),
    webhook({ url: "https://a.b" }, ["v1", "v1"]),
    webhook({ url: "https://a.b" }, ["v2", "B"]),
    webhook({ url: "https://a.b" }, null),
  ]),
  decoding: tried([
    { "spec.versions": {} },
    { "spec.versions.0.served": "yes" },
    { "spec.group": 1 },
    { "spec.names.shortNames": "w" },
    { "spec.versions.0.schema.openAPIV3Schema": "x" },
    { "spec.versions.0.schema.openAPIV3Schema.type": 1 },
    { "spec.versions.0.schema.openAPIV3Schema.required": "a" },
    { "spec.versions.0.schema.openAPIV3Schema.maxLength": 1.5 },
    { "spec.versions.0.schema.openAPIV3Schema.minimum": "1" },
    { "spec.versions.0.schema.openAPIV3Schema.unknown": 3, "spec.unknown": 1 },
  ]),
});
