/** Markers for values: their limits, defaults and merge rules. */
import type { ArgumentType, MarkerDefinition, MarkerTarget } from "./definition.ts";

const everywhere: readonly MarkerTarget[] = ["type", "field"];

/** Markers for types and fields, and with `items:` in their name for the items of a list. */
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
  ["XPreserveUnknownFields", undefined, "Fields without a schema are kept."],
  ["XEmbeddedResource", undefined, "The value is a complete object with apiVersion, kind and metadata."],
  ["XIntOrString", undefined, "The value is an integer or a string."],
];

const celArguments: NonNullable<MarkerDefinition["named"]> = {
  rule: { type: "string", help: "A CEL expression; self is the value." },
  message: { type: "string", optional: true, help: "The message when the value violates the rule." },
  messageExpression: { type: "string", optional: true, help: "A CEL expression that returns the message." },
  reason: {
    type: "string",
    optional: true,
    help: "FieldValueInvalid (the default), FieldValueRequired, FieldValueForbidden or FieldValueDuplicate.",
  },
  fieldPath: { type: "string", optional: true, help: "The field that the error names." },
  optionalOldSelf: {
    type: "bool",
    optional: true,
    help: "The rule also runs on creation; oldSelf is an optional.",
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

/** `minLength` for `MinLength`: the name of the keyword in JSON Schema. `type` is left out, because `@type` is a tag of JSDoc. */
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
  plain(`${prefix}XValidation`, everywhere, "A CEL rule.", {
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
  plain(`${prefix}items:XValidation`, everywhere, "A CEL rule for each item of a list.", {
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

  plain("required", ["field"], "The field is required, even if its type is optional."),
  plain("k8s:required", ["field"], "The field is required and must not be empty."),
  plain("optional", ["field"], "The field is optional, even if its type is required."),
  plain("k8s:optional", ["field"], "The field is optional, even if its type is required."),
  plain(`${prefix}Required`, ["field", "package"], "Like required; on a folder, for all its fields.", {
    deprecatedBy: "required",
  }),
  plain(`${prefix}Optional`, ["field", "package"], "Like optional; on a folder, for all its fields.", {
    deprecatedBy: "optional",
  }),
  plain("nullable", ["field"], "The field may be null; the same as | null in its type."),
  plain("kubebuilder:default", ["field"], "The default of the field.", {
    value: "any",
    example: "={level: info, depth: 3}",
  }),
  plain("default", ["field"], "The default of the field, in JSON.", { value: "json" }),
  plain("kubebuilder:example", ["field"], "An example value.", { value: "any" }),
  plain("kubebuilder:title", everywhere, "A title for documentation generated from the schema.", {
    short: "title",
    value: "any",
  }),
  plain("kubebuilder:externalDocs", everywhere, "A link to further documentation.", {
    category: "CRD",
    short: "externalDocs",
    example: ":url=https://example.com/docs",
    named: {
      url: { type: "string", help: "An absolute URL." },
      description: { type: "string", optional: true, help: "The description of the link." },
    },
  }),
  plain(`${prefix}EmbeddedResource`, ["field"], "The value is a complete object with apiVersion, kind and metadata."),
  plain(`${prefix}Schemaless`, ["field"], "The type adds nothing to the schema, only the other markers do.", {
    short: "schemaless",
  }),
  plain("k8s:immutable", ["field"], "The field cannot be changed once it is set.", { short: "immutable" }),
  plain("k8s:maxItems", ["field"], "The largest number of items.", { value: "int" }),
  plain("k8s:minimum", ["field"], "The smallest value.", { value: "number" }),
  plain("k8s:maximum", ["field"], "The largest value.", { value: "number" }),

  plain("kubebuilder:pruning:PreserveUnknownFields", everywhere, "Fields without a schema are kept.", processing()),
  plain("listType", everywhere, "How the list is merged: atomic, set or map.", processing("string")),
  plain("k8s:listType", everywhere, "How the list is merged: atomic, set or map.", processing("string")),
  plain("listMapKey", everywhere, "A field that identifies the items of a list of type map.", processing("string")),
  plain("k8s:listMapKey", everywhere, "A field that identifies the items of a list of type map.", processing("string")),
  plain("mapType", everywhere, "How the map is merged: atomic or granular.", processing("string")),
  plain("structType", everywhere, "How the object is merged: atomic or granular.", processing("string")),
];

function processing(value?: ArgumentType): Partial<MarkerDefinition> {
  return { category: "CRD processing", ...(value === undefined ? {} : { value }) };
}
