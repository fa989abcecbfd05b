/** CEL expressions for the rules that types and markers imply. */
import type { JsonValue } from "@kubewright/apimachinery";
import { encodeJson } from "@kubewright/apimachinery";
import { escapeName } from "@kubewright/cel";

/** Selects a field: `self.a__dash__b`. A name that CEL cannot express is not escaped, so that the check of the rule reports it. */
export function celSelect(object: "self" | "oldSelf", name: string): string {
  return `${object}.${escapeName(name) ?? name}`;
}

/** A string, number or boolean literal. */
export function celLiteral(value: JsonValue): string {
  if (typeof value !== "string") return encodeJson(value);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
