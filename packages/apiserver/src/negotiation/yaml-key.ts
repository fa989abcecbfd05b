/** The keys of YAML maps as names of JSON members. */
import { formatGoFloat, isJsonArray, isJsonObject, quoteGoString } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { ScalarValue } from "./yaml-scalar.ts";
import { FloatKey, int64Max } from "./yaml-scalar.ts";

/** The value of a scalar as a key. */
export type YamlKey = ScalarValue | FloatKey;

/** The name of a key; `undefined` for null and for integers beyond int64, which kube-apiserver rejects. */
export function nameOfKey(key: YamlKey): string | undefined {
  if (key instanceof FloatKey) return float32NameOf(key.value);
  return key === null || (typeof key === "bigint" && key > int64Max) ? undefined : String(key);
}

/** The shortest digits that a float32 has: `1e6` is `1e+06`. */
function float32NameOf(value: number): string {
  const float = Math.fround(value);
  if (!Number.isFinite(float)) return Number.isNaN(float) ? ".nan" : float > 0 ? ".inf" : "-.inf";
  let shortest = float;
  for (let digits = float32DigitsMax; digits > 0; digits--) {
    const rounded = Number(float.toPrecision(digits));
    if (!Object.is(Math.fround(rounded), float)) break;
    shortest = rounded;
  }
  return formatGoFloat(shortest);
}

/** The digits that distinguish all values of a float32. */
const float32DigitsMax = 9;

/** The message about a key without a name, with the value of the member. */
export function unsupportedKey(key: YamlKey, member: JsonValue): string {
  const shown = typeof key === "bigint" ? `uint64, key: 0x${key.toString(16)}` : "%!s(<nil>), key: <nil>";
  return `unsupported map key of type: ${shown}, value: ${member === null ? "<nil>" : goSyntaxOf(member)}`;
}

/** A value in Go's syntax. */
function goSyntaxOf(value: JsonValue): string {
  if (typeof value === "string") return quoteGoString(value);
  if (isJsonArray(value)) return `[]interface {}{${value.map(goSyntaxOf).join(", ")}}`;
  if (!isJsonObject(value)) return value === null ? "interface {}(nil)" : String(value);
  const members = Object.keys(value).toSorted();
  const shown = members.map((name) => `${quoteGoString(name)}:${goSyntaxOf(value[name] ?? null)}`);
  return `map[interface {}]interface {}{${shown.join(", ")}}`;
}
