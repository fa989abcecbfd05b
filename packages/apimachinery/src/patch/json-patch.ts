// JSON patch (RFC 6902) as kube-apiserver applies it. It differs from the RFC, and clients depend on the
// differences:
// - `replace` of a missing key adds it, `copy` of a missing key adds null, and `test` of a missing key against null holds;
// - array indexes may be negative, counting from the end;
// - the part of a path before the first slash is ignored, and only `replace` and `test` accept the empty path.
// https://datatracker.ietf.org/doc/html/rfc6902

import { goKindOf } from "../go/go-types.ts";
import { encodeJson } from "../json/codec.ts";
import { cloneJson } from "../json/clone.ts";
import { isDeepEqual } from "../json/deep-equal.ts";
import type { JsonValue } from "../json/json-value.ts";
import { getOwn, isJsonArray, isJsonObject, setOwn } from "../json/json-value.ts";
import { PatchError } from "./errors.ts";

/** One step of a patch. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };

/** A patch: steps applied one after the other, all or none. */
export type JsonPatch = readonly JsonPatchOperation[];

/** kube-apiserver rejects patches with more operations. */
export const jsonPatchOperationsMax = 10_000;
/** kube-apiserver rejects patches whose `copy` operations create more JSON than this, in bytes. */
export const jsonPatchCopyBytesMax: number = 3 * 1024 * 1024;

/**
 * Checks that a decoded body is a JSON patch. As in kube-apiserver, operations are checked when they are applied.
 *
 * @throws {PatchError} of kind `malformed` or `tooManyOperations`.
 */
export function parseJsonPatch(body: JsonValue): JsonPatch {
  if (body === null) return []; // In Go, null is an empty list, and a null operation is an empty one.
  if (!isJsonArray(body)) throw malformed(body, "value of type []handlers.jsonPatchOp");
  for (const operation of body) {
    if (operation === null) continue;
    if (!isJsonObject(operation)) throw malformed(operation, "value of type handlers.jsonPatchOp");
    for (const name of ["op", "from", "path"]) {
      const text = getOwn(operation, name) ?? "";
      if (typeof text !== "string") throw malformed(text, `struct field jsonPatchOp.${name} of type string`);
    }
  }
  if (body.length > jsonPatchOperationsMax) {
    const message = `The allowed maximum operations in a JSON patch is ${jsonPatchOperationsMax}, got ${body.length}`;
    throw new PatchError("tooManyOperations", message);
  }
  // Checked above, or later by `applyJsonPatch`.
  return body.map((operation) => operation ?? {}) as unknown as JsonPatch;
}

/**
 * Applies a patch. Neither the value nor the patch is changed.
 *
 * @throws {PatchError} of kind `failed` if an operation cannot be applied or a test fails.
 */
export function applyJsonPatch(value: JsonValue, patch: JsonPatch): JsonValue {
  const document: Document = { root: cloneJson(value), copiedBytes: 0 };
  for (const operation of patch) applyOperation(document, operation);
  return document.root;
}

// The working copy belongs to the patch alone, so its nodes may be changed in place.
type Node = JsonValue | Node[] | { [key: string]: Node };
type Container = Node[] | { [key: string]: Node };

interface Document {
  root: Node;
  copiedBytes: number;
}

interface Place {
  readonly container: Container;
  readonly key: string;
}

function applyOperation(document: Document, operation: JsonPatchOperation): void {
  const { op } = operation;
  const path = operation.path ?? ""; // Null counts as absent.
  switch (op) {
    case "add":
      return insert(find(document, path, op), valueOf(operation.value), op, path);
    case "remove":
      remove(find(document, path, op), op, path);
      return;
    case "replace":
      return replace(document, path, valueOf(operation.value));
    case "test":
      return test(document, path, operation.value ?? null);
    case "move": {
      const from = find(document, operation.from ?? "", op);
      const moved = read(from, op, operation.from);
      remove(from, op, operation.from);
      return insert(find(document, path, op), moved ?? null, op, path);
    }
    case "copy": {
      const copied = read(find(document, operation.from ?? "", op), op, operation.from) ?? null;
      const to = find(document, path, op);
      countCopy(document, copied);
      return insert(to, valueOf(copied), op, path);
    }
    default:
      throw new PatchError("failed", `Unexpected kind: ${String(op satisfies never)}`);
  }
}

function replace(document: Document, path: string, value: Node): void {
  if (path === "") {
    if (!isContainer(value)) throw failed("replace", path, "the whole object can only become an object or array");
    document.root = value;
    return;
  }
  const place = find(document, path, "replace");
  if (!Array.isArray(place.container)) return setOwn(place.container, place.key, value);
  place.container[indexOf(place.container, place.key, "replace", path)] = value;
}

function test(document: Document, path: string, expected: JsonValue): void {
  const actual = path === "" ? document.root : read(find(document, path, "test"), "test", path);
  if (!isDeepEqual(actual ?? null, expected)) throw failed("test", path, "the value is another one");
}

/** The container of the last element of a path. */
function find({ root }: Document, path: string, op: string): Place {
  const parts = path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = parts.pop();
  let node: Node | undefined = root;
  for (const part of parts) {
    if (!isContainer(node)) break;
    node = Array.isArray(node) ? node[indexOf(node, part, op, path)] : getOwn(node, part);
  }
  if (key === undefined || !isContainer(node)) throw failed(op, path, "there is nothing at the path");
  return { container: node, key };
}

function read({ container, key }: Place, op: string, path: string): Node | undefined {
  return Array.isArray(container) ? container[indexOf(container, key, op, path)] : getOwn(container, key);
}

function insert({ container, key }: Place, value: Node, op: string, path: string): void {
  if (!Array.isArray(container)) return setOwn(container, key, value);
  if (key === "-") container.push(value);
  else container.splice(indexOf(container, key, op, path, container.length + 1), 0, value);
}

function remove({ container, key }: Place, op: string, path: string): void {
  if (Array.isArray(container)) {
    container.splice(indexOf(container, key, op, path), 1);
  } else if (Object.hasOwn(container, key)) {
    delete container[key];
  } else {
    throw failed(op, path, "there is nothing at the path");
  }
}

function indexOf(array: Node[], key: string, op: string, path: string, size: number = array.length): number {
  if (!/^[+-]?\d{1,15}$/.test(key)) throw failed(op, path, `"${key}" is not an array index`);
  const number = Number(key);
  const index = number < 0 ? number + size : number;
  if (index < 0 || index >= size) throw failed(op, path, `index ${number} is outside an array of ${array.length}`);
  return index;
}

function countCopy(document: Document, copied: Node): void {
  document.copiedBytes += Buffer.byteLength(encodeJson(copied), "utf8");
  if (document.copiedBytes > jsonPatchCopyBytesMax) {
    throw new PatchError(
      "failed",
      `Unable to complete the copy, the accumulated size increase of copy is ${document.copiedBytes}, exceeding the limit ${jsonPatchCopyBytesMax}`,
    );
  }
}

// The caller may change the clone.
function valueOf(value: Node | undefined): Node {
  return cloneJson(value ?? null);
}

function isContainer(node: Node | undefined): node is Container {
  return typeof node === "object" && node !== null;
}

function failed(op: string, path: string, why: string): PatchError {
  return new PatchError("failed", `Cannot ${op} "${path}": ${why}`);
}

function malformed(value: JsonValue, target: string): PatchError {
  return new PatchError(
    "malformed",
    `error decoding patch: json: cannot unmarshal ${goKindOf(value)} into Go ${target}`,
  );
}
