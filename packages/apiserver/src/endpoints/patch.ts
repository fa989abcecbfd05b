// A patch: the stored object in the version of the request, changed by the body, and written as an update. Each attempt applies it to the
// currently stored object, so a patch without a resourceVersion never conflicts.
import {
  afterPause,
  apiVersionOf,
  encodeJson,
  field,
  internalError,
  invalid,
  invalidInSteps,
  isJsonObject,
  notFound,
  numberLiteralsOf,
  parseApiVersion,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { FieldError, JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import { typeNamesOf } from "../negotiation/body.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { matchRequest } from "../writes/metadata.ts";
import { toServedVersion, toWorkingVersion } from "../conversion/served-object.ts";
import type { UpdateStrategy } from "../contracts/update-strategy.ts";
import { trackFields } from "../writes/track-fields.ts";
import { write } from "../writes/write.ts";
import { respondWithResult } from "../request/responses.ts";
import { apply } from "./apply.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { expectedKindOf } from "../writes/decode-value.ts";
import { sortedPaths } from "../registry/sorted-paths.ts";
import { decodePatched } from "../bodies/decode-patched.ts";
import { inEncodedOrder } from "../bodies/encoded-order.ts";
import { applyPatch, decodePatch, isApply, patchTypeOf } from "../bodies/patch-body.ts";
import type { DecodedPatch, PatchType } from "../bodies/patch-body.ts";
import type { Scope } from "../request/scope.ts";
import { markedResult, shownPatch } from "../bodies/shown-patch.ts";
import { targetOf } from "../request/scope.ts";
import { unknownFieldErrors, warnOfErrors } from "../bodies/strict-errors.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { FieldValidation } from "../contracts/write-options.ts";
import { parseWriteOptions } from "../request/write-options.ts";

/** Handles a patch. `strategy` holds the rules of the endpoint. */
export async function patch(scope: Scope, strategy: UpdateStrategy): Promise<ServerResponse> {
  if (isApply(scope.request)) return apply(scope, strategy);
  const { resource, target } = scope;
  const type = patchTypeOf(scope.request, resource.custom);
  const options = parseWriteOptions(scope.request.query, "PatchOptions");
  const decode = decodePatch(scope.request.body, type, options.fieldValidation);
  const expected = expectedKindOf(resource);
  const request = { ...targetOf(scope, options), options };
  const result = await write({
    ...request,
    strategy,
    change(live) {
      if (live === undefined) throw notFound(groupResourceOf(resource), target.name);
      const check = { type, decode, expected, validation: options.fieldValidation };
      const serving = toServedVersion(resource.custom ? live.share() : live.copy(), resource);
      const patching = afterPause(serving, (served) => patchedObject(scope, served, check));
      const converting = afterPause(patching, (checked) => toWorkingVersion(checked, resource));
      return whenDone(converting, (draft) => {
        matchRequest(draft.metadata, request);
        return whenDone(trackFields(request, draft, live.object), () => ({ object: draft }));
      });
    },
  });
  return respondWithResult(scope, result, request.context);
}

/** Applies the body of a patch request to an object of another kind than the resource's; for subresources that are views. */
export function patchView(
  scope: Scope,
  view: ApiObject,
  expected: ExpectedKind,
  validation: FieldValidation,
): Work<ApiObject> {
  const type = patchTypeOf(scope.request, scope.resource.custom);
  const decode = decodePatch(scope.request.body, type, validation);
  return patchedObject(scope, view, { type, decode, expected, validation });
}

interface PatchCheck {
  readonly type: PatchType;
  readonly decode: () => Work<DecodedPatch>;
  readonly expected: ExpectedKind;
  readonly validation: FieldValidation;
}

/** Applies the patch and decodes the result as an object of the kind. Throws 422 with the whole value if it has wrong types. */
function patchedObject(scope: Scope, live: ApiObject, check: PatchCheck): Work<ApiObject> {
  const { type } = check;
  return afterPause(check.decode(), (body) => {
    const marking = whenDone(markedResult(type, live, body), (marked) => {
      scope.decoded.literals = numberLiteralsOf(marked);
    });
    const applying = afterPause(marking, () => applyPatch(type, live, body.value));
    const decoding = (patched: JsonValue): Work<ApiObject> => decodeResult(scope, check, { body, patched });
    return afterPause(applying, (patched) =>
      whenFailed(
        () => decoding(patched),
        (error) => {
          if (!(error instanceof UnfitPatchError)) throw error;
          return failWithPatch(live, check, error.problem);
        },
      ),
    );
  });
}

/** A patched object does not fit its kind. The error that is returned shows the object. */
class UnfitPatchError extends Error {
  override readonly name = "UnfitPatchError";
  readonly problem: string;

  constructor(problem: string) {
    super(`The patched object does not fit: ${problem}`);
    this.problem = problem;
  }
}

function failWithPatch(live: ApiObject, { type, decode, expected }: PatchCheck, problem: string): Work<never> {
  const showing = afterPause(decode(), (body) => shownPatch(type, live, body, expected));
  const failing = afterPause(showing, (shown) =>
    invalidInSteps({ group: "", kind: "" }, "", [field.invalid("patch", shown, problem)]),
  );
  return whenDone(failing, (error) => {
    throw error;
  });
}

interface PatchResult {
  readonly body: DecodedPatch;
  readonly patched: JsonValue;
}

/** Throws `UnfitPatchError`. */
function decodeResult(scope: Scope, check: PatchCheck, { body, patched }: PatchResult): Work<ApiObject> {
  const { type, expected, validation } = check;
  const order = { type, body: body.value, custom: expected.custom };
  const failure = (problem: string): Error => new UnfitPatchError(problem);
  if (!isJsonObject(patched)) throw failure(`json: cannot unmarshal into Go value of type ${expected.kind}`);
  const unread = checkType(patched, check, failure);
  const object = unread.isOfInternalVersion ? withoutContent(patched, expected) : (patched as ApiObject);
  const inOrder = (): Work<ApiObject> => inEncodedOrder(patched, order) as Work<JsonObject> as Work<ApiObject>;
  const source = type === "strategic" ? "values" : (scope.decoded.literals ?? "text");
  const decoding = decodePatched(object, expected, { source, inOrder, failure });
  return afterPause(decoding, (decoded) => {
    const formatting = afterPause(sortedPaths(decoded.unknownFields), (paths) =>
      unknownFieldErrors([...unread.fields, ...paths]),
    );
    const reporting = afterPause(formatting, (unknown) => {
      const errors = [...body.strictErrors, ...unknown];
      if (errors.length === 0) return;
      if (validation === "Strict") throw failure(`strict decoding error: ${errors.join(", ")}`);
      if (validation === "Warn") return warnOfErrors(scope, errors);
    });
    return whenDone(reporting, () => {
      assertType(decoded.object, patched, expected);
      return decoded.object;
    });
  });
}

/** Throws for a custom resource of another kind or version. */
function assertType({ kind, apiVersion, metadata }: ApiObject, patched: JsonObject, expected: ExpectedKind): void {
  const errors = typeErrors(patched, expected);
  if (errors.length > 0) throw invalid({ group: parseApiVersion(apiVersion).group, kind }, metadata.name ?? "", errors);
}

/** Fields that the type of a patched object does not have. */
interface UnreadFields {
  readonly fields: readonly string[];
  /** Without an apiVersion, a kube-apiserver decodes a built-in object as its internal type, which lacks the fields. */
  readonly isOfInternalVersion: boolean;
}

/** Throws for an unknown type of a patched object, and sets the kind of a built-in object that lacks it. */
function checkType(
  object: JsonObject,
  { type, expected }: PatchCheck,
  failure: (problem: string) => Error,
): UnreadFields {
  const wanted = apiVersionOf(expected.group, expected.version);
  if ((object["kind"] === expected.kind && object["apiVersion"] === wanted) || type === "strategic")
    return { fields: [], isOfInternalVersion: false };
  const { kind, apiVersion } = typeNamesOf(object, failure, ["apiVersion", "kind"]);
  if (expected.custom === true) {
    if (kind === "") throw failure(`Object 'Kind' is missing in '${encodeJson(object)}'`);
    if (apiVersion === "") throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
    const fields = apiVersion === wanted ? [] : fieldsBesideType(object).filter((name) => name !== "metadata");
    return { fields, isOfInternalVersion: false };
  }
  if (kind === "") Object.assign(object, { kind: expected.kind });
  if (apiVersion === "" && (kind === "" || kind === expected.kind)) {
    return { fields: fieldsBesideType(object).toSorted(), isOfInternalVersion: true };
  }
  if (kind === "" && apiVersion === wanted) return { fields: [], isOfInternalVersion: false };
  const shown = [kind || expected.kind, apiVersion].map((part) => JSON.stringify(part));
  throw failure(`no kind ${shown[0]} is registered for version ${shown[1]} in scheme "pkg/runtime/scheme.go:111"`);
}

function fieldsBesideType(object: JsonObject): readonly string[] {
  return Object.keys(object).filter((name) => name !== "kind" && name !== "apiVersion");
}

function withoutContent({ kind }: JsonObject, { group, version }: ExpectedKind): ApiObject {
  return { kind, apiVersion: apiVersionOf(group, version), metadata: {} } as ApiObject; // The kind has been checked.
}

/** A custom resource of another kind or version is invalid. */
function typeErrors({ kind, apiVersion }: JsonObject, expected: ExpectedKind): readonly FieldError[] {
  const wanted = apiVersionOf(expected.group, expected.version);
  return [
    ...(kind === expected.kind ? [] : [field.invalid("kind", kind, `must be ${expected.kind}`)]),
    ...(apiVersion === wanted ? [] : [field.invalid("apiVersion", apiVersion, `must be ${wanted}`)]),
  ];
}
