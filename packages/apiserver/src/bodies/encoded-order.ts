// The order of keys in which a kube-apiserver encodes a patched object before it decodes it: sorted in each object that the patch decodes,
// otherwise as stored. A merge patch decodes the objects that it merges and its own values, a JSON patch the parents of its paths. A custom resource is
// a map in Go, so all of its keys are sorted.
import { eachInSteps, isJsonArray, isJsonObject, setOwn, whenDone } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
import type { PatchType } from "./patch-body.ts";

/** The objects that a patch decodes: all, or those on its paths, by key. */
type Opened = "all" | ReadonlyMap<string, Opened>;

/** The patch of an object. */
export interface OrderedPatch {
  readonly type: PatchType;
  readonly body: JsonValue;
  /** The object is a custom resource. Default: false. */
  readonly custom?: boolean | undefined;
}

/** Copies `value` with its keys in that order, in steps. */
export function inEncodedOrder(value: JsonValue, { type, body, custom }: OrderedPatch): Work<JsonValue> {
  if (custom === true || type === "strategic") return sorted(value, "all");
  return sorted(value, type === "json" ? openedBy(body) : openedByMerge(body));
}

function openedByMerge(patch: JsonValue): Opened {
  if (!isJsonObject(patch)) return "all";
  const opened = new Map<string, Opened>();
  for (const key of Object.keys(patch)) {
    const child = patch[key] ?? null;
    if (typeof child === "object" && child !== null) opened.set(key, openedByMerge(child));
  }
  return opened;
}

function sorted(value: JsonValue, opened: Opened | undefined): Work<JsonValue> {
  if (opened === undefined) return value;
  const below = (key: string): Opened | undefined => (opened === "all" ? opened : opened.get(key));
  if (isJsonArray(value)) {
    const items: JsonValue[] = [];
    const sorting = eachInSteps(value, (item, index) =>
      whenDone(sorted(item, below(String(index))), (next) => void items.push(next)),
    );
    return whenDone(sorting, () => items);
  }
  if (!isJsonObject(value)) return value;
  const fields: MutableJsonObject = {};
  const sorting = eachInSteps(Object.keys(value).toSorted(), (key) =>
    whenDone(sorted(value[key] ?? null, below(key)), (next) => setOwn(fields, key, next)),
  );
  return whenDone(sorting, () => fields);
}

function openedBy(patch: JsonValue): Opened {
  const root = new Map<string, Opened>();
  for (const operation of isJsonArray(patch) ? patch : []) {
    for (const pointer of isJsonObject(operation) ? pointersOf(operation) : []) open(root, pointer);
  }
  return root;
}

function pointersOf({ path, from }: JsonObject): readonly string[] {
  return [path, from].filter((pointer) => typeof pointer === "string");
}

function open(root: Map<string, Opened>, pointer: string): void {
  let at = root;
  for (const step of pointer.split("/").slice(1, -1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const known = at.get(key);
    const next = known instanceof Map ? (known as Map<string, Opened>) : new Map<string, Opened>(); // It was created here.
    at.set(key, next);
    at = next;
  }
}
