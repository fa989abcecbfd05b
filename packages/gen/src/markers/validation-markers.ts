/** Markers for the limits and types of values. Each has a second form, for the items of a list. */
import { encodeJson, isJsonArray } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { compilePattern, PatternError } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { lowerFirst } from "../artifacts/code.ts";
import { celSelect } from "./cel-names.ts";
import { optional, text } from "./marker.ts";
import type { ArgumentType, EffectOn, MarkerRecord, NumberFacts } from "./marker.ts";
import { back, flag, keyword, notNegative, oneOf, schemaTypeText, valueText, withRule } from "./schema-effects.ts";
import type { SchemaEffect, SchemaKind } from "./schema-effects.ts";

/** A marker for values and items; its name follows `kubebuilder:validation:`. */
interface ValueMarker extends Omit<MarkerRecord, "targets" | "category" | "effect"> {
  readonly effect: SchemaEffect;
  /** Sets the type or format of a plain `number`. */
  readonly ofNumber?: (facts: NumberFacts, value: string) => NumberFacts;
}

function limit(name: string, value: ArgumentType, key: keyof JsonSchema, kind: SchemaKind, help: string): ValueMarker {
  const fault = value === "int" ? notNegative : undefined;
  return { name, value, help, effect: keyword(key, kind, fault), fromSchema: back(key) };
}

/** The API server compiles patterns when it validates the CRD. The syntax of Go lacks parts of that of JavaScript. */
function patternFault(value: JsonValue): string | undefined {
  try {
    compilePattern(valueText(value));
    return undefined;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return `needs a regular expression in RE2 syntax: ${error.message}: write it without look-around and back-references, or as a CEL rule (@cel)`;
  }
}

const reasons = ["FieldValueInvalid", "FieldValueRequired", "FieldValueForbidden", "FieldValueDuplicate"];

const celRule: SchemaEffect = (schema, { named }) => {
  const given = Object.fromEntries(named);
  const { reason } = given;
  if (reason !== undefined && !reasons.includes(valueText(reason))) {
    return { complaint: `needs a reason that is one of ${reasons.join(", ")}, found "${valueText(reason)}"` };
  }
  return withRule(schema, { rule: "", ...given });
};

const valueMarkers: readonly ValueMarker[] = [
  limit("Minimum", "number", "minimum", "a number", "The smallest value."),
  limit("Maximum", "number", "maximum", "a number", "The largest value."),
  limit("MultipleOf", "number", "multipleOf", "a number", "The value is a multiple of this."),
  {
    ...limit("MinLength", "int", "minLength", "a string", "The minimum length of a string, in characters."),
    aliases: ["minlen"],
  },
  {
    ...limit("MaxLength", "int", "maxLength", "a string", "The maximum length of a string, in characters."),
    aliases: ["maxlen"],
  },
  { ...limit("MinItems", "int", "minItems", "a list", "The smallest number of items."), aliases: ["minsize"] },
  { ...limit("MaxItems", "int", "maxItems", "a list", "The largest number of items."), aliases: ["maxsize"] },
  limit("MinProperties", "int", "minProperties", "an object", "The smallest number of keys."),
  limit("MaxProperties", "int", "maxProperties", "an object", "The largest number of keys."),
  limit("ExclusiveMinimum", "bool", "exclusiveMinimum", "a number", "The minimum itself is not allowed."),
  limit("ExclusiveMaximum", "bool", "exclusiveMaximum", "a number", "The maximum itself is not allowed."),
  {
    ...limit("Pattern", "string", "pattern", "a string", "A regular expression (RE2) that the string matches."),
    aliases: ["regex", "regexp"],
    effect: keyword("pattern", "a string", patternFault),
  },
  {
    name: "XEmbeddedResource",
    help: "The value is a complete object with apiVersion, kind and metadata.",
    effect: flag("x-kubernetes-embedded-resource"),
    fromSchema: back("x-kubernetes-embedded-resource"),
  },
  {
    name: "XValidation",
    help: "A CEL rule.",
    short: "cel",
    named: {
      rule: text("A CEL expression; self is the value."),
      message: optional(text("The message when the value violates the rule.")),
      messageExpression: optional(text("A CEL expression that returns the message.")),
      reason: optional(
        text("FieldValueInvalid (the default), FieldValueRequired, FieldValueForbidden or FieldValueDuplicate."),
      ),
      fieldPath: optional(text("The field that the error names.")),
      optionalOldSelf: optional({ type: "bool", help: "The rule also runs on creation; oldSelf is an optional." }),
    },
    example: ':rule="self.min <= self.max",message="min is above max"',
    effect: celRule,
    fromSchema: (schema) => (schema["x-kubernetes-validations"] ?? []).map((rule) => ({ ...rule })),
  },
  { name: "UniqueItems", value: "bool", help: "No item occurs twice.", effect: keyword("uniqueItems", "a list") },
  { name: "Enum", value: { list: "any" }, help: "The values that are allowed.", effect: keyword("enum", "any value") },
  {
    name: "Format",
    value: "string",
    help: "A format such as date-time or int32.",
    effect: keyword("format", "any value"),
    ofNumber: (facts, format) => ({ format, ...facts }),
  },
  {
    name: "Type",
    value: "string",
    help: "Overrides the type: string, integer, number, boolean, array or object.",
    effect: keyword("type", "any value", oneOf(["string", "integer", "number", "boolean", "array", "object"])),
    ofNumber: (facts, type) => ({ type, ...facts }),
    phase: -1,
  },
  {
    name: "XPreserveUnknownFields",
    help: "Fields without a schema are kept.",
    effect: flag("x-kubernetes-preserve-unknown-fields"),
  },
  {
    name: "XIntOrString",
    help: "The value is an integer or a string.",
    effect: flag("x-kubernetes-int-or-string"),
    phase: -1,
  },
];

/** The short form is the keyword of JSON Schema: `minLength` for `MinLength`. `type` is left out, because `@type` is a tag of JSDoc. */
function shortOf({ name, short }: ValueMarker): string | undefined {
  return name === "Type" ? undefined : (short ?? lowerFirst(name.replace(/^X/, "")));
}

function onValue(marker: ValueMarker): MarkerRecord {
  const { ofNumber, effect, ...rest } = marker;
  const short = shortOf(marker);
  const field: EffectOn<"field"> | undefined =
    ofNumber && ((facts, { value }) => ({ ...facts, number: ofNumber(facts.number ?? {}, valueText(value)) }));
  return {
    ...rest,
    name: `kubebuilder:validation:${rest.name}`,
    targets: ["type", "field"],
    category: "CRD validation",
    ...(short !== undefined && { short }),
    effect: { schema: effect, ...(field && { field }) },
  };
}

function onItems(marker: ValueMarker): MarkerRecord {
  const { ofNumber, effect, aliases: _aliases, ...rest } = marker;
  const short = shortOf(marker);
  const field: EffectOn<"field"> | undefined =
    ofNumber &&
    (({ number = {}, ...facts }, { value }) => {
      return { ...facts, number: { ...number, ofItems: ofNumber(number.ofItems ?? {}, valueText(value)) } };
    });
  return {
    ...rest,
    name: `kubebuilder:validation:items:${rest.name}`,
    targets: ["type", "field"],
    category: "CRD validation",
    help: `For the items of a list: ${rest.help}`,
    ...(short !== undefined && { short: `items.${short}` }),
    effect: { items: effect, ...(field && { field }) },
  };
}

/** A rule for the number of fields that are set. The phases give the rules of several markers the order of controller-gen. */
function fieldRule(
  name: string,
  phase: number,
  verb: string,
  ruleOf: (fields: readonly string[]) => string,
): MarkerRecord {
  const words = name
    .replaceAll(/(?<=[a-z])([A-Z])/g, " $1")
    .replace(/ Of$/, "")
    .toLowerCase();
  const effect: SchemaEffect = (schema, { value }) => {
    const fields = isJsonArray(value) ? value.map(valueText) : [];
    const known = Object.keys(schema.properties ?? {});
    const unknown = fields.find((field) => !known.includes(field));
    if (unknown !== undefined) {
      return { complaint: `names an unknown field "${unknown}": the fields are ${known.join(", ")}` };
    }
    const required = fields.find((field) => schema.required?.includes(field));
    if (required !== undefined) return { complaint: `needs optional fields: write "${required}?:"` };
    const message = `${words} of the fields in [${fields.join(" ")}] ${verb} be set`;
    return withRule(schema, { message, rule: ruleOf(fields) });
  };
  return {
    name: `kubebuilder:validation:${name}`,
    targets: ["type"],
    category: "CRD validation",
    help: `${words.slice(0, 1).toUpperCase()}${words.slice(1)} of these fields is set.`,
    short: lowerFirst(name),
    value: { list: "string" },
    phase,
    effect: { schema: effect },
  };
}

const has = (field: string): string => `has(${celSelect("self", field)})`;
const count = (fields: readonly string[]): string => fields.map((field) => `(${has(field)}?1:0)`).join("+");

export const validationMarkers: readonly MarkerRecord[] = [
  ...valueMarkers.map(onValue),
  ...valueMarkers.map(onItems),
  fieldRule("ExactlyOneOf", 2, "must", (fields) => `${count(fields)} == 1`),
  fieldRule("AtMostOneOf", 1, "may", (fields) => `${count(fields)} <= 1`),
  fieldRule("AtLeastOneOf", 3, "must", (fields) => fields.map(has).join("||")),
  {
    name: "k8s:enum",
    targets: ["type"],
    category: "CRD",
    help: "The type is an enumeration of strings; its values are sorted.",
    effect: {
      schema: (schema) =>
        schema.type === "string" && schema.enum !== undefined
          ? { ...schema, enum: schema.enum.toSorted((a, b) => (encodeJson(a) < encodeJson(b) ? -1 : 1)) }
          : { complaint: `is only allowed on a union of strings, such as "a" | "b", found ${schemaTypeText(schema)}` },
    },
  },
];
