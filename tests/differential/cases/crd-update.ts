/** Stored CustomResourceDefinitions: updates, status, and deletion. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { tryToMerge } from "../changes.ts";
import { definition, definitions, integer, schemaOf, string, versionOf } from "./crd-good.ts";

const group = "{{namespace}}.example.com";
const path = `${definitions}/widgets.${group}`;
const served = `/apis/${group}/v1/namespaces/{{namespace}}/widgets`;

const create = post(definitions, definition());
/** Succeeds once the CRD is served. */
const ready = until(200, get(served));
const version = (name: string, storage: boolean, schema: object = schemaOf({ a: string })): object => ({
  ...versionOf(name, schema),
  storage,
});

function installed(...requests: readonly DifferentialRequest[]): readonly DifferentialRequest[] {
  return [create, ready, ...requests];
}

/** Succeeds once a field has a value, and changes nothing. */
function testing(object: string, field: string, value: string): DifferentialRequest {
  return patch("json", `${object}?dryRun=All`, [{ op: "test", path: field, value }]);
}

const webhook = (clientConfig: object): { readonly spec: object } => ({
  spec: { conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } } },
});

function pem(label: string): string {
  return Buffer.from(`-----BEGIN ${label}-----\neA==\n-----END ${label}-----\n`).toString("base64");
}

const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "w" }, spec: { a: "x" } };

export const crdUpdateCases: readonly DifferentialCase[] = cases("crd-update", {
  conditions: installed(get(path), get(`${path}/status`)),
  immutable: installed(
    ...tryToMerge(path, [
      { "spec.scope": "Cluster" },
      { "spec.names.kind": "Gadget", "spec.names.listKind": "GadgetList" },
      { "spec.group": "other.example.com" },
      { "spec.names.plural": "gadgets" },
      { "spec.names.singular": "gadget" },
      { "spec.names.listKind": "Widgets" },
      { "spec.names.shortNames": ["wd", "Wd"] },
      { "spec.names.categories": ["all"] },
      { "metadata.name": "other" },
      { "spec.preserveUnknownFields": true },
      { "spec.conversion": null },
    ]),
  ),
  conversion: installed(
    ...[
      { url: "https://webhook.example.com", caBundle: "eA==" },
      { url: "https://webhook.example.com", caBundle: pem("CERTIFICATE REQUEST") },
      { caBundle: "eA==" },
      { url: "https://webhook.example.com/convert" },
      { url: "https://webhook.example.com/convert", caBundle: null },
      { url: null, service: { name: "hook", namespace: "default", path: "/convert" } },
      { service: null, caBundle: null, url: "https://webhook.example.com" },
    ].map((clientConfig) => patch("merge", path, webhook(clientConfig))),
    patch("merge", path, { spec: { conversion: { strategy: "None" } } }),
    patch("merge", path, { spec: { conversion: { strategy: "None", webhook: null } } }),
  ),
  "invalid-ca-bundle": [
    post(definitions, definition(webhook({ url: "https://webhook.example.com", caBundle: "eA==" }))),
    until(200, testing(path, "/status/conditions/1/reason", "InvalidCABundle")),
    get(path),
    patch("merge", path, { metadata: { labels: { a: "b" } } }),
    patch("merge", path, webhook({ caBundle: null })),
    ready,
  ],
  unconditional: installed(put(path, definition())),
  generation: installed(
    patch("merge", `${path}?dryRun=All`, { metadata: { labels: { a: "b" } } }),
    patch("merge", `${path}?dryRun=All`, { spec: { names: { shortNames: ["wd"] } } }),
    patch("merge", `${path}?dryRun=All`, { status: { storedVersions: ["v9"] } }),
    patch("merge", `${path}/status?dryRun=All`, { metadata: { labels: { a: "b" } }, spec: { scope: "Cluster" } }),
  ),
  "stored-versions": installed(
    patch("merge", path, { spec: { versions: [version("v1", false), version("v2", true)] } }),
    patch("merge", path, { spec: { versions: [version("v2", true)] } }),
    patch("merge", path, { spec: { versions: [version("v2", true), version("v3", true)] } }),
    patch("merge", `${path}/status`, { status: { storedVersions: ["v2"] } }),
    patch("merge", path, { spec: { versions: [version("v2", true)] } }),
    patch("merge", `${path}/status`, { status: { storedVersions: [] } }),
    patch("merge", path, { metadata: { labels: { a: "b" } } }),
    patch("merge", `${path}/status`, { status: { storedVersions: ["v1", "v2"] } }),
  ),
  "bad-status": installed(
    ...tryToMerge(`${path}/status`, [
      { "status.acceptedNames.plural": "No_Label" },
      { "status.acceptedNames.kind": "9", "status.acceptedNames.listKind": "9" },
      { "status.acceptedNames.shortNames": ["A"] },
    ]),
  ),
  formats: installed(
    patch("merge", `${path}?dryRun=All`, {
      spec: { versions: [version("v1", true, schemaOf({ a: { type: "string", format: "one" } }))] },
    }),
    patch("merge", path, {
      spec: { versions: [version("v1", true, schemaOf({ a: { type: "string", format: "two" } }))] },
    }),
    patch("merge", `${path}?dryRun=All`, {
      spec: {
        versions: [
          version(
            "v1",
            true,
            schemaOf({ a: { type: "string", format: "two" }, b: { type: "integer", format: "three" } }),
          ),
        ],
      },
    }),
  ),
  approval: [
    post(definitions, {
      ...definition({ group: `{{namespace}}.k8s.io` }),
      metadata: { name: "widgets.{{namespace}}.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved" } },
    }),
    until(200, get("/apis/{{namespace}}.k8s.io/v1/widgets")),
    ...tryToMerge(`${definitions}/widgets.{{namespace}}.k8s.io`, [
      { "metadata.annotations": { "api-approved.kubernetes.io": "bad" } },
      { "metadata.annotations": null },
    ]),
  ],
  "api-services": installed(
    until(200, get(`/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`)),
    patch("merge", path, {
      spec: { versions: [version("v1", true), version("v2beta1", false), version("v3", false)] },
    }),
    until(200, get(`/apis/apiregistration.k8s.io/v1/apiservices/v3.${group}`)),
    until(200, get(`/apis/apiregistration.k8s.io/v1/apiservices/v2beta1.${group}`)),
    until(200, get(`/apis/${group}/v2beta1/widgets`)),
    get(`/apis/${group}`),
    remove(path),
    until(404, get(`/apis/apiregistration.k8s.io/v1/apiservices/v1.${group}`)),
  ),
  "not-served": installed(
    patch("merge", path, { spec: { versions: [version("v1", true), { ...version("v2", false), served: false }] } }),
    until(404, get(`/apis/${group}/v2/widgets`)),
    get(`/apis/${group}/v1/none`),
  ),
  deletion: installed(
    post(served, widget),
    post(served, { ...widget, metadata: { name: "held", finalizers: ["example.com/hold"] } }),
    remove(path),
    until(403, post(served, { ...widget, metadata: { name: "late" } })),
    until(404, get(`${served}/w`)),
    get(`${served}/held`),
    patch("merge", `${served}/held`, { metadata: { finalizers: null } }),
    until(404, get(path)),
    until(404, get(`/apis/${group}/v1`)),
  ),
  "deletion-without-objects": installed(remove(path), until(404, get(path)), until(404, get(served))),
  "dry-run-deletion": installed(remove(`${path}?dryRun=All`), get(path)),
  "names-conflict": [
    create,
    ready,
    post(definitions, {
      ...definition({ names: { plural: "gadgets", kind: "Gadget", listKind: "WidgetList", shortNames: ["gd"] } }),
      metadata: { name: `gadgets.${group}` },
    }),
    until(200, testing(`${definitions}/gadgets.${group}`, "/status/conditions/1/reason", "NotAccepted")),
    until(404, get(`/apis/${group}/v1/gadgets`)),
    post(definitions, {
      ...definition({
        names: { plural: "things", kind: "Widget", singular: "widget", shortNames: ["widgets", "gadgets"] },
      }),
      metadata: { name: `things.${group}` },
    }),
    until(200, testing(`${definitions}/things.${group}`, "/status/conditions/1/reason", "NotAccepted")),
  ],
  columns: [
    post(
      definitions,
      definition({
        versions: [
          versionOf("v1", schemaOf({ a: string, b: integer }), {
            additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
          }),
        ],
      }),
    ),
    ready,
    patch("merge", path, {
      spec: {
        versions: [
          versionOf("v1", schemaOf({ a: string, b: integer }), {
            additionalPrinterColumns: [{ name: "B", type: "integer", jsonPath: ".spec.b", priority: 1 }],
          }),
        ],
      },
    }),
  ],
});
