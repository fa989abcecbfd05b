/** Decodes the JSON result of a mutation to an object of the kind, with the errors of kube-apiserver. */
import { schemaOfKind } from "@kubewright/api-facts";
import {
  encodeJson,
  goKindOf,
  internalError,
  isApiError,
  isJsonObject,
  parseApiVersion,
  whenFailed,
} from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import { notAnObject } from "../../webhook-client/decode-review.ts";
import type { CompiledMutation } from "./compile-mutating-policy.ts";
import type { ReturnedDecoding } from "../matching/object-versions.ts";
import type { MutationTarget } from "./mutated-object.ts";
import { MutationError } from "./mutated-object.ts";

type Decode = (object: ApiObject, decoding: ReturnedDecoding) => Work<ApiObject>;

/**
 * In steps: decodes the result of a mutation. The errors of a merged apply configuration are failures of the policy, and those of a JSON patch are errors of the
 * server, which the failure policy does not affect.
 *
 * @throws {MutationError}
 */
export function decodedResult(
  result: JsonValue,
  { patchType }: Pick<CompiledMutation, "patchType">,
  target: MutationTarget,
  decode: Decode,
): Work<ApiObject> {
  if (!isJsonObject(result)) {
    throw internalError(`couldn't get version/kind; json parse error: ${notAnObject(goKindOf(result))}`);
  }
  const object = result as unknown as ApiObject; // The decoder checks it.
  if (patchType === "ApplyConfiguration") return decodedConfiguration(object, target, decode);
  assertKind(result, target);
  return decodedPatch(object, decode);
}

function decodedPatch(object: ApiObject, decode: Decode): Work<ApiObject> {
  return whenFailed(
    () => decode(object, { fieldValidation: "Strict" }),
    (error) => {
      const message = isApiError(error) ? (error.status.message ?? "") : "";
      // The object has another kind.
      if (!message.startsWith("converting (")) throw error;
      throw internalError(`failed to convert object: ${message}`, { cause: error });
    },
  );
}

function decodedConfiguration(object: ApiObject, { kind, isCustom }: MutationTarget, decode: Decode): Work<ApiObject> {
  return whenFailed(
    () => decode(object, { source: "values" }),
    (error) => {
      if (isCustom || !isApiError(error)) throw error;
      const { group, version } = kind;
      const problem = error.status.message?.replace(/^Internal error occurred: /, "");
      const into = `${group}/${version}, Kind=${kind.kind}`;
      throw new MutationError(`unable to convert unstructured object to ${into}: ${problem}`, { cause: error });
    },
  );
}

/** A patch cannot change the version; the kind of a custom resource is checked with the other fields. */
function assertKind(result: JsonObject, { kind: expected, isCustom }: MutationTarget): void {
  const { kind, apiVersion } = result;
  if (isCustom) assertCustomKind(result, expected);
  // The kind of a built-in object may be absent, as in a request body.
  if (isCustom || typeof kind !== "string" || typeof apiVersion !== "string") return;
  const { group, version } = parseApiVersion(apiVersion);
  // OpenAPI does not publish the kinds of the options of connections.
  if (kind === expected.kind && group === expected.group && version === expected.version) return;
  if (schemaOfKind({ group, version, kind }) !== undefined) return;
  const scheme = 'scheme "pkg/runtime/scheme.go:111"';
  throw internalError(`no kind "${kind}" is registered for version "${apiVersion}" in ${scheme}`);
}

function assertCustomKind(result: JsonObject, { group, version }: MutationTarget["kind"]): void {
  const { kind, apiVersion } = result;
  if (typeof kind !== "string" || kind === "") {
    throw internalError(`Object 'Kind' is missing in '${encodeJson(result)}'`);
  }
  if (apiVersion === `${group}/${version}`) return;
  const what = `${typeof apiVersion === "string" ? apiVersion : ""}, Kind=${kind} is unstructured and is not suitable for converting to`;
  throw internalError(`failed to convert object: ${what} "${group}/${version}"`);
}
