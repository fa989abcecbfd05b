/**
 * The strategy of a built-in kind: from facts what holds for every kind (types, published defaults, how empty fields print), from
 * the rules what kinds differ in, and from the kind itself what only it knows.
 */
import { parseApiVersion } from "@kubewright/apimachinery";
import { schemaOf } from "@kubewright/api-facts";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { completeStruct, nullEmptyLists } from "../decode/complete.ts";
import type { PlanOf } from "../decode/plan.ts";
import type { BuiltinKind } from "./builtin-kind.ts";
import { decodeObject } from "./decode-and-complete.ts";
import {
  createsOnUpdate,
  metadataChecksOf,
  orphansByDefault,
  plainFields,
  printsEmptyListsAsNull,
  requiresResourceVersion,
  returnsObjectOnDelete,
  tracksGeneration,
} from "./rules.ts";
import { checkStructure } from "./structural.ts";
import { gateOf } from "./template-places.ts";
import { templateWarnings } from "./template-warnings.ts";

/** What a strategy needs to know of its kind. */
export interface KindFacts {
  readonly kind: string;
  /** `plural` or `plural.group`. */
  readonly resource: string;
  readonly hasStatus: boolean;
  /** `apiVersion` of the stored objects. */
  readonly storedApiVersion: string;
  /** OpenAPI's name of the stored form. */
  readonly storedDefinition: () => string;
  /** OpenAPI's name of the kind in a version. */
  readonly definitionName: (version: string) => string;
}

/** The strategy of a kind; `own` is what the kind adds, nothing for most. */
export function builtinStrategy(facts: KindFacts, planOf: PlanOf, own: Partial<BuiltinKind>): Strategy {
  const { resource, kind, definitionName, storedDefinition } = facts;
  const complete = (draft: ApiObject): void => {
    completeStruct(draft, planOf(storedDefinition()));
    if (printsEmptyListsAsNull.has(resource)) nullEmptyLists(draft, planOf(storedDefinition()));
  };
  const validate: NonNullable<Strategy["validate"]> =
    own.validate ?? ((object) => checkStructure(object, schemaOf(storedDefinition()) ?? {}));
  const validateUpdate: NonNullable<Strategy["validateUpdate"]> = (object, old, context) => [
    ...(own.validate === undefined || own.validateUpdate === undefined ? validate(object, context) : []),
    ...(own.validateUpdate?.(object, old, context) ?? []),
  ];
  const dropGated = gateOf(resource);
  const { prepareForCreate, prepareForUpdate, fold, defaults, convert } = own;
  return {
    ...hooksOf(own),
    ...templateWarnings(resource, own),
    hasStatus: facts.hasStatus,
    metadataChecks: metadataChecksOf(resource),
    tracksGeneration: tracksGeneration.has(resource),
    allowCreateOnUpdate: createsOnUpdate.has(resource),
    allowUnconditionalUpdate: !requiresResourceVersion.has(resource),
    returnsObjectOnDelete: returnsObjectOnDelete.has(resource),
    defaultPropagationPolicy: orphansByDefault.has(resource) ? "Orphan" : "Background",
    fields: own.fields ?? plainFields,
    decode: (value, version, source) => ({
      object: value,
      unknownFields: decodeObject(value, planOf(definitionName(version)), { kind, version }, source),
    }),
    defaultObject: (draft, version) => {
      fold?.(draft, version);
      completeStruct(draft, planOf(definitionName(version)));
      defaults?.(draft, version);
      return draft;
    },
    ...(convert === undefined
      ? {}
      : {
          convert: (object, toApiVersion) => {
            const converted = convert(object, toApiVersion);
            const version = parseApiVersion(toApiVersion).version;
            const isStored = toApiVersion === facts.storedApiVersion;
            completeStruct(converted, planOf(isStored ? storedDefinition() : definitionName(version)));
            return converted;
          },
        }),
    prepareForCreate: (draft, context) => {
      dropGated?.(draft);
      prepareForCreate?.(draft, context);
      complete(draft);
    },
    prepareForUpdate: (draft, old, context) => {
      dropGated?.(draft);
      prepareForUpdate?.(draft, old, context);
      complete(draft);
    },
    validate,
    validateUpdate,
  };
}

/** The hooks that go into the strategy as they are. */
function hooksOf(own: Partial<BuiltinKind>): Partial<Strategy> {
  const {
    group: _group,
    plural: _plural,
    storedAs: _storedAs,
    fold: _fold,
    defaults: _defaults,
    status: _status,
    subresources: _subresources,
    ...hooks
  } = own;
  return hooks;
}
