/** Prunes, defaults and validates the objects of a version of a custom resource. */
import type { FieldError, FieldPath, JsonValue, Work } from "@kubewright/apimachinery";
import {
  afterPause,
  badRequest,
  fieldPath,
  finish,
  formatFieldError,
  getOwn,
  isJsonObject,
  parseApiVersion,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { RuleValidator } from "@kubewright/cel";
import { createRuleValidator } from "@kubewright/cel";
import type { JsonSchema } from "@kubewright/schema";
import {
  applyDefaultsInSteps,
  coerceMetadataInSteps,
  propertyOf,
  prune,
  pruneInSteps,
  validateEmbeddedInSteps,
  validateInSteps,
  validateListTypesInSteps,
} from "@kubewright/schema";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { jsonOf } from "../../objects/json-of.ts";
import type { Decoded } from "../../contracts/object-codec.ts";
import { DecodeError } from "../../kinds/decode/decode-error.ts";
import { decodeStruct } from "../../kinds/decode/decode.ts";
import { structDecoder } from "../../kinds/decode/struct-decoder.ts";

export interface VersionSchema {
  /** Prunes undeclared fields and nulls of absent fields, and coerces metadata. */
  readonly decode: (object: ApiObject) => Work<Decoded>;
  readonly applyDefaults: (object: ApiObject) => Work<ApiObject>;
  /** Prunes the fields that this version does not have from an object of another version. */
  readonly prune: (object: ApiObject) => ApiObject;
  /** Like `prune`, and removes nulls of fields that are not nullable. */
  readonly pruneWithNulls: (object: ApiObject) => ApiObject;
  /** Errors of the values. With `old`, errors of unchanged parts are dropped: a number of the object that is an `IntegralFloat` is changed. */
  readonly validate: (object: JsonValue, old?: ReadonlyObject) => Work<readonly FieldError[]>;
  /** Errors of the status alone, as a write of it reports them. Numbers of the object may be an `IntegralFloat`. */
  readonly validateStatus: (object: JsonValue, old: ReadonlyObject) => Work<readonly FieldError[]>;
  /** Errors of embedded objects. */
  readonly validateEmbedded: (object: ReadonlyObject) => Work<readonly FieldError[]>;
  /** Duplicates in lists of type `set` and `map`. Numbers of the object may be an `IntegralFloat`. */
  readonly validateLists: (object: JsonValue, old: ReadonlyObject | undefined) => Work<readonly FieldError[]>;
  /** The CEL rules; `undefined` for a schema without rules. They are compiled for the first write. */
  readonly rules: () => RuleValidator | undefined;
}

export function createVersionSchema(kind: string, schema: JsonSchema): VersionSchema {
  let compiled: { readonly rules: RuleValidator | undefined } | undefined;
  return {
    decode(object) {
      const fail = (text: string): never => {
        const { version } = parseApiVersion(object.apiVersion);
        throw badRequest(`${object.kind} in version "${version}" cannot be handled as a ${kind}: ${text}`);
      };
      return afterPause(decodeMetadata(object, fail), (unknown) =>
        afterPause(coerceMetadataInSteps(jsonOf(object), schema, { isResourceRoot: false }), (coerced) => {
          if (coerced.error !== undefined) fail(formatFieldError(coerced.error));
          return whenDone(pruneInSteps(coerced.value, schema, { dropsNulls: true }), ({ value, pruned }) => ({
            object: asObject(value),
            unknownFields: [...unknown, ...pruned, ...coerced.unknown],
          }));
        }),
      );
    },
    applyDefaults: (object) => whenDone(applyDefaultsInSteps(jsonOf(object), schema), asObject),
    prune: (object) => asObject(prune(jsonOf(object), schema).value),
    pruneWithNulls: (object) => asObject(prune(jsonOf(object), schema, { dropsNulls: true }).value),
    validate: (object, old) => validateInSteps(object, schema, old === undefined ? {} : { old: jsonOf(old) }),
    validateStatus: (object, old) => {
      const status = isJsonObject(object) ? getOwn(object, "status") : undefined;
      const statusSchema = propertyOf(schema, "status");
      if (status === undefined || statusSchema === undefined) return [];
      const path: FieldPath = fieldPath("status");
      const before = getOwn(old, "status");
      const options = before === undefined ? { path } : { path, old: before as JsonValue };
      return validateInSteps(status, statusSchema, options);
    },
    validateEmbedded: (object) => validateEmbeddedInSteps(jsonOf(object), schema),
    validateLists: (object, old) =>
      afterPause(validateListTypesInSteps(object, schema), (errors) => {
        if (errors.length === 0 || old === undefined) return errors;
        // An object whose duplicates are older than the type of its lists may keep them and get more.
        return whenDone(validateListTypesInSteps(jsonOf(old), schema), (before) => (before.length > 0 ? [] : errors));
      }),
    rules: () => (compiled ??= { rules: createRuleValidator(schema, { isResource: true }) }).rules,
  };
}

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** Metadata has one type for all kinds. The schema of a custom resource restricts only names. */
function decodeMetadata(object: ApiObject, fail: (text: string) => never): Work<readonly string[]> {
  const metadata = object.metadata as { [key: string]: unknown }; // Metadata is JSON.
  const decoding = whenFailed(
    () => decodeStruct(metadata, structDecoder(objectMeta)),
    (error) => {
      if (!(error instanceof DecodeError)) throw error;
      return fail(firstProblem(metadata) ?? error.message);
    },
  );
  return whenDone(decoding, (unknown) => unknown.map((path) => `metadata.${path}`));
}

/** Of several fields with the wrong type, a kube-apiserver reports the first by name. */
function firstProblem(metadata: { readonly [key: string]: unknown }): string | undefined {
  for (const name of Object.keys(metadata).toSorted()) {
    try {
      finish(decodeStruct({ [name]: metadata[name] }, structDecoder(objectMeta)));
    } catch (error) {
      if (error instanceof DecodeError) return error.message;
      throw error;
    }
  }
  return undefined;
}

/** Pruning and defaulting return an object for an object. */
function asObject(value: JsonValue): ApiObject {
  return value as unknown as ApiObject;
}
