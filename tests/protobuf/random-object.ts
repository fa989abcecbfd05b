/** Random objects of built-in kinds, from the tables of their fields: every type of field, every name, in the formats that a server prints. */
import { protobufMessage } from "@kubewright/api-facts";
import type { ProtobufField } from "@kubewright/api-facts";
import type { JsonObject } from "@kubewright/apimachinery";
import type { Random } from "@kubewright/async";

/** Below this depth, optional fields are omitted. */
const depthMax = 7;

/** The fields of a message. A field that is not a pointer in Go is always present if it is an object, and absent if it is zero. */
export function randomMessage(definitionName: string, random: Random, depth = 0): JsonObject {
  const object: Record<string, unknown> = {};
  for (const field of protobufMessage(definitionName)?.fields.values() ?? []) {
    const isStruct = field.label === "single" && field.type === "message" && !field.isPointer;
    if (field.name === "") Object.assign(object, randomMessage(field.message, random, depth));
    else if (isStruct || (depth < depthMax && random.next() < chanceOf(depth))) {
      const value = valueOf(field, random, depth + 1);
      if (value !== undefined) object[field.name] = value;
    }
  }
  return object as JsonObject;
}

/** Few fields per level, so that an object of a large kind has some hundred fields. */
function chanceOf(depth: number): number {
  return depth < 2 ? 0.8 : 0.5 / depth;
}

function valueOf(field: ProtobufField, random: Random, depth: number): unknown {
  const count = 1 + random.int(2);
  switch (field.label) {
    case "single":
      return field.type === "message" ? messageOf(field.message, random, depth) : scalarOf(field, random);
    case "list":
      return Array.from({ length: count }, () => itemOf(field, random, depth));
    case "map":
      return Object.fromEntries(Array.from({ length: count }, () => [text(random), itemOf(field, random, depth)]));
  }
}

function itemOf(field: ProtobufField, random: Random, depth: number): unknown {
  return field.type === "message" ? messageOf(field.message, random, depth) : scalarOf(field, random);
}

const texts = ["a", "Ä€😀", "two words", '"quoted"', "0", "__proto__", "line\nbreak"];

function text(random: Random): string {
  return `${texts[random.int(texts.length)]}${random.int(100)}`;
}

function scalarOf({ type, isPointer, label }: ProtobufField, random: Random): unknown {
  const mayBeZero = isPointer || label !== "single";
  switch (type) {
    case "string":
      return mayBeZero && random.int(5) === 0 ? "" : text(random);
    case "bool":
      return mayBeZero ? random.int(2) === 0 : true;
    case "int32":
      return mayBeZero && random.int(5) === 0
        ? 0
        : 1 + random.int(2 ** 31 - 1) - (random.int(2) === 0 ? 2 ** 31 : 0) || 1;
    case "int64":
      return random.int(3) === 0 ? -(2n ** 62n) - BigInt(random.int(1000)) : 1 + random.int(2 ** 40);
    case "double":
      return random.int(1000) + 0.5;
    default:
      return Buffer.from(random.bytes(1 + random.int(5))).toString("base64");
  }
}

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";
const crdPackage = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

function messageOf(name: string, random: Random, depth: number): unknown {
  const seconds = new Date((random.int(2 ** 32) - 2 ** 31) * 1000).toISOString().slice(0, 19);
  switch (name) {
    case `${metaPackage}.Time`:
      return `${seconds}Z`;
    case `${metaPackage}.MicroTime`:
      return `${seconds}.${String(random.int(1e6)).padStart(6, "0")}Z`;
    case "io.k8s.apimachinery.pkg.api.resource.Quantity":
      return ["0", "1500m", "1536Mi", "-3", "5k", "1Ei"][random.int(6)];
    case "io.k8s.apimachinery.pkg.util.intstr.IntOrString":
      return random.int(2) === 0 ? text(random) : random.int(2 ** 31);
    case `${metaPackage}.FieldsV1`:
      return { "f:a": { ".": {} } };
    case "io.k8s.apimachinery.pkg.runtime.RawExtension":
      return { kind: "Any", list: [1, null, { a: text(random) }] };
    case `${crdPackage}.JSON`:
      return [1, "x", false, { a: [] }][random.int(4)];
    case `${crdPackage}.JSONSchemaPropsOrArray`:
      return random.int(2) === 0 ? schemaOf(random, depth) : [schemaOf(random, depth), schemaOf(random, depth)];
    case `${crdPackage}.JSONSchemaPropsOrBool`:
      return random.int(2) === 0 ? schemaOf(random, depth) : random.int(2) === 0;
    case `${crdPackage}.JSONSchemaPropsOrStringArray`:
      return random.int(2) === 0 ? schemaOf(random, depth) : [text(random)];
    default:
      return protobufMessage(name)?.isList ? [text(random)] : randomMessage(name, random, depth);
  }
}

function schemaOf(random: Random, depth: number): unknown {
  return randomMessage(`${crdPackage}.JSONSchemaProps`, random, depth);
}
