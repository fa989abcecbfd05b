/**
 * The text that Go's dump library prints for a Pod template: every field of every struct in the order of its declaration, with its Go name and
 * type. The types are generated; a value has the form that kube-controller-manager decodes from protobuf, in which empty lists and maps are nil.
 */
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { dumpOfQuantity } from "./go-quantity.ts";
import { podTemplateTypes } from "./pod-template-types.generated.ts";

/** A field of a Go struct. */
interface GoField {
  readonly goName: string;
  /** Empty if the fields of the struct are inlined in JSON. */
  readonly jsonName: string;
  readonly type: string;
}

/** A struct as its fields, another named type as its underlying type. */
type GoType = readonly GoField[] | string;

let types: ReadonlyMap<string, GoType> | undefined;

export function dumpOfTemplate(template: PodTemplateSpec): string {
  types ??= parseTypes(podTemplateTypes);
  return dumpTyped("v1.PodTemplateSpec", template);
}

function parseTypes(lines: string): ReadonlyMap<string, GoType> {
  return new Map(
    lines
      .trim()
      .split("\n")
      .map((line): readonly [string, GoType] => {
        const [name = "", ...words] = line.split(" ");
        if (words[0] === "=") return [name, words[1] ?? ""];
        return [name, words.map(parseField)];
      }),
  );
}

function parseField(word: string): GoField {
  const [goName = "", jsonName = "", type = ""] = word.split(":");
  return { goName, jsonName, type };
}

/** The value, prefixed with its type. */
function dumpTyped(type: string, value: unknown): string {
  if (!type.startsWith("*")) return `(${type})${dump(type, value)}`;
  return `(${type})${value === undefined || value === null ? nil : dump(type.slice(1), value)}`;
}

const nil = "<nil>";

function dump(type: string, value: unknown): string {
  const special = dumps[type];
  if (special !== undefined) return special(value);
  if (type.startsWith("[]")) return dumpSlice(type.slice(2), value);
  if (type.startsWith("map[")) return dumpMap(type.slice(type.indexOf("]") + 1), value);
  const known = types?.get(type);
  if (known === undefined) throw new TypeError(`Cannot hash a Pod template: the Go type ${type} is not recorded`);
  return typeof known === "string" ? dump(known, value) : dumpStruct(known, value);
}

const dumps: Readonly<Record<string, ((value: unknown) => string) | undefined>> = {
  string: (value) => (typeof value === "string" ? value : ""),
  bool: (value) => String(value === true),
  int32: numberIn,
  int64: numberIn,
  "resource.Quantity": (value) => dumpOfQuantity(typeof value === "string" ? value : undefined),
  "intstr.IntOrString": (value) =>
    typeof value === "string"
      ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
      : `{Type:(intstr.Type)0 IntVal:(int32)${numberIn(value)} StrVal:(string)}`,
  // Only the zero time prints without the address of a time zone.
  "v1.Time": (value) =>
    `{Time:(time.Time){wall:(uint64)0 ext:(int64)${typeof value === "string" ? value : "0"} loc:(*time.Location)${nil}}}`,
  "v1.FieldsV1": (value) => JSON.stringify(value),
};

function numberIn(value: unknown): string {
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "0";
}

function dumpSlice(type: string, value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return nil;
  return `[${value.map((item) => dump(type, item)).join(" ")}]`;
}

function dumpMap(type: string, value: unknown): string {
  const entries = Object.entries(fieldsOf(value));
  if (entries.length === 0) return nil;
  const sorted = entries.toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `map[${sorted.map(([key, item]) => `${key}:${dump(type, item)}`).join(" ")}]`;
}

function dumpStruct(fields: readonly GoField[], value: unknown): string {
  const given = fieldsOf(value);
  const printed = fields.map(
    ({ goName, jsonName, type }) => `${goName}:${dumpTyped(type, jsonName === "" ? given : given[jsonName])}`,
  );
  return `{${printed.join(" ")}}`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
