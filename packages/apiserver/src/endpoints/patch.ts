// A patch: the stored object in the version of the request, changed as the body says, and written as an update. It is applied anew when
// somebody else writes in between, so a patch without a resourceVersion never conflicts.
import {
  apiErrorFrom,
  applyJsonPatch,
  applyMergePatch,
  badRequest,
  decodeJson,
  encodeJson,
  field,
  invalid,
  isJsonObject,
  jsonDepthMax,
  JsonSyntaxError,
  parseJsonPatch,
  PatchError,
  requestEntityTooLarge,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { mediaTypeOf, unknownBodyType } from "../negotiation/body.ts";
import type { ApiObject } from "../registry/api-object.ts";
import { toServedForm, toStorageForm } from "../registry/served-form.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import { updateObject } from "../registry/update.ts";
import { answerWrite } from "./answer.ts";
import type { ExpectedKind } from "./decode-object.ts";
import { expectedKindOf, withMetadata } from "./decode-object.ts";
import type { Scope } from "./scope.ts";
import { contextOf } from "./scope.ts";
import type { ServerRequest, ServerResponse } from "./server-request.ts";
import { applyStrategicPatch } from "./strategic-patch.ts";
import type { FieldValidation } from "./write-options.ts";
import { parseWriteOptions } from "./write-options.ts";

type PatchType = "json" | "merge" | "strategic";

const patchTypes: ReadonlyMap<string, PatchType> = new Map([
  ["application/json-patch+json", "json"],
  ["application/merge-patch+json", "merge"],
  ["application/strategic-merge-patch+json", "strategic"],
]);

const applyType = "application/apply-patch+yaml";

/** Answers a patch that goes by these rules. */
export async function patch(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  const { engine, form, namespace, target, request } = scope;
  const type = patchTypeOf(request, form.resource.custom);
  const options = parseWriteOptions(request.query, "PatchOptions");
  const read = decodePatch(request.body, type, options.fieldValidation !== "Ignore");
  const expected = expectedKindOf(scope);
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context: contextOf(scope, options.dryRun),
    strategy,
    isPatch: true,
    next(old) {
      if (old === undefined) throw new Error("Cannot patch: there is no object, and a patch creates none");
      const served = toServedForm(old, form);
      const patched = applyPatch(scope, type, served, read().value);
      return toStorageForm(checkPatched(scope, patched, expected, options.fieldValidation, read().strictErrors), form);
    },
  });
  return answerWrite(scope, result);
}

/** Applies the body of a patch request to any value; for subresources that are views. */
export function patchValue(scope: Scope, value: ApiObject): JsonValue {
  const type = patchTypeOf(scope.request, scope.form.resource.custom);
  return applyPatch(scope, type, value, decodePatch(scope.request.body, type, false)().value);
}

function patchTypeOf(request: ServerRequest, custom: boolean): PatchType {
  const mediaType = mediaTypeOf(request);
  if (mediaType === applyType) {
    throw apiErrorFrom({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      reason: "UnsupportedMediaType",
      message: "server-side apply is not supported by this server yet; use a merge, strategic merge or JSON patch",
      code: 415,
    });
  }
  const type = patchTypes.get(mediaType);
  if (type !== undefined && !(custom && type === "strategic")) return type;
  if (!custom) throw apiErrorFrom({ ...unsupportedStatus, message: "415: Unsupported Media Type" });
  throw unknownBodyType(["application/json-patch+json", "application/merge-patch+json"]);
}

const unsupportedStatus = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  details: {},
  status: "Failure",
  reason: "UnsupportedMediaType",
  code: 415,
} as const;

interface DecodedPatch {
  readonly value: JsonValue;
  readonly strictErrors: readonly string[];
}

/**
 * Reads a patch. The value is handed out anew each time, since what is made of it is changed in place. Throws 400 or 413 at once, whether or not
 * there is anything to patch.
 */
function decodePatch(body: Uint8Array, type: PatchType, reportDuplicates: boolean): () => DecodedPatch {
  const text = Buffer.from(body).toString();
  const parse = (report: boolean): DecodedPatch => {
    const { value, duplicateKeys } = decodeJson(text, { reportDuplicates: report, depthMax: jsonDepthMax });
    return { value, strictErrors: duplicateKeys.map((path) => `duplicate field "${path}"`) };
  };
  try {
    const first = parse(reportDuplicates);
    if (type === "json") parseJsonPatch(first.value);
    else if (!isJsonObject(first.value)) {
      const kind = first.value === null ? "null" : Array.isArray(first.value) ? "array" : typeof first.value;
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
      );
    }
    let unused: DecodedPatch | undefined = first;
    return () => {
      const decoded = unused ?? { value: parse(false).value, strictErrors: first.strictErrors };
      unused = undefined;
      return decoded;
    };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw badRequest(type === "strategic" ? error.message : `error decoding patch: ${error.message}`);
    }
    throw error instanceof PatchError ? patchFailure(error) : error;
  }
}

function applyPatch(scope: Scope, type: PatchType, value: ApiObject, body: JsonValue): JsonValue {
  const current = value as JsonValue; // An object that was decoded from JSON is a JSON value.
  try {
    switch (type) {
      case "json":
        return applyJsonPatch(current, parseJsonPatch(body));
      case "merge":
        return applyMergePatch(current, body);
      case "strategic":
        return applyStrategicPatch(scope, current, body);
    }
  } catch (error) {
    throw error instanceof PatchError ? patchFailure(error) : error;
  }
}

function patchFailure({ kind, message }: PatchError): Error {
  switch (kind) {
    case "malformed":
      return badRequest(message);
    case "tooManyOperations":
      return requestEntityTooLarge(message);
    case "failed":
      return apiErrorFrom({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: "the server rejected our request due to an error in our request",
        reason: "Invalid",
        details: {},
        code: 422,
      });
  }
}

/** Makes an object of the kind of what a patch left. Throws 422, with the whole of it, when it is none. */
function checkPatched(
  { form, warnings }: Scope,
  patched: JsonValue,
  expected: ExpectedKind,
  validation: FieldValidation,
  strictErrors: readonly string[],
): ApiObject {
  // Decoding drops the very fields that a strict answer shows, so the text is taken before.
  const text = validation === "Strict" ? encodeJson(patched) : undefined;
  const refused = (problem: string): Error =>
    invalid({ group: "", kind: "" }, "", [field.invalid("patch", text ?? encodeJson(patched), problem)]);
  if (!isJsonObject(patched)) throw refused(`json: cannot unmarshal into Go value of type ${expected.kind}`);
  const { kind, apiVersion } = patched;
  if (kind !== expected.kind || apiVersion !== form.apiVersion) {
    const shown = [kind, apiVersion].map((part) => JSON.stringify(part ?? ""));
    throw refused(`no kind ${shown[0]} is registered for version ${shown[1]} in scheme "pkg/runtime/scheme.go:111"`);
  }
  const decoded = decodePatched(patched as ApiObject, expected, refused, form.resource.custom);
  const errors = [...strictErrors, ...decoded.unknownFields.map((path) => `unknown field "${path}"`)];
  if (errors.length > 0 && validation === "Strict") throw refused(`strict decoding error: ${errors.join(", ")}`);
  if (validation === "Warn") for (const error of errors) warnings.add(error);
  return decoded.object;
}

function decodePatched(
  value: ApiObject,
  expected: ExpectedKind,
  refused: (problem: string) => Error,
  custom: boolean,
): ReturnType<typeof withMetadata> {
  try {
    return withMetadata(value, expected);
  } catch (error) {
    // A built-in kind that no longer decodes is the patch's fault; what a custom resource says is a schema's.
    const message = error instanceof Error && "status" in error ? statusMessage(error.status) : undefined;
    const lead = `${expected.kind} in version ${JSON.stringify(expected.version)} cannot be handled as a ${expected.kind}: `;
    if (custom || message === undefined || !message.startsWith(lead)) throw error;
    throw refused(message.slice(lead.length));
  }
}

function statusMessage(status: unknown): string | undefined {
  if (typeof status !== "object" || status === null || !("message" in status)) return undefined;
  return typeof status.message === "string" ? status.message : undefined;
}
