// The value that the error of a patch shows: the whole patched object as Go encodes it, or a strategic merge patch itself.
import { definitionOf } from "@kubewright/api-facts";
import { afterPause, encodeJson, withNumberLiterals } from "@kubewright/apimachinery";
import type { JsonValue, Work } from "@kubewright/apimachinery";
import { formatGoValue } from "@kubewright/schema";
import { inGoOrder } from "../kinds/decode/go-order.ts";
import { structDecoder } from "../kinds/decode/struct-decoder.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { inEncodedOrder } from "./encoded-order.ts";
import type { DecodedPatch, PatchType } from "./patch-body.ts";
import { applyPatch } from "./patch-body.ts";

/** In steps. `live` is the object before the patch, in the version of the request. The patch must be decoded for this call, because decoding an object changes it. */
export function shownPatch(
  type: PatchType,
  live: ApiObject,
  { value: body, marked = body }: DecodedPatch,
  expected: ExpectedKind,
): Work<string> {
  if (type === "strategic") return formatGoValue(body);
  const { custom = false } = expected;
  const before = custom ? live : inGoOrder(live, structDecoder(definitionOf(expected) ?? ""));
  const ordering = afterPause(applyPatch(type, before as ApiObject, marked), (patched) =>
    inEncodedOrder(patched, { type, body, custom }),
  );
  const encoding = afterPause(ordering, (patched) => encodeJson(patched));
  return afterPause(encoding, (json) => escaped(withNumberLiterals(json)));
}

/** Go escapes these characters, which have a meaning in HTML or JavaScript. */
function escaped(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** In steps, the patched value with marked numbers, if the patch has numbers that are not plain integers. */
export function markedResult(type: PatchType, live: ApiObject, patch: DecodedPatch): Work<JsonValue | undefined> {
  const { marked, tests } = patch;
  if (tests === undefined) return marked && applyPatch(type, live, marked);
  return afterPause(applyPatch(type, live, tests), () => marked && applyPatch(type, live, marked));
}
