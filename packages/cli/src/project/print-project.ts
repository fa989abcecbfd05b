/**
 * Prints PROJECT. An existing file keeps comments, the order of fields, and unknown fields; only the fields whose values have changed are
 * updated.
 */
import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isSeq, parseDocument } from "yaml";
import type { YAMLMap, YAMLSeq } from "yaml";

import { isRecord } from "./fields.ts";
import type { Project } from "./project.ts";

/** The fields that may be removed, by the path of their object. */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  "": "version layout projectName cliVersion domain repo multigroup namespaced resources plugins".split(" "),
  resources: "group domain version kind plural path core external module api controller controllers webhooks".split(
    " ",
  ),
  "resources.api": "crdVersion namespaced ssa".split(" "),
  "resources.webhooks": "webhookVersion defaulting validation conversion spoke defaultingPath validationPath".split(
    " ",
  ),
};

/** The content of PROJECT, with its fields in alphabetical order. `before` is the previous content. */
export function printProject(project: Project, before?: string): string {
  const plain = withoutDefaults(project);
  const document = before === undefined ? new Document({}) : parseDocument(before, { schema: "core" });
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if (isMap(document.contents)) updateMap(document, document.contents, plain, "");
  return document.toString({ lineWidth: 0 });
}

/** False is the default of all boolean fields, so it is not written. */
function withoutDefaults(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, each]) => {
      if (each === undefined || each === false) return [];
      if (key === "resources" && Array.isArray(each)) {
        return each.length === 0 ? [] : [[key, each.map((resource) => withoutDefaults(resource))]];
      }
      return [[key, key === "api" || key === "webhooks" ? withoutDefaults(each) : each]];
    }),
  );
}

function updateMap(document: Document, map: YAMLMap, wanted: Readonly<Record<string, unknown>>, path: string): void {
  for (const key of ownFields[path] ?? []) if (!Object.hasOwn(wanted, key)) map.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    const inner = path === "" ? key : `${path}.${key}`;
    const found = map.get(key, true);
    if (isMap(found) && isRecord(value)) updateMap(document, found, value, inner);
    else if (inner === "resources" && isSeq(found)) updateResources(document, found, value);
    else if (!isDeepStrictEqual(plainOf(document, found), value)) setSorted(document, map, key, value);
  }
}

/** Resources are identified by group, version and kind. Removed ones are deleted, new ones are added at the end. */
function updateResources(document: Document, list: YAMLSeq, wanted: unknown): void {
  const resources = Array.isArray(wanted) ? wanted.filter((each) => isRecord(each)) : [];
  const nodes = list.items.filter((item) => isMap(item));
  list.items = resources.map((resource) => {
    const node = nodes.find((each) => identity(plainOf(document, each)) === identity(resource));
    if (!node) return document.createNode(sorted(resource));
    updateMap(document, node, resource, "resources");
    return node;
  });
}

function identity(resource: unknown): string {
  if (!isRecord(resource)) return "";
  return JSON.stringify(["group", "domain", "version", "kind"].map((field) => resource[field] ?? ""));
}

/** A new field is inserted in alphabetical order; an existing field keeps its place. */
function setSorted(document: Document, map: YAMLMap, key: string, value: unknown): void {
  if (map.has(key)) {
    map.set(key, document.createNode(sorted(value)));
    return;
  }
  const pair = document.createPair(key, sorted(value));
  const next = map.items.findIndex((item) => String(item.key) > key);
  map.items.splice(next === -1 ? map.items.length : next, 0, pair);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => sorted(each));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

function plainOf(document: Document, node: unknown): unknown {
  return isMap(node) || isSeq(node) ? node.toJS(document) : scalarOf(node);
}

function scalarOf(node: unknown): unknown {
  return typeof node === "object" && node !== null && "value" in node ? node.value : node;
}
