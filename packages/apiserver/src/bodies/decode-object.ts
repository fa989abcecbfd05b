// Decodes request bodies to objects of the kind in the path, with the errors of a kube-apiserver.
import { definitionOf } from "@kubewright/api-facts";
import {
  afterPause,
  apiVersionOf,
  badRequest,
  finish,
  goKindOf,
  isJsonObject,
  parseApiVersion,
  strictErrorsMax,
  strictFieldsOf,
  whenDone,
  workOf,
} from "@kubewright/apimachinery";
import type { GroupVersion, GroupVersionKind, Work } from "@kubewright/apimachinery";
import { infinityProblem } from "../kinds/decode/infinity-problem.ts";
import { strictPlacesOf } from "../kinds/decode/strict-places.ts";
import { structDecoder } from "../kinds/decode/struct-decoder.ts";
import { bodyFormat, noKind, textOfBody, typeNamesOf, unrecognized } from "../negotiation/body.ts";
import type { ApiObject, JsonObject } from "../objects/api-object.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { cannotHandle, cannotHandleAs, withMetadata, withMetadataAlone } from "../writes/decode-value.ts";
import type { Scope } from "../request/scope.ts";
import { sortedPaths } from "../registry/sorted-paths.ts";
import { serializers } from "../request/serializers.ts";
import { unknownFieldErrors, warnOfErrors } from "./strict-errors.ts";
import type { FieldValidation } from "../contracts/write-options.ts";

/** Decodes the body. Throws 400, 415 or 422. Unknown and duplicate fields are errors or warnings, depending on `validation`. */
export function decodeObject(scope: Scope, expected: ExpectedKind, validation: FieldValidation): Work<ApiObject> {
  const { request } = scope;
  const serializer = serializers[bodyFormat(request.headers)];
  return afterPause(serializer.decode(request.body, expected, validation !== "Ignore"), (body) => {
    const value = withKind(scope, objectOf(scope, body.value, expected), expected, validation);
    const { kind } = value;
    scope.decoded.literals = body.literals;
    const isOfAnyType = expected.custom === true || expected.decode === undefined;
    const decoding = afterPause(isOfAnyType ? infinityProblem(value, body.literals) : undefined, (problem) => {
      if (problem !== undefined) throw cannotHandle(expected, problem);
      return kind === expected.kind ? withMetadata(value, expected, body.literals) : withMetadataAlone(value, expected);
    });
    return afterPause(decoding, ({ object, unknownFields }) =>
      whenDone(
        afterPause(strictErrorsOf(scope, body.strictErrors, unknownFields, expected), (errors) =>
          reportStrictErrors(scope, errors, { ...expected, kind }, validation),
        ),
        () => {
          const { name, namespace, uid, resourceVersion } = object.metadata;
          scope.audited.object = { name, namespace, uid, resourceVersion };
          return object;
        },
      ),
    );
  });
}

/** Reports what strict decoding rejects, as warnings, in steps, or as an error. */
function reportStrictErrors(
  scope: Scope,
  errors: readonly string[],
  kind: GroupVersionKind,
  validation: FieldValidation,
): Work<void> {
  if (validation === "Ignore" || errors.length === 0) return;
  if (validation === "Strict") throw cannotHandle(kind, `strict decoding error: ${strictText(errors)}`);
  return warnOfErrors(scope, errors);
}

/** The errors of strict decoding as one string. The errors of a YAML parser come first. */
function strictText(errors: readonly string[]): string {
  const isOfParser = (error: string): boolean => /^line \d+: key /.test(error);
  const ofParser = errors.filter(isOfParser).map((error) => `\n  ${error}`);
  const others = errors.filter((error) => !isOfParser(error));
  return (ofParser.length === 0 ? others : [`yaml: unmarshal errors:${ofParser.join("")}`, ...others]).join(", ");
}

/** The body as a JSON object. As in kube-apiserver, null is an empty object. */
function objectOf({ request }: Scope, value: unknown, expected: ExpectedKind): JsonObject {
  if (value === null) return {};
  if (isJsonObject(value)) return value; // It belongs to this request.
  const type = goKindOf(value);
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  throw noKind(
    expected.kind,
    `json: cannot unmarshal ${type} into Go value of type ${target}`,
    textOfBody(request.body),
  );
}

/**
 * In steps, the errors of strict decoding: for a built-in kind at most `strictErrorsMax` in the order of the decoder, which reads JSON as it was sent and YAML with
 * sorted keys. Only the YAML parser reports duplicates in values with their own JSON decoder. The duplicates of a custom resource come first.
 */
function strictErrorsOf(
  { request }: Scope,
  duplicates: readonly string[],
  unknownFields: readonly string[],
  expected: ExpectedKind,
): Work<readonly string[]> {
  if (duplicates.length + unknownFields.length === 0) return [];
  const afterDuplicates = (unknown: readonly string[]): readonly string[] => [...duplicates, ...unknown];
  if (expected.custom === true) return whenDone(unknownFieldErrors(unknownFields), afterDuplicates);
  if (bodyFormat(request.headers) === "yaml") {
    const sorting = afterPause(sortedPaths(unknownFields), (paths) =>
      unknownFieldErrors(paths.slice(0, strictErrorsMax)),
    );
    return whenDone(sorting, afterDuplicates);
  }
  if (duplicates.length === 0) return unknownFieldErrors(unknownFields.slice(0, strictErrorsMax));
  const definition = definitionOf(expected);
  const places = definition === undefined ? undefined : strictPlacesOf(structDecoder(definition));
  return whenDone(workOf(strictFieldsOf(textOfBody(request.body), unknownFields, places)), (fields) =>
    fields.map(({ problem, path }) =>
      problem === "duplicate" ? `duplicate field "${path}"` : `unknown field ${JSON.stringify(path)}`,
    ),
  );
}

/** Sets `kind` and `apiVersion` of a built-in object from the path if the body lacks them. Throws if they do not match the path. */
function withKind(scope: Scope, value: JsonObject, expected: ExpectedKind, validation: FieldValidation): ApiObject {
  const { custom = false } = expected;
  const expectedApiVersion = apiVersionOf(expected.group, expected.version);
  const names = typeNamesOf(value, (problem) => unrecognized(expected.kind, problem, textOfBody(scope.request.body)));
  const kind = names.kind || (custom ? "" : expected.kind);
  const apiVersion = names.apiVersion || (custom ? "" : expectedApiVersion);
  if (kind === "") throw withoutKind(scope, expected, validation);
  // The validation of a custom resource reports a wrong kind.
  if ((custom || kind === expected.kind) && apiVersion === expectedApiVersion) {
    return Object.assign(value as ApiObject, { kind, apiVersion }); // `metadata` is checked by the caller next.
  }

  const { group, version } = groupVersionOf(scope, apiVersion, expected);
  if (kind === expected.kind && group === expected.group && expected.olderVersions?.includes(version) === true) {
    return Object.assign(value as ApiObject, { kind, apiVersion: expectedApiVersion }); // Its metadata is checked next, too.
  }
  if (custom) {
    // kube-apiserver decodes the body by the version that the body names, and then compares this version with that of the path.
    const unknown = fieldsUnknownTo(scope, { ...expected, group, version }, { ...value, apiVersion, kind });
    const errors = unknown.map((path) => `unknown field "${path}"`);
    finish(reportStrictErrors(scope, errors, { group, version, kind }, validation));
  } else if (definitionOf({ group, version, kind }) === undefined) {
    const scheme = 'no kind %k is registered for version %v in scheme "pkg/runtime/scheme.go:111"'
      .replace("%k", JSON.stringify(kind))
      .replace("%v", JSON.stringify(apiVersion));
    throw cannotHandleAs({ group, version, kind }, expected, scheme);
  } else if (kind !== expected.kind) {
    const internal = expected.group === "" ? "core" : (expected.group.split(".")[0] ?? "");
    const problem = `converting (${version}.${kind}) to (${internal}.${expected.kind}): unknown conversion`;
    throw cannotHandleAs({ group, version, kind }, expected, problem);
  }
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expectedApiVersion})`,
  );
}

/** The fields that the named version of a custom resource does not have: all of them if the version does not exist. For another group, only metadata is checked. */
function fieldsUnknownTo({ resource }: Scope, named: ExpectedKind, value: JsonObject): readonly string[] {
  const { group, versions } = resource;
  // Its metadata is checked there.
  if (named.group !== group) {
    return finish(withMetadataAlone(value as ApiObject, { ...named, version: resource.version.name })).unknownFields;
  }
  if (versions.some(({ name }) => name === named.version)) {
    return finish(withMetadata(value as ApiObject, named)).unknownFields; // Its metadata is checked there.
  }
  return Object.keys(value)
    .filter((name) => !commonFields.has(name))
    .toSorted();
}

const commonFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function groupVersionOf({ request }: Scope, apiVersion: string, { kind }: ExpectedKind): GroupVersion {
  try {
    return parseApiVersion(apiVersion);
  } catch {
    throw unrecognized(kind, `unexpected GroupVersion string: ${apiVersion}`, textOfBody(request.body));
  }
}

function withoutKind({ request }: Scope, expected: ExpectedKind, validation: FieldValidation): Error {
  const text = textOfBody(request.body);
  const problem = `Object 'Kind' is missing in '${text}'`;
  return validation === "Ignore" ? cannotHandle(expected, problem) : unrecognized(expected.kind, problem, text);
}
