// The types of CEL. A type is a kind, a name and parameters; two types are the same if these are equal.

/** The kinds of types, which decide how the checker treats them. */
export type TypeKind =
  | "any"
  | "bool"
  | "bytes"
  | "double"
  | "duration"
  | "dyn"
  | "error"
  | "int"
  | "list"
  | "map"
  | "null"
  | "opaque"
  | "string"
  | "struct"
  | "timestamp"
  | "type"
  | "typeParam"
  | "uint";

/** A type of CEL. Types are values, too: `type(1) == int`. */
export class CelType {
  readonly kind: TypeKind;
  /** The name at run time: `int`, `google.protobuf.Timestamp`, `list`. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** As messages print it: `list(int)`, `timestamp`, `wrapper(int)`. */
  readonly text: string;
  /** Identifies the type together with its kind: a wrapper is the same type as the value in it. */
  readonly key: string;

  constructor(kind: TypeKind, name: string, parameters: readonly CelType[] = [], text: string = name) {
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
    this.text = parameters.length === 0 ? text : `${name}(${parameters.map((type) => type.text).join(", ")})`;
    this.key = parameters.length === 0 ? name : `${name}(${parameters.map((type) => type.key).join(", ")})`;
  }

  /** Whether values of this type are a scalar or null. */
  get isWrapper(): boolean {
    return this.text === `wrapper(${this.name})`;
  }
}

/** The type of a message with its own type. The checker treats it as `dyn`, except that it is not iterable. */
export const anyType: CelType = new CelType("any", "google.protobuf.Any", [], "any");
export const boolType: CelType = new CelType("bool", "bool");
export const bytesType: CelType = new CelType("bytes", "bytes");
export const doubleType: CelType = new CelType("double", "double");
export const durationType: CelType = new CelType("duration", "google.protobuf.Duration", [], "duration");
export const dynType: CelType = new CelType("dyn", "dyn");
export const errorType: CelType = new CelType("error", "error", [], "!error!");
export const intType: CelType = new CelType("int", "int");
export const nullType: CelType = new CelType("null", "null_type", [], "null");
export const stringType: CelType = new CelType("string", "string");
export const timestampType: CelType = new CelType("timestamp", "google.protobuf.Timestamp", [], "timestamp");
export const typeType: CelType = new CelType("type", "type");
export const uintType: CelType = new CelType("uint", "uint");
/** The type of a list whose items are not known, and the type of every list at run time. */
export const listType: CelType = new CelType("list", "list");
export const mapType: CelType = new CelType("map", "map");
export const optionalType: CelType = new CelType("opaque", "optional_type");

/** The type of a message that holds one scalar: `wrapper(int)`. */
export function wrapperOf({ kind, name }: CelType): CelType {
  return new CelType(kind, name, [], `wrapper(${name})`);
}

/** `list(item)`. */
export function listOf(item: CelType): CelType {
  return new CelType("list", "list", [item]);
}

/** `map(key, value)`. */
export function mapOf(key: CelType, value: CelType): CelType {
  return new CelType("map", "map", [key, value]);
}

/** `optional_type(value)`. */
export function optionalOf(value: CelType): CelType {
  return new CelType("opaque", "optional_type", [value]);
}

/** The type of the type `type`. */
export function typeOf(type: CelType): CelType {
  return new CelType("type", "type", [type]);
}

/** A type with named fields. */
export function structType(name: string): CelType {
  return new CelType("struct", name);
}

/** A type that only functions understand, as `net.IP`. */
export function opaqueType(name: string): CelType {
  return new CelType("opaque", name);
}

/** A placeholder that a call replaces by a type. */
export function typeParam(name: string): CelType {
  return new CelType("typeParam", name);
}

/** Whether two types have the same kind, name and parameters. */
export function isSameType(left: CelType, right: CelType): boolean {
  return left === right || (left.kind === right.kind && left.key === right.key);
}

/** The parameter at `index`; a container without parameters holds `dyn`. */
export function parameterOf(type: CelType, index: number): CelType {
  return type.parameters[index] ?? dynType;
}
