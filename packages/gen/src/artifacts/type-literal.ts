/** Prints types as code. Names from source files become literals, so that no name can break the code. */
import { isIdentifier, literal } from "./code.ts";

/** A type: its code, the fields of an object, or a list. */
export type TypeText = string | readonly TypeField[] | { readonly items: TypeText };

export interface TypeField {
  /** Undefined for an index signature. */
  readonly name: string | undefined;
  readonly type: TypeText;
  readonly optional?: boolean;
}

/** The type with each field on its own line. The first line is not indented. */
export function printType(type: TypeText, indent = ""): string {
  if (typeof type === "string") return type;
  if ("items" in type) return `readonly ${printType(type.items, indent)}[]`;
  if (type.length === 0) return "{}";
  const within = `${indent}  `;
  const fields = type.map(
    ({ name, type: inner, optional = false }) =>
      `${within}readonly ${nameText(name)}${optional ? "?" : ""}: ${printType(inner, within)};`,
  );
  return `{\n${fields.join("\n")}\n${indent}}`;
}

function nameText(name: string | undefined): string {
  if (name === undefined) return "[name: string]";
  return isIdentifier(name) ? name : literal(name);
}
