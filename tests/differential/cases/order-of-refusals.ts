/** Requests with several errors, of which the server reports one. Random sequences have found these. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, schemaOf, string, versionOf } from "./crd-good.ts";
import { list, object, served, widget, widgets } from "./custom-resource.ts";

const one = `${widgets}/w`;
const services = "/api/v1/namespaces/{{namespace}}/services";
const gadget = (metadata: object = {}): object => ({
  ...widget({ a: "x" }),
  kind: "Gadget",
  metadata: { name: "w", ...metadata },
});
const service = (spec: object): object => ({ apiVersion: "v1", kind: "Service", metadata: { name: "s" }, spec });
const applied = (path: string, body: object): DifferentialRequest => ({
  method: "PATCH",
  path: `${path}?fieldManager=one`,
  headers: { "content-type": "application/apply-patch+yaml" },
  body,
});
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const ports = [{ name: "web", port: 80 }];

export const orderOfRefusalCases: readonly DifferentialCase[] = cases("order-of-refusals", {
  "custom-kind": [
    ...served({ a: string }, { status: object({ b: string }) }, { subresources: { status: {} } }),
    put(one, gadget()),
    put(`${one}/status`, gadget()),
    put(`${one}?fieldValidation=Strict`, { ...gadget(), other: 1 }),
    post(widgets, gadget()),
    post(widgets, gadget({ labels: { a: "not a label" }, resourceVersion: "1" })),
    post(widgets, widget({ a: "x" })),
    post(widgets, gadget()),
    put(one, gadget()),
    put(one, gadget({ resourceVersion: "1" })),
    put(one, gadget({ resourceVersion: "{{7.metadata.resourceVersion}}" })),
    put(one, gadget({ resourceVersion: "{{7.metadata.resourceVersion}}", finalizers: [""] })),
    put(one, gadget({ labels: "x" })),
    post(widgets, { ...gadget({ labels: "x" }), apiVersion: "v9" }),
    put(one, gadget({ uid: "other", resourceVersion: "{{7.metadata.resourceVersion}}" })),
  ],
  "absent-subresource-as-table": [
    ...served({ a: string }),
    get("/api/v1/namespaces/{{namespace}}/configmaps/a/scale", table),
    get("/api/v1/namespaces/{{namespace}}/configmaps/a/status", table),
    get(`${one}/status`, table),
    get(`${one}/scale`, table),
  ],
  "custom-no-kind": [
    ...served({ a: string }),
    ...["Ignore", "Warn", "Strict"].map((validation) =>
      post(`${widgets}?fieldValidation=${validation}`, { metadata: { name: "w" }, spec: { a: "x" } }),
    ),
  ],
  "custom-unknown-fields": [
    ...served({
      b: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: object({ a: string }) } },
    }),
    ...["Strict", "Warn"].map((validation) =>
      post(`${widgets}?dryRun=All&fieldValidation=${validation}`, {
        ...widget({ b: { apiVersion: "v1", kind: "Thing", metadata: { other: 1 }, spec: { z: 1 } } }),
        metadata: { name: "w", other: 1 },
      }),
    ),
  ],
  "definition-default-format": [
    post(
      `${definitions}?dryRun=All`,
      definition({ versions: [versionOf("v1", schemaOf({ a: { type: "integer", format: "other", default: 1e20 } }))] }),
    ),
    post(
      `${definitions}?dryRun=All`,
      definition({ versions: [versionOf("v1", schemaOf({ a: { type: "integer", format: "int32", default: 1e20 } }))] }),
    ),
  ],
  "custom-metadata": [
    ...served({ a: string }),
    post(widgets, { ...widget({}), metadata: { name: "w", labels: "x", finalizers: "x" } }),
    post(widgets, { ...widget({}), metadata: { ownerReferences: [{ uid: 1, kind: 2 }], name: "w", annotations: 5 } }),
    put(one, { ...widget({}), metadata: { uid: 5, generation: "x", name: "w" } }),
  ],
  "custom-scale-media-type": [
    ...served(
      { replicas: integer },
      {},
      {
        subresources: { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
      },
    ),
    patch("strategic", `${one}/scale`, { spec: { replicas: 1 } }),
    patch("strategic", `${one}/scale?dryRun=Some`, { spec: { replicas: 1 } }),
    patch("merge", `${one}/scale`, { spec: { replicas: 1 } }),
    patch("strategic", one, { spec: { replicas: 1 } }),
  ],
  "custom-scale-values": [
    ...served(
      { replicas: { "x-kubernetes-preserve-unknown-fields": true } },
      { status: object({ replicas: { "x-kubernetes-preserve-unknown-fields": true } }) },
      {
        subresources: {
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.replicas",
          },
        },
      },
    ),
    ...[[1, "a"], { a: [1.5, true] }, null, true, 1.5, 1e20, "x"].map((replicas) =>
      post(`${widgets}?dryRun=All`, widget({ replicas })),
    ),
    ...[[1, "a"], { a: 1 }, true, 5, 1.5, 1e20].map((replicas) =>
      post(`${widgets}?dryRun=All`, widget({}, { status: { replicas } })),
    ),
  ],
  "custom-scale-paths": [
    ...served(
      {},
      { status: { "x-kubernetes-preserve-unknown-fields": true } },
      {
        subresources: {
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.a.b.replicas",
            labelSelectorPath: ".status.a.selector",
          },
        },
      },
    ),
    ...[[null], "x", null, { a: [1] }, { a: null }, { a: { b: "x" } }, { a: { b: null, selector: null } }].map(
      (status) => post(`${widgets}?dryRun=All`, widget({}, { status })),
    ),
  ],
  "custom-scale-apply": [
    ...served(
      { replicas: integer, a: string },
      {},
      {
        subresources: { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
      },
    ),
    post(widgets, widget({ a: "x" })),
    applied(`${one}/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "w" },
      spec: { replicas: 1 },
    }),
    applied(`${one}/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Other",
      metadata: { name: "w" },
      spec: { replicas: 1 },
    }),
    patch("merge", one, { spec: { replicas: 3 } }),
    put(`${one}/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "w" },
      spec: { replicas: 0 },
    }),
    get(one),
    patch("merge", `${one}/scale`, { spec: { replicas: 0 } }),
    get(one),
  ],
  "custom-apply-emptied": [
    ...served({ o: { type: "object", "x-kubernetes-preserve-unknown-fields": true }, a: object({ b: string }) }),
    applied(one, widget({ o: { x: 1 }, a: { b: "c" } })),
    applied(one, widget({ o: {}, a: { b: "c" } })),
    applied(one, widget({ o: { x: 1 }, a: {} })),
    applied(one, widget({ a: {} })),
    get(one),
  ],
  "custom-apply-unknown": [
    ...served({ m: { type: "object", additionalProperties: object({ c: { type: "boolean" } }) }, a: string }),
    applied(one, widget({ a: "x", m: { k: { c: true, z: "wrong" } } })),
    applied(one, widget({ a: "x", z: 1 })),
    get(one),
  ],
  "custom-length-zero": [
    ...served({
      s: { type: "string", minLength: 0 },
      l: list(string, { minItems: 0 }),
      o: object({}, { minProperties: 0 }),
    }),
    post(`${widgets}?dryRun=All`, widget({ s: "", l: [], o: {} })),
    post(`${widgets}?dryRun=All`, widget({ s: 5 })),
  ],
  "service-by-status": [
    put(`${services}/s/status`, service({ ports })),
    put(`${services}/s/status`, service({ clusterIP: "None" })),
    put(`${services}/s/status`, service({ clusterIP: "None", ports })),
    patch("merge", `${services}/s/status`, { status: {} }),
    applied(`${services}/s/status`, service({})),
    applied(`${services}/s/status`, service({ clusterIP: "None", ports })),
    put(`${services}/s/status?dryRun=All`, service({ type: "ExternalName", externalName: "example.com" })),
  ],
});
