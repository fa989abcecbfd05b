/**
 * Common behaviour of all built-in kinds, with a minimal object of each: creation, generation, tables, selectors, creation by PUT, updates without
 * a version, names, status, deletion.
 */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { kindObjects } from "./kind-objects.ts";
import type { KindObject } from "./kind-object.ts";

const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const hold = { metadata: { finalizers: ["example.com/hold"] } };
const labelled = { metadata: { labels: { l: "1" }, annotations: { a: "1" } } };

function collectionOf({ apiVersion, plural, namespaced }: KindObject): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${namespaced ? "/namespaces/{{namespace}}" : ""}/${plural}`;
}

function forEach(
  kinds: readonly KindObject[],
  requests: (kind: KindObject) => readonly DifferentialRequest[],
): DifferentialRequestsByKind {
  return Object.fromEntries(kinds.map((kind) => [caseName(kind), requests(kind)]));
}

/** A real server may write the status of these at any time. */
const quietKinds = kindObjects.filter(({ apiVersion }) => !apiVersion.startsWith("flowcontrol."));

type DifferentialRequestsByKind = Readonly<Record<string, readonly DifferentialRequest[]>>;

/** `apps-deployments`, `autoscaling-v1-horizontalpodautoscalers`. */
function caseName({ apiVersion, plural }: KindObject): string {
  const version = /^(?:autoscaling|events)/u.test(apiVersion)
    ? apiVersion
    : apiVersion.split("/").slice(0, -1).join("");
  return `${version}-${plural}`.replaceAll(/[^a-z0-9]+/gu, "-").replace(/^-/u, "");
}

/** The object, with a unique name for cluster-scoped kinds. */
function objectOf(kind: KindObject, metadata: object = {}): object {
  const { apiVersion, fields } = kind;
  return { apiVersion, kind: kind.kind, metadata: { name: nameOf(kind), ...metadata }, ...fields };
}

function nameOf({ name, namespaced }: KindObject): string {
  return name ?? (namespaced ? "a" : "{{namespace}}");
}

/** The lifecycle of an object, from creation to deletion. */
function lifecycleOf(kind: KindObject): readonly DifferentialRequest[] {
  const collection = collectionOf(kind);
  const own = `${collection}/${nameOf(kind)}`;
  return [
    post(collection, objectOf(kind, { generation: 7 })),
    post(collection, objectOf(kind)),
    get(own),
    patch("merge", own, labelled),
    ...(kind.change === undefined ? [] : [patch("merge", own, kind.change), patch("merge", own, kind.change)]),
    patch("merge", own, { metadata: { labels: { "a b": "1" }, finalizers: ["x"], annotations: { "": "1" } } }),
    put(own, objectOf(kind)),
    put(own, objectOf(kind, { resourceVersion: "1" })),
    put(own, objectOf(kind, { uid: "00000000-0000-4000-8000-000000000000" })),
    get(`${collection}?fieldSelector=metadata.name%3D${encodeURIComponent(nameOf(kind))}`, asTable),
    patch("merge", own, hold),
    remove(own),
    remove(own),
    patch("merge", own, { metadata: { finalizers: null } }),
    get(own),
    put(own, objectOf(kind)),
    remove(own),
    remove(own),
  ];
}

/** The table of one object, and of an empty list. */
function tableOf(kind: KindObject): readonly DifferentialRequest[] {
  const collection = collectionOf(kind);
  const own = `${collection}/${nameOf(kind)}`;
  if (!quietKinds.includes(kind)) return [post(`${collection}?dryRun=All`, objectOf(kind), asTable)];
  return [
    post(collection, objectOf(kind)),
    get(own, asTable),
    get(`${collection}?fieldSelector=metadata.name%3Dnone`, asTable),
    get(`${collection}?fieldSelector=spec.zz%3D1`),
    remove(own),
  ];
}

/** Invalid names. Nothing is stored. */
function namesOf(kind: KindObject): readonly DifferentialRequest[] {
  const collection = `${collectionOf(kind)}?dryRun=All`;
  const names = ["Not_A_Name", "a.b", "1a", "a:b", "n".repeat(64), "n".repeat(254), "a%b", ".."];
  return [
    ...names.map((name) => post(collection, objectOf(kind, { name }))),
    post(collection, objectOf(kind, { name: undefined })),
    post(collection, objectOf(kind, { labels: { "a b": "1" }, finalizers: ["x"], annotations: { "": "1" } })),
    post(collection, objectOf(kind, { namespace: "elsewhere" })),
  ];
}

/** The fields that the status subresource changes and those that it keeps. */
function statusOf(kind: KindObject): readonly DifferentialRequest[] {
  const collection = collectionOf(kind);
  const own = `${collection}/${nameOf(kind)}`;
  const { status } = kind;
  if (status === undefined) {
    return [post(collection, objectOf(kind)), get(`${own}/status`), remove(own)];
  }
  const all = { status, ...kind.change, metadata: { ...labelled.metadata, ...hold.metadata } };
  return [
    post(collection, { ...objectOf(kind), status }),
    get(`${own}/status`),
    patch("merge", `${own}/status`, { status }),
    patch("merge", `${own}/status`, all),
    patch("merge", own, { status: null }),
    put(`${own}/status`, { ...objectOf(kind), status }),
    get(own, asTable),
    patch("merge", own, { metadata: { finalizers: null } }),
    remove(own),
  ];
}

const held = (manager: string): object => ({
  labels: { [manager]: "1", app: "a" },
  annotations: { [manager]: "1" },
  finalizers: [`example.com/${manager}`],
  ownerReferences: [
    { apiVersion: "v1", kind: "ConfigMap", name: manager, uid: "00000000-0000-4000-8000-000000000000" },
  ],
});
const empty = { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] };
const absent = { labels: null, annotations: null, finalizers: null, ownerReferences: null };
const bad = { labels: { "a b": "1" }, annotations: { "": "1" }, finalizers: ["x"], ownerReferences: [{}] };
const system = {
  generation: 77,
  creationTimestamp: null,
  deletionTimestamp: "2020-01-01T00:00:00Z",
  selfLink: "x",
  generateName: "q-",
  uid: "",
};

/** Changes of metadata by a write of the status. */
function statusMetadataOf(kind: KindObject): readonly DifferentialRequest[] {
  const collection = collectionOf(kind);
  const own = `${collection}/${nameOf(kind)}`;
  const { apiVersion, kind: name, status } = kind;
  const withoutSpec = (metadata: object): object => ({
    apiVersion,
    kind: name,
    metadata: { name: nameOf(kind), ...metadata },
    status,
  });
  const reset = patch(
    "json",
    own,
    Object.entries(held("one")).map(([field, value]) => ({
      op: "add",
      path: `/metadata/${field}`,
      value: value as unknown,
    })),
  );
  return [
    post(collection, objectOf(kind, held("one"))),
    put(`${own}/status`, { ...objectOf(kind), status }),
    reset,
    put(`${own}/status`, { ...objectOf(kind, held("two")), status }),
    reset,
    put(`${own}/status`, { ...objectOf(kind, empty), status }),
    reset,
    patch("merge", `${own}/status`, { metadata: absent }),
    reset,
    patch("strategic", `${own}/status`, {
      metadata: { labels: { $patch: "replace", z: "1" }, annotations: { $patch: "delete" } },
    }),
    put(`${own}/status`, withoutSpec({})),
    get(own),
    put(`${own}/status`, withoutSpec(bad)),
    put(`${own}/status`, withoutSpec(system)),
    put(`${own}/status`, withoutSpec({ ...system, deletionGracePeriodSeconds: 5 })),
    patch("merge", own, { metadata: { finalizers: null } }),
    remove(own),
  ];
}

export const everyKindCases: readonly DifferentialCase[] = cases("kind", forEach(quietKinds, lifecycleOf));
export const everyTableCases: readonly DifferentialCase[] = cases("table", forEach(kindObjects, tableOf));
export const everyNameCases: readonly DifferentialCase[] = cases("name", forEach(kindObjects, namesOf));
export const everyStatusCases: readonly DifferentialCase[] = cases("state", forEach(quietKinds, statusOf));
export const everyStatusMetadataCases: readonly DifferentialCase[] = cases(
  "status-metadata",
  forEach(
    quietKinds.filter(({ status }) => status !== undefined),
    statusMetadataOf,
  ),
);
