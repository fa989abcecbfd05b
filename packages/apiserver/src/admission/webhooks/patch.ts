/** Decodes and applies the patch of a webhook. */
import {
  applyJsonPatch,
  decodeJson,
  finish,
  goKindOf,
  internalError,
  isJsonObject,
  jsonDepthMax,
  numberLiteralsOf,
  parseJsonPatch,
  PatchError,
  quoteGoString,
  withEncodedNumbers,
  withMarkedNumbers,
} from "@kubewright/apimachinery";
import type { JsonPatch, JsonValue, NumberLiterals } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { patchFailure } from "./patch-failure.ts";
import { CallFailedError } from "./denial-errors.ts";
import { notAnObject } from "../../webhook-client/decode-review.ts";
import type { Verdict } from "./review-response.ts";

/** The operations in a verdict of the webhook `name`; empty without a patch. Throws a `CallFailedError` for an invalid patch. */
export function patchOf({ patch }: Pick<Verdict, "patch">, name: string): JsonPatch {
  if (patch === undefined) return [];
  let operations: JsonPatch;
  try {
    operations = parseJsonPatch(decodeJson(patch.text, { depthMax: jsonDepthMax, acceptsInfinity: true }).value);
  } catch (error) {
    throw new CallFailedError(name, `received undecodable patch in webhook response: ${undecodable(error)}`, {
      cause: error,
    });
  }
  if (operations.length === 0 || patch.type === "JSONPatch") return operations;
  throw new CallFailedError(name, `unsupported patch type ${quoteGoString(patch.type)}`);
}

function undecodable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof PatchError)) return error.message;
  // kube-apiserver decodes these patches into other Go types than the patches of clients.
  return error.message
    .replace("error decoding patch: ", "")
    .replace("[]handlers.jsonPatchOp", "jsonpatch.Patch")
    .replace("handlers.jsonPatchOp", "jsonpatch.Operation");
}

/**
 * The literals of numbers in the object with the patch. They are from the patch: a webhook receives an object with encoded numbers. Throws 500 for a test
 * that compares another literal.
 */
export function patchedLiterals(object: ReadonlyObject, { patch }: Pick<Verdict, "patch">): NumberLiterals | undefined {
  const marked = finish(withMarkedNumbers(patch?.text ?? ""));
  if (marked === undefined) return undefined;
  patchedObject(object, parseJsonPatch(withEncodedNumbers(marked)));
  const changes = parseJsonPatch(marked).filter(({ op }) => op !== "test");
  return numberLiteralsOf(applyJsonPatch(object as unknown as JsonValue, changes));
}

/** Returns a copy of the object with the patch applied. Throws 500 for a patch that cannot be applied. */
export function patchedObject(object: ReadonlyObject, patch: JsonPatch): ApiObject {
  const value = object as unknown as JsonValue; // Objects of the server are JSON.
  let patched: JsonValue;
  try {
    patched = applyJsonPatch(value, patch);
  } catch (error) {
    throw internalError(patchFailure(value, patch, error), { cause: error });
  }
  if (isJsonObject(patched)) return patched as unknown as ApiObject; // The decoder checks the types of its fields.
  throw internalError(`couldn't get version/kind; json parse error: ${notAnObject(goKindOf(patched))}`);
}
