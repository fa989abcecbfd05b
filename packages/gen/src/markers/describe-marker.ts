/** Describes markers, for the help of the CLI and the reference in the documentation. */
import type { ArgumentType, MarkerDefinition } from "./marker.ts";

/** The syntax of a marker: `@kubebuilder:validation:Minimum=<number>`, or `@kubebuilder:rbac:…` for named arguments. */
export function markerSyntax({ name, value, named }: MarkerDefinition): string {
  if (named !== undefined) return `@${name}:…`;
  return value === undefined ? `@${name}` : `@${name}=<${argumentTypeText(value)}>`;
}

/** An example of the marker in a comment. */
export function markerExample({ name, value, example }: MarkerDefinition): string {
  return `@${name}${example ?? (value === undefined ? "" : `=${exampleOf(value)}`)}`;
}

/** An example of the short form, in the style of JSDoc: `@minimum 1`; `undefined` if there is no short form. */
export function shortExample({ short, value, named, example = "" }: MarkerDefinition): string | undefined {
  if (short === undefined) return undefined;
  if (named !== undefined) return `@${short} ${example.slice(1)}`;
  return value === undefined || value === "bool" ? `@${short}` : `@${short} ${exampleOf(value)}`;
}

/** The name of an argument's type: `number`, or `string;…` for a list. */
export function argumentTypeText(type: ArgumentType): string {
  return typeof type === "object" ? `${type.list};…` : type;
}

function exampleOf(type: ArgumentType): string {
  switch (type) {
    case "int":
    case "number":
      return "1";
    case "bool":
      return "true";
    case "json":
      return '"text"';
    case "any":
    case "string":
    case "raw":
      return "text";
    default:
      return "a;b";
  }
}
