/** How CEL writes what stands in a schema. https://kubernetes.io/docs/reference/using-api/cel/#escaping */
import type { JsonValue } from "@kubewright/apimachinery";
import { encodeJson } from "@kubewright/apimachinery";

/** The name of a field behind `self.`: `a-b` is `a__dash__b`, `namespace` is `__namespace__`. */
export function celField(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name
    .replaceAll("__", "__underscores__")
    .replaceAll(".", "__dot__")
    .replaceAll("-", "__dash__")
    .replaceAll("/", "__slash__");
}

/** Whether CEL has a way to write the name at all. */
export function isCelName(name: string): boolean {
  return /^[A-Za-z_.\-/][\w.\-/]*$/.test(name);
}

/** A text, a number or a truth value. */
export function celLiteral(value: JsonValue): string {
  if (typeof value !== "string") return encodeJson(value);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
