/**
 * The strategy of a built-in kind. Generated facts define types, published defaults and how empty fields print; the record of the kind
 * defines the rest.
 */
import type { Work } from "@kubewright/apimachinery";
import { joinedInSteps, parseApiVersion, Rest, whenDone } from "@kubewright/apimachinery";
import { schemaOf } from "@kubewright/api-facts";
import { typeOf } from "@kubewright/schema";
import type { ApiObject } from "../../objects/api-object.ts";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";
import type { Strategy } from "../../contracts/strategy.ts";
import { completeStruct, nullEmptyLists } from "../decode/complete.ts";
import { structDecoder } from "../decode/struct-decoder.ts";
import type { BuiltinKind, PodTemplateRules } from "./builtin-kind.ts";
import { decodeObject } from "./decode-and-complete.ts";
import { checkStructure } from "./structural.ts";

/** Generated facts about a kind. */
export interface KindFacts {
  readonly kind: string;
  readonly hasStatus: boolean;
  /** `apiVersion` of the stored objects. */
  readonly storedApiVersion: string;
  /** OpenAPI's name of the stored form. */
  readonly storedDefinition: () => string;
  /** OpenAPI's name of the kind in a version. */
  readonly definitionName: (version: string) => string;
}

/** The strategy of a kind. `own` is its record, empty for most. */
export function builtinStrategy(facts: KindFacts, own: Partial<BuiltinKind>): Strategy {
  const { kind, definitionName, storedDefinition } = facts;
  const { podTemplate, fold, defaults, convert } = own;
  const prepare = (draft: ApiObject, ownRules: () => void): void => {
    podTemplate?.dropGatedFields(draft);
    ownRules();
    completeStruct(draft, structDecoder(storedDefinition()));
    if (own.nullsEmptyLists === true) nullEmptyLists(draft, structDecoder(storedDefinition()));
  };
  const complete = (draft: ApiObject, version: string): Work<ApiObject> => {
    completeStruct(draft, structDecoder(definitionName(version)));
    const defaulting = defaults?.(draft, version);
    return defaulting instanceof Rest ? whenDone(defaulting, () => draft) : draft;
  };
  return {
    ...strategyOf(own),
    ...(podTemplate === undefined ? {} : templateWarnings(own, podTemplate)),
    hasStatus: facts.hasStatus,
    tracksGeneration: own.tracksGeneration ?? false,
    fields: own.fields ?? plainFields,
    decode(value, version, source) {
      own.beforeDecoding?.(value);
      const decoder = structDecoder(definitionName(version));
      return decodeObject(value, decoder, { kind, version }, source);
    },
    defaultObject: (draft, version) => {
      const folding = fold?.(draft, version);
      return folding instanceof Rest ? whenDone(folding, () => complete(draft, version)) : complete(draft, version);
    },
    ...(convert === undefined
      ? {}
      : {
          converter: {
            type: "direct",
            convert: (object, toApiVersion) => {
              const converted = convert(object, toApiVersion);
              const version = parseApiVersion(toApiVersion).version;
              const isStored = toApiVersion === facts.storedApiVersion;
              completeStruct(converted, structDecoder(isStored ? storedDefinition() : definitionName(version)));
              return converted;
            },
          },
        }),
    prepareForCreate: (draft, context) => prepare(draft, () => own.prepareForCreate?.(draft, context)),
    prepareForUpdate: (draft, old, context) => prepare(draft, () => own.prepareForUpdate?.(draft, old, context)),
    ...validation(own, storedDefinition),
  };
}

function validation(
  own: Partial<BuiltinKind>,
  storedDefinition: () => string,
): Required<Pick<Strategy, "validate" | "validateUpdate">> {
  const validate: NonNullable<BuiltinKind["validate"]> =
    own.validate ?? ((object) => checkStructure(object, typeOf(schemaOf(storedDefinition()) ?? {})));
  return {
    validate,
    validateUpdate: (object, old, context) => {
      const isBoth = own.validate === undefined || own.validateUpdate === undefined;
      return joinedInSteps([
        () => (isBoth ? validate(object, context) : []),
        () => own.validateUpdate?.(object, old, context) ?? [],
      ]);
    },
  };
}

/** The field selectors of a kind without selectable fields. */
export const plainFields: FieldSelectorFields = {
  labels: [],
  valuesOf: () => ({}),
  unsupportedText: (label) =>
    `${JSON.stringify(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
};

/** The part of a record that a strategy consists of. */
function strategyOf(own: Partial<BuiltinKind>): Partial<Strategy> {
  const {
    group: _group,
    plural: _plural,
    storedAs: _storedAs,
    storagePrefix: _storagePrefix,
    deprecationWarning: _deprecationWarning,
    fold: _fold,
    defaults: _defaults,
    nullsEmptyLists: _nullsEmptyLists,
    podTemplate: _podTemplate,
    status: _status,
    subresources: _subresources,
    cells: _cells,
    rowConditions: _rowConditions,
    compareRows: _compareRows,
    validate: _validate,
    validateUpdate: _validateUpdate,
    ...strategy
  } = own;
  return strategy;
}

type Warnings = Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate">;

/** The warnings of the kind and of its template. An update warns about the template if it changes the desired state. */
function templateWarnings(kind: Partial<BuiltinKind>, rules: PodTemplateRules): Warnings {
  const { warnings, warnsFirst = false, warnedOf = (object) => object } = rules;
  const join = (found: Work<readonly string[]> = [], ofTemplate: readonly string[]): Work<readonly string[]> =>
    whenDone(found, (ofKind) => (warnsFirst ? [...ofTemplate, ...ofKind] : [...ofKind, ...ofTemplate]));
  return {
    warningsOnCreate: (object, context) => join(kind.warningsOnCreate?.(object, context), warnings(object)),
    warningsOnUpdate: (object, old, context) => {
      const ofKind = kind.warningsOnUpdate?.(object, old, context);
      if (object.metadata.generation === old.metadata.generation) return ofKind ?? [];
      return join(ofKind, warnings(warnedOf(object, old)));
    },
  };
}
