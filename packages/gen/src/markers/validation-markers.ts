/** Markers about values: what a field or a type allows, defaults to, and how it merges. */
import type { ArgumentType, MarkerDefinition, MarkerTarget } from "./definition.ts";

const everywhere: readonly MarkerTarget[] = ["type", "field"];

/** Markers that stand on a type, on a field, and with `items:` in their name for the items of a list. */
const valueMarkers: readonly (readonly [name: string, value: ArgumentType | undefined, help: string])[] = [
  ["Maximum", "number", "The largest value."],
  ["Minimum", "number", "The smallest value."],
  ["ExclusiveMaximum", "bool", "The maximum itself is not allowed."],
  ["ExclusiveMinimum", "bool", "The minimum itself is not allowed."],
  ["MultipleOf", "number", "The value is a multiple of this."],
  ["MinProperties", "int", "The smallest number of keys."],
  ["MaxProperties", "int", "The largest number of keys."],
  ["MaxLength", "int", "The maximum length of a string, in characters."],
  ["MinLength", "int", "The minimum length of a string, in characters."],
  ["Pattern", "string", "A regular expression (RE2) that the string matches."],
  ["MaxItems", "int", "The largest number of items."],
  ["MinItems", "int", "The smallest number of items."],
  ["UniqueItems", "bool", "No item occurs twice."],
  ["Enum", { list: "any" }, "The values that are allowed."],
  ["Format", "string", "A format such as date-time or int32."],
  ["Type", "string", "Overrides the type: string, integer, number, boolean, array or object."],
  ["XPreserveUnknownFields", undefined, "Fields that the schema does not name are kept."],
  ["XEmbeddedResource", undefined, "The value is a whole object with apiVersion, kind and metadata."],
  ["XIntOrString", undefined, "The value is an integer or a string."],
];

const celArguments: NonNullable<MarkerDefinition["named"]> = {
  rule: { type: "string", help: "An expression in CEL; self is the value." },
  message: { type: "string", optional: true, help: "What to say when the rule is broken." },
  messageExpression: { type: "string", optional: true, help: "An expression in CEL that gives the message." },
  reason: {
    type: "string",
    optional: true,
    help: "FieldValueInvalid (the default), FieldValueRequired, FieldValueForbidden or FieldValueDuplicate.",
  },
  fieldPath: { type: "string", optional: true, help: "The field to blame." },
  optionalOldSelf: {
    type: "bool",
    optional: true,
    help: "The rule runs on creation too, where oldSelf is an optional.",
  },
};

const celExample = ':rule="self.min <= self.max",message="min is above max"';

const plain = (
  name: string,
  targets: readonly MarkerTarget[],
  help: string,
  rest: Partial<MarkerDefinition> = {},
): MarkerDefinition => ({
  name,
  targets,
  category: "CRD validation",
  help,
  ...rest,
});

/** `minLength` for `MinLength`: the name of the keyword in the schema, which JSDoc readers know; `@type` is JSDoc's own. */
const shortOf = (name: string): Partial<MarkerDefinition> => {
  if (name === "Type") return {};
  const plainName = name.startsWith("X") ? name.slice(1) : name;
  return { short: `${plainName.slice(0, 1).toLowerCase()}${plainName.slice(1)}` };
};

/** `items.minLength` for `items:MinLength`. */
const shortOfItems = (name: string): Partial<MarkerDefinition> => {
  const { short } = shortOf(name);
  return short === undefined ? {} : { short: `items.${short}` };
};

const prefix = "kubebuilder:validation:";

export const validationMarkers: readonly MarkerDefinition[] = [
  ...valueMarkers.map(([name, value, help]) =>
    plain(`${prefix}${name}`, everywhere, help, { ...shortOf(name), ...(value === undefined ? {} : { value }) }),
  ),
  plain(`${prefix}XValidation`, everywhere, "A rule in CEL.", {
    short: "cel",
    named: celArguments,
    example: celExample,
  }),
  ...valueMarkers.map(([name, value, help]) =>
    plain(`${prefix}items:${name}`, everywhere, `For the items of a list: ${help}`, {
      ...shortOfItems(name),
      ...(value === undefined ? {} : { value }),
    }),
  ),
  plain(`${prefix}items:XValidation`, everywhere, "A rule in CEL for each item of a list.", {
    short: "items.cel",
    named: celArguments,
    example: celExample,
  }),

  plain(`${prefix}ExactlyOneOf`, ["type"], "Exactly one of these fields is set.", {
    short: "exactlyOneOf",
    value: { list: "string" },
  }),
  plain(`${prefix}AtMostOneOf`, ["type"], "At most one of these fields is set.", {
    short: "atMostOneOf",
    value: { list: "string" },
  }),
  plain(`${prefix}AtLeastOneOf`, ["type"], "At least one of these fields is set.", {
    short: "atLeastOneOf",
    value: { list: "string" },
  }),

  plain("k8s:enum", ["type"], "The type is an enumeration of strings; its values are sorted.", {
    category: "CRD",
  }),

  plain("required", ["field"], "The field must be there, although its type says it may be absent."),
  plain("k8s:required", ["field"], "The field must be there and must not be empty."),
  plain("optional", ["field"], "The field may be absent, although its type says it is there."),
  plain("k8s:optional", ["field"], "The field may be absent, although its type says it is there."),
  plain(`${prefix}Required`, ["field", "package"], "As required; on a folder, for all its fields.", {
    deprecatedBy: "required",
  }),
  plain(`${prefix}Optional`, ["field", "package"], "As optional; on a folder, for all its fields.", {
    deprecatedBy: "optional",
  }),
  plain("nullable", ["field"], "The field may be null; the same as | null in its type."),
  plain("kubebuilder:default", ["field"], "The value of the field when it is absent.", {
    value: "any",
    example: "={level: info, depth: 3}",
  }),
  plain("default", ["field"], "The value of the field when it is absent, in JSON.", { value: "json" }),
  plain("kubebuilder:example", ["field"], "A value as an example.", { value: "any" }),
  plain("kubebuilder:title", everywhere, "A title for documents made from the schema.", {
    short: "title",
    value: "any",
  }),
  plain("kubebuilder:externalDocs", everywhere, "Where more is written.", {
    category: "CRD",
    short: "externalDocs",
    example: ":url=https://example.com/docs",
    named: {
      url: { type: "string", help: "An absolute URL." },
      description: { type: "string", optional: true, help: "What is found there." },
    },
  }),
  plain(`${prefix}EmbeddedResource`, ["field"], "The value is a whole object with apiVersion, kind and metadata."),
  plain(`${prefix}Schemaless`, ["field"], "Nothing is derived from the type; other markers say what there is to say.", {
    short: "schemaless",
  }),
  plain("k8s:immutable", ["field"], "The field cannot be changed once it is set.", { short: "immutable" }),
  plain("k8s:maxItems", ["field"], "The largest number of items.", { value: "int" }),
  plain("k8s:minimum", ["field"], "The smallest value.", { value: "number" }),
  plain("k8s:maximum", ["field"], "The largest value.", { value: "number" }),

  plain(
    "kubebuilder:pruning:PreserveUnknownFields",
    everywhere,
    "Fields that the schema does not name are kept.",
    processing(),
  ),
  plain("listType", everywhere, "How the list merges: atomic, set or map.", processing("string")),
  plain("k8s:listType", everywhere, "How the list merges: atomic, set or map.", processing("string")),
  plain("listMapKey", everywhere, "A field by which a list of type map tells its items apart.", processing("string")),
  plain(
    "k8s:listMapKey",
    everywhere,
    "A field by which a list of type map tells its items apart.",
    processing("string"),
  ),
  plain("mapType", everywhere, "How the map merges: atomic or granular.", processing("string")),
  plain("structType", everywhere, "How the object merges: atomic or granular.", processing("string")),
];

function processing(value?: ArgumentType): Partial<MarkerDefinition> {
  return { category: "CRD processing", ...(value === undefined ? {} : { value }) };
}
