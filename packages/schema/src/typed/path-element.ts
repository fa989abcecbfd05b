// One step of a path into an object: a field, an item of a list by its keys or by its value, or (in errors only) an item
// by its index. Its text is its key in `fieldsV1`. Two steps are equal if and only if their texts are.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ (managedFields.fieldsV1)

import {
  decodeJson,
  encodeJson,
  IntegralFloat,
  isJsonObject,
  quoteGoString,
  stringifyGoJson,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { sortKeys } from "../validation/canonical.ts";
import { compareTexts } from "../model/compare-texts.ts";
import { compareValues, formatValue } from "./values.ts";

/** A key field of an item and its value. */
export type KeyField = readonly [name: string, value: JsonValue];

/** One step of a path. Keys are pairs instead of an object, because their order matters and their names are input. */
export type PathElement =
  | { readonly field: string }
  /** An item of a list of type `map`; sorted by name. */
  | { readonly key: readonly KeyField[] }
  /** An item of a list of type `set`. */
  | { readonly value: JsonValue }
  | { readonly index: number };

/** A path from an object to a nested value. */
export type FieldPath = readonly PathElement[];

/** A path in messages about conflicts: `.spec.template.spec.containers[name="c"].image`. */
export function formatPath(path: FieldPath): string {
  return path.map(formatElement).join("");
}

export function formatElement(element: PathElement): string {
  if ("field" in element) return `.${element.field}`;
  if ("key" in element) return `[${element.key.map(([name, value]) => `${name}=${formatValue(value)}`).join(",")}]`;
  if ("value" in element) return `[=${formatValue(element.value)}]`;
  return `[${element.index}]`;
}

/** The key of an element in `fieldsV1`: `f:spec`, `k:{"name":"c"}`, `v:"x"`, `i:0`. */
export function textOfElement(element: PathElement): string {
  if ("field" in element) return `f:${element.field}`;
  if ("key" in element) return `k:{${element.key.map(keyText).join(",")}}`;
  if ("value" in element) return `v:${valueText(element.value)}`;
  return `i:${element.index}`;
}

function keyText([name, value]: KeyField): string {
  return `${plain.test(name) ? `"${name}"` : encodeJson(name)}:${valueText(value)}`;
}

function valueText(value: JsonValue): string {
  if (typeof value === "string") return plain.test(value) ? `"${value}"` : stringifyGoJson(value);
  // An exponent has two digits here, unlike in other JSON of kube-apiserver.
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? String(value) : stringifyGoJson(value).replace(/e-(\d)$/, "e-0$1");
  if (value instanceof IntegralFloat) return valueText(value.value);
  return stringifyGoJson(sortKeys(value));
}

/** Strings without JSON escapes (fast path). */
const plain = /^[\w ./:-]*$/;

/**
 * The element of a key in `fieldsV1`; undefined for kinds of elements that do not exist (yet), which are ignored.
 *
 * @throws {TypeError} when the text is not a key of `fieldsV1`.
 */
export function elementOfText(text: string): PathElement | undefined {
  if (text[1] !== ":") {
    throw new TypeError(text.length < 2 ? "key must be 2 characters long:" : `missing colon: ${text}`);
  }
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return { field: content };
    case "k": {
      const key = decodeContent(content);
      if (!isJsonObject(key))
        throw new TypeError(`cannot read ${quoteGoString(text)}: expected the key fields as an object`);
      return { key: Object.entries(key).sort(([left], [right]) => compareTexts(left, right)) };
    }
    case "v":
      return { value: decodeContent(content) };
    case "i":
      if (!/^[+-]?\d+$/.test(content)) {
        throw new TypeError(`strconv.Atoi: parsing ${quoteGoString(content)}: invalid syntax`);
      }
      return { index: Number(content) };
    default:
      return undefined;
  }
}

function decodeContent(content: string): JsonValue {
  try {
    return decodeJson(content).value;
  } catch (cause) {
    throw new TypeError(`cannot read ${quoteGoString(content)}: expected a JSON value`, { cause });
  }
}

/** The order of elements: fields by name, keys, values, indexes. */
export function compareElements(left: PathElement, right: PathElement): number {
  if ("field" in left) return "field" in right ? compareTexts(left.field, right.field) : -1;
  if ("field" in right) return 1;
  if ("key" in left) return "key" in right ? compareKeys(left.key, right.key) : -1;
  if ("key" in right) return 1;
  if ("value" in left) return "value" in right ? compareValues(left.value, right.value) : -1;
  return "value" in right ? 1 : left.index - right.index;
}

function compareKeys(left: readonly KeyField[], right: readonly KeyField[]): number {
  let at = 0;
  for (const [name, value] of left) {
    const other = right[at++];
    if (other === undefined) return 1;
    const order = compareTexts(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
