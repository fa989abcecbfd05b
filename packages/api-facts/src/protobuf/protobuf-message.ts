// The protobuf encoding of built-in types: the field of the JSON object for each field number of the published
// `generated.proto` files. https://protobuf.dev/programming-guides/encoding/
import { lazy, lazyMap } from "../lazy.ts";
import { messages } from "./messages.generated.ts";

/** A message: a type in its protobuf form. */
export interface ProtobufMessage {
  /** The name of the Go type in error messages: `PodSpec`. */
  readonly goName: string;
  /** The type is a list in JSON, which its only field holds: a list cannot be the value of a map in protobuf. */
  readonly isList: boolean;
  /** By their numbers, in ascending order. */
  readonly fields: ReadonlyMap<number, ProtobufField>;
}

/** A field of a message. */
export interface ProtobufField {
  /** The name in JSON; `""` when the fields of the message in it are fields of the object itself. */
  readonly name: string;
  readonly number: number;
  /** The keys of a `map` are strings. */
  readonly label: "single" | "list" | "map";
  /** Of the field, of each item, or of each value. */
  readonly type: ProtobufScalar | "message";
  /** The name of the message's definition, for `definition`; `""` for scalars. */
  readonly message: string;
  /** Whether Go has a pointer: only then is an absent value omitted, and a zero that was sent kept. */
  readonly isPointer: boolean;
  /** The name of the Go field in error messages: `ObjectMeta` for `metadata`. */
  readonly goName: string;
}

export type ProtobufScalar = "string" | "bool" | "int32" | "int64" | "double" | "bytes";

const lines = lazy((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const line of messages.trim().split("\n")) {
    const end = line.indexOf(" ");
    if (end === -1) found.set(line, "");
    else found.set(line.slice(0, end), line.slice(end + 1));
  }
  return found;
});

/**
 * Returns the message of a definition: `io.k8s.api.core.v1.Pod`. `undefined` for types with a special encoding (times, quantities, embedded
 * JSON) and for types that are not served.
 */
export function protobufMessage(definitionName: string): ProtobufMessage | undefined {
  return parsed(definitionName);
}

/** Whether the Go struct of a definition, or a struct that it embeds, has a pointer for a field. */
export function hasPointer(definitionName: string, field: string): boolean {
  const fields = protobufMessage(definitionName)?.fields.values() ?? [];
  return Array.from(fields).some((each) =>
    each.name === "" ? hasPointer(each.message, field) : each.name === field && each.isPointer,
  );
}

const parsed = lazyMap((name: string): ProtobufMessage | undefined => {
  const line = lines().get(name);
  if (line === undefined) return undefined;
  const packageName = name.slice(0, name.lastIndexOf("."));
  const words = line.split(" ").filter((word) => word !== "");
  const fields = words.filter((word) => word !== "[]").map((word) => fieldIn(word, packageName));
  return {
    goName: name.slice(packageName.length + 1),
    isList: words[0] === "[]",
    fields: new Map(fields.sort((a, b) => a.number - b.number).map((field) => [field.number, field])),
  };
});

const scalars: Readonly<Record<string, ProtobufScalar>> = {
  s: "string",
  b: "bool",
  i: "int32",
  l: "int64",
  d: "double",
  y: "bytes",
};

/** `replicas:1:?i` is a field, a number, and a pointer to an int32; `.Volume` is a type of the same package. */
function fieldIn(word: string, packageName: string): ProtobufField {
  const [name = "", number = "", marked = "", goName] = word.split(":");
  const mark = marked.charAt(0);
  const type = marked.replace(/^[?*%]/u, "");
  const scalar = scalars[type];
  const message = type.startsWith(".") ? `${packageName}${type}` : type;
  return {
    name,
    number: Number(number),
    label: mark === "*" ? "list" : mark === "%" ? "map" : "single",
    type: scalar ?? "message",
    message: scalar === undefined ? message : "",
    isPointer: mark === "?",
    goName: goName ?? name.charAt(0).toUpperCase() + name.slice(1),
  };
}
