// The names that Go has for the types of decoded JSON values, as upstream's messages print them.

/** The kind of a JSON value in the errors of Go's decoder: `array`, `bool`, `number`, `string`; `object`, also for null. */
export function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" ? "number" : typeof value;
}

/** The type of a JSON value as `%T` prints it: `map[string]interface {}`, `int64`, `<nil>`. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  if (typeof value === "object") return "map[string]interface {}";
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "int64" : "float64";
  if (typeof value === "bigint") return "int64";
  return typeof value === "boolean" ? "bool" : typeof value;
}
