// The in-memory API server and the server under test return equal statuses and bodies for the same requests, apart from what its contract excludes.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { createMemoryApiServer } from "@kubewright/client/testing";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { eventsIn, sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";
import { Widget, widgetDefinition } from "./widgets.ts";

const suite = useServer({ crds: [widgetDefinition] });

const apply = { "content-type": "application/apply-patch+yaml" };
const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };
const strategic = { "content-type": "application/strategic-merge-patch+json" };

/** A request of a case; `{{n.path}}` in it is a value of the response to request n. Paths begin with the namespace. */
type Step = Omit<TestRequest, "asText">;

const configMaps = "/api/v1/namespaces/NS/configmaps";
const widgets = `/apis/${Widget.group}/v1/namespaces/NS/widgets`;
const post = (path: string, body: object): Step => ({ method: "POST", path, body });
const put = (path: string, body: object): Step => ({ method: "PUT", path, body });
const patch = (path: string, headers: Step["headers"], body: unknown): Step => ({
  method: "PATCH",
  path,
  headers: headers ?? {},
  body: JSON.stringify(body),
});
const remove = (path: string, body?: object): Step => ({ method: "DELETE", path, ...(body && { body }) });
const get = (path: string, headers?: Step["headers"]): Step => ({ path, ...(headers && { headers }) });
const named = (name: string, fields: object = {}, metadata: object = {}): object => ({
  metadata: { name, ...metadata },
  ...fields,
});

const cases: Readonly<Record<string, readonly Step[]>> = {
  "create, get, and create again": [
    post(configMaps, named("a", { data: { v: "1" } }, { uid: "mine", selfLink: "mine", generation: 7 })),
    get(`${configMaps}/a`),
    post(configMaps, named("a")),
    get(`${configMaps}/b`),
  ],
  "names and metadata that are invalid": [
    post(configMaps, {}),
    post(configMaps, named("A_b")),
    post(configMaps, named("a", {}, { labels: { "not a key": "v", ok: "not a value" } })),
    post(configMaps, named("a", {}, { namespace: "other" })),
    post(configMaps, named("a", {}, { resourceVersion: "5" })),
    post(widgets, widget("A_b")),
    post(widgets, named("w")),
    post(widgets, { ...widget("w"), kind: "Gadget" }),
    post(widgets, { ...widget("w"), apiVersion: "other.example.com/v1" }),
  ],
  "updates with and without a version": [
    post(configMaps, named("a", { data: { v: "1" } })),
    put(`${configMaps}/a`, named("a", { data: { v: "2" } }, { resourceVersion: "{{0.metadata.resourceVersion}}" })),
    put(`${configMaps}/a`, named("a", { data: { v: "3" } }, { resourceVersion: "{{0.metadata.resourceVersion}}" })),
    put(`${configMaps}/a`, named("a", { data: { v: "4" } })),
    put(`${configMaps}/a`, named("a", { data: { v: "4" } })),
    put(`${configMaps}/a`, named("a", {}, { uid: "other" })),
    put(`${configMaps}/a`, named("b")),
    put(`${configMaps}/a`, {}),
    put(`${configMaps}/missing`, named("missing")),
  ],
  "updates of a custom resource need a version": [
    post(widgets, widget("w", { spec: { size: 1 }, status: { phase: "sent" } })),
    put(`${widgets}/w`, widget("w", { spec: { size: 2 } })),
    put(
      `${widgets}/w`,
      widget("w", { spec: { size: 2 }, status: { phase: "x" } }, { resourceVersion: "{{0.metadata.resourceVersion}}" }),
    ),
    put(`${widgets}/w`, widget("w", {}, { uid: "other", resourceVersion: "{{2.metadata.resourceVersion}}" })),
  ],
  "the status is written apart, and generation counts the rest": [
    post(widgets, widget("w", { spec: { size: 1 } })),
    patch(`${widgets}/w/status`, merge, { status: { phase: "ready" }, spec: { size: 9 } }),
    patch(`${widgets}/w`, merge, { status: { phase: "other" }, spec: { size: 2 } }),
    patch(`${widgets}/w`, merge, { metadata: { labels: { a: "1" } } }),
    patch(`${widgets}/w`, merge, {}),
    get(`${widgets}/w/status`),
    patch(`${widgets}/missing/status`, merge, { status: {} }),
    get(`${configMaps}/a/status`),
  ],
  patches: [
    post(configMaps, named("a", { data: { v: "1", w: "1" } })),
    patch(`${configMaps}/a`, merge, { data: { v: "2", w: null } }),
    patch(`${configMaps}/a`, json, [{ op: "add", path: "/data/x", value: "3" }]),
    patch(`${configMaps}/a`, json, [{ op: "test", path: "/data/x", value: "4" }]),
    patch(`${configMaps}/a`, json, [{ op: "remove", path: "/data/none" }]),
    patch(`${configMaps}/a`, json, { op: "add" }),
    patch(`${configMaps}/a`, merge, {
      metadata: { resourceVersion: "{{0.metadata.resourceVersion}}" },
      data: { v: "9" },
    }),
    patch(`${configMaps}/a`, merge, { metadata: { name: "b" } }),
    patch(`${configMaps}/a`, merge, { metadata: { uid: "other" } }),
    patch(`${configMaps}/missing`, merge, {}),
    post(widgets, widget("w")),
    patch(`${widgets}/w`, strategic, { spec: { size: 1 } }),
  ],
  "an apply creates, changes and removes fields of its manager": [
    patch(`${widgets}/w?fieldManager=m`, apply, widget("w", { spec: { size: 1, colour: "red" } })),
    patch(`${widgets}/w?fieldManager=m`, apply, widget("w", { spec: { size: 2 } })),
    patch(`${widgets}/w?fieldManager=n`, apply, widget("w", { spec: { replicas: 3 } })),
    patch(`${widgets}/w/status?fieldManager=m`, apply, widget("w", { status: { phase: "ready" } })),
    patch(`${widgets}/w?fieldManager=m`, apply, widget("w", {})),
    patch(`${widgets}/w`, apply, widget("w", {})),
  ],
  "an object with a finalizer stays until it is removed": [
    post(widgets, widget("w", { spec: { size: 1 } }, { finalizers: ["example.com/hold"] })),
    remove(`${widgets}/w`),
    remove(`${widgets}/w`),
    post(widgets, widget("w")),
    patch(`${widgets}/w`, merge, { metadata: { finalizers: ["example.com/hold", "example.com/more"] } }),
    patch(`${widgets}/w`, merge, { metadata: { deletionTimestamp: null } }),
    patch(`${widgets}/w`, merge, { metadata: { finalizers: null } }),
    get(`${widgets}/w`),
  ],
  "preconditions and propagation policies of deletes": [
    post(configMaps, named("a")),
    remove(`${configMaps}/a`, { preconditions: { uid: "other" } }),
    remove(`${configMaps}/a`, { preconditions: { resourceVersion: "1" } }),
    remove(`${configMaps}/a`, { propagationPolicy: "Foreground" }),
    remove(`${configMaps}/a`, { propagationPolicy: "Orphan" }),
    remove(`${configMaps}/a`, { propagationPolicy: "Background" }),
    remove(`${configMaps}/a`),
  ],
  "dry runs store nothing": [
    post(`${configMaps}?dryRun=All`, named("a", { data: { v: "1" } })),
    get(`${configMaps}/a`),
    post(configMaps, named("a", { data: { v: "1" } })),
    patch(`${configMaps}/a?dryRun=All`, merge, { data: { v: "2" } }),
    remove(`${configMaps}/a?dryRun=All`),
    remove(`${configMaps}/a`, { dryRun: ["All"] }),
    get(`${configMaps}/a`),
  ],
  "lists select by labels and fields, in the order of names": [
    ...["b", "a.b", "a", "a-b"].map((name) => post(widgets, widget(name, {}, { labels: { app: name.slice(0, 1) } }))),
    get(widgets),
    get(`${widgets}?labelSelector=${encodeURIComponent("app in (b)")}`),
    get(`${widgets}?fieldSelector=${encodeURIComponent("metadata.name!=a")}`),
    get(`${widgets}?fieldSelector=spec.size%3D1`),
    get(`${widgets}?labelSelector=${encodeURIComponent("a in")}`),
    get(widgets, { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" }),
    get(`${widgets}/a`, { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" }),
    get(`${configMaps}?fieldSelector=data.a%3D1`),
    get(`${configMaps}?resourceVersion=99999999999`),
    get(`${configMaps}?resourceVersion=x`),
  ],
  "pages show the state of the first": [
    ...["a", "b", "c", "d", "e"].map((name) => post(widgets, widget(name))),
    get(`${widgets}?limit=2`),
    remove(`${widgets}/d`),
    get(`${widgets}?limit=2&continue={{5.metadata.continue}}`),
    get(`${widgets}?limit=2&continue={{7.metadata.continue}}`),
    get(`${widgets}?limit=2&resourceVersion=0`),
    get(`${widgets}?limit=1&labelSelector=${encodeURIComponent("!none")}`),
    get(`${widgets}?resourceVersion={{5.metadata.resourceVersion}}&resourceVersionMatch=Exact`),
  ],
  "a collection delete selects, and leaves objects with finalizers": [
    post(widgets, widget("a", {}, { labels: { go: "yes" } })),
    post(widgets, widget("b")),
    post(widgets, widget("c", {}, { labels: { go: "yes" }, finalizers: ["example.com/hold"] })),
    remove(`${widgets}?labelSelector=go%3Dyes`),
    get(widgets),
    patch(`${widgets}/c`, merge, { metadata: { finalizers: null } }),
  ],
  "a watch shows the changes after a version": [
    post(widgets, widget("a", { spec: { size: 1 } })),
    patch(`${widgets}/a`, merge, { metadata: { labels: { app: "web" } } }),
    post(widgets, widget("b", {}, { finalizers: ["example.com/hold"] })),
    patch(`${widgets}/a`, merge, { metadata: { labels: { app: "db" } } }),
    remove(`${widgets}/b`),
    patch(`${widgets}/b`, merge, { metadata: { finalizers: null } }),
    get(`${widgets}?watch=true&resourceVersion={{0.metadata.resourceVersion}}&timeoutSeconds=1`),
    get(
      `${widgets}?watch=true&resourceVersion={{0.metadata.resourceVersion}}&labelSelector=app%3Dweb&timeoutSeconds=1`,
    ),
    get(`${widgets}?watch=true&timeoutSeconds=1`),
    get(
      `${widgets}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1`,
    ),
    get(`${widgets}?watch=true&resourceVersion=x&timeoutSeconds=1`),
  ],
  "what is not served is not found": [
    get(`/apis/${Widget.group}/v1/namespaces/NS/gadgets`),
    get(`/apis/${Widget.group}/v1/namespaces/NS/widgets/w/scale`),
    get("/apis/absent.example.com/v1/things"),
    { method: "POST", path: `${widgets}/w`, body: widget("w") },
    { method: "PUT", path: widgets, body: widget("w") },
    { method: "POST", path: configMaps, body: "{" },
  ],
  "discovery of a group and its version": [get(`/apis/${Widget.group}`), get(`/apis/${Widget.group}/v1`)],
};

function widget(name: string, fields: object = {}, metadata: object = {}): object {
  return { apiVersion: `${Widget.group}/v1`, kind: "Widget", ...named(name, fields, metadata) };
}

test.for(Object.keys(cases))("%s: the answers equal those of the server under test", async (title) => {
  const { transport } = createMemoryApiServer({
    types: [ConfigMap, Secret, Deployment, { ...Widget, subresources: ["status"] }],
    clock: suite.server.clock,
  });

  const [expected, responses] = await Promise.all([
    answersOf(suite.server.transport, cases[title] ?? []),
    answersOf(transport, cases[title] ?? []),
  ]);

  expect(responses).toEqual(expected);
});

/** The masked responses to the steps of a case. */
async function answersOf(transport: Transport, steps: readonly Step[]): Promise<readonly unknown[]> {
  const bodies: unknown[] = [];
  const mask = createMask();
  const responses: unknown[] = [];
  for (const step of steps) {
    const sent = JSON.parse(filled(JSON.stringify(step), bodies)) as Step;
    const { status, body } = await sendRequest(transport, sent);
    bodies.push(body);
    const isWatch = sent.path.includes("watch=true");
    responses.push([`${sent.method ?? "GET"} ${step.path}`, status, mask(isWatch ? eventsIn(body) : body)]);
  }
  return responses;
}

function filled(text: string, bodies: readonly unknown[]): string {
  return text
    .replaceAll("/NS/", `/${suite.namespace}/`)
    .replaceAll(/\{\{(\d+)\.([\w.]+)\}\}/gu, (_, index: string, path: string) => {
      let value: unknown = bodies[Number(index)];
      for (const name of path.split(".")) value = (value as Readonly<Record<string, unknown>>)[name]; // An answer of an earlier step.
      return String(value);
    });
}

/** Replaces what differs between two runs: uids and versions become numbers in the order of appearance. */
function createMask(): (value: unknown) => unknown {
  const names = new Map<string, string>();
  const nameOf = (kind: string, found: unknown): string => {
    const id = `${kind} ${String(found)}`;
    const count = [...names.keys()].filter((known) => known.startsWith(kind)).length;
    names.set(id, names.get(id) ?? `${kind} ${count}`);
    return names.get(id) ?? "";
  };
  const texts = (text: string): string =>
    text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (uid) => nameOf("uid", uid))
      .replaceAll(/(?<=current: |in record \()\d+/gu, "VERSION");
  return function mask(value: unknown): unknown {
    if (typeof value === "string") return texts(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    const isList = "items" in value || ("type" in value && value.type === "BOOKMARK");
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !["managedFields", "storageVersionHash"].includes(key))
        .map(([key, field]): [string, unknown] => {
          if (["creationTimestamp", "deletionTimestamp"].includes(key)) return [key, field === null ? null : "TIME"];
          if (key === "continue") return [key, "TOKEN"];
          if (key === "resourceVersion") return [key, nameOf("version", field)];
          if (isList && (key === "metadata" || key === "object")) return [key, maskedList(field, mask)];
          return [key, mask(field)];
        }),
    );
  };
}

/** The version of a list or bookmark counts writes to other objects, too. */
function maskedList(field: unknown, mask: (value: unknown) => unknown): unknown {
  if (typeof field !== "object" || field === null) return field;
  if ("metadata" in field) return { ...field, metadata: maskedList(field.metadata, mask) };
  return { ...(mask({ ...field, resourceVersion: "" }) as object), resourceVersion: "VERSION" };
}
