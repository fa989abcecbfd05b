/**
 * Reads the protobuf encoding of the built-in kinds. The published `generated.proto` files have the numbers and types of fields. The tags of
 * the Go types have the JSON name of a field, and its name in error messages if that is not the capitalized JSON name. The Go types also show
 * whether a field is a pointer: only then a zero is omitted.
 *
 * Usage: `npx node tools/facts/protobuf.ts` (needs the Go module cache of tools/real); writes
 * packages/api-facts/src/protobuf/messages.generated.ts, one line per message: its name, and each field as `name:number:type`.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const release = "v0.36.3";
/** The packages of the versions that are served by default, and their imports. */
const sources: readonly (readonly [goModule: string, folder: RegExp])[] = [
  ["k8s.io/api", /^(?!admission\/|apidiscovery\/)[a-z]+\/v\d+$/u],
  ["k8s.io/apimachinery", /^pkg\/apis\/meta\/v1$/u],
  ["k8s.io/apiextensions-apiserver", /^pkg\/apis\/apiextensions\/v1$/u],
  ["k8s.io/kube-aggregator", /^pkg\/apis\/apiregistration\/v1$/u],
];

interface GoField {
  readonly goName: string;
  /** Undefined for a type whose JSON form is written by hand. */
  readonly jsonName: string | undefined;
  readonly isPointer: boolean;
}

const scalars: ReadonlyMap<string, string> = new Map([
  ["string", "s"],
  ["bool", "b"],
  ["int32", "i"],
  ["int64", "l"],
  ["bytes", "y"],
  ["double", "d"],
]);

/** Types with a hand-written protobuf encoding, in Go and here; and the generic List, which no server serves. */
const handWritten: ReadonlySet<string> = new Set([
  "Duration",
  "FieldsV1",
  "JSON",
  "List",
  "MicroTime",
  "Time",
  "Timestamp",
]);

/** A name (none when embedded), a type, and the tags. */
const goField = /^\s*(?:(\w+)\s+)?(\S+)\s+`(?=.*protobuf:"\w+,(\d+))(?:.*json:"([^",]*))?/u;

writeMessages();

function writeMessages(): void {
  const cache = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
  const lines = sources.flatMap(([goModule, folder]) => {
    const root = path.join(cache, `${goModule}@${release}`);
    const folders = filesBelow(root)
      .filter((file) => path.basename(file) === "generated.proto")
      .map(path.dirname);
    return folders.filter((name) => folder.test(name)).flatMap((name) => messagesOf(path.join(root, name)));
  });
  const module = `/** Made by tools/facts/protobuf.ts, never edited. */
export const messages: string = \`
${lines.toSorted().join("\n")}
\`;
`;
  writeFileSync(new URL("../../packages/api-facts/src/protobuf/messages.generated.ts", import.meta.url), module);
}

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" });
}

function messagesOf(directory: string): readonly string[] {
  const proto = readFileSync(path.join(directory, "generated.proto"), "utf8");
  const packageName = definitionName(/^package (.*);$/mu.exec(proto)?.[1] ?? "");
  const structs = structsIn(directory);
  return Array.from(proto.matchAll(/^message (\w+) \{\n(.*?)^\}/gmsu)).flatMap(([, name = "", body = ""]) => {
    const struct = structs.get(name);
    if (handWritten.has(name)) return [];
    const fields = fieldsOf(body, name, struct, packageName);
    // A message that is not a struct in Go is a list there, which a message wraps because maps cannot have lists as values.
    const wrapper = struct === undefined && fields.length > 0 ? " []" : "";
    return [`${packageName}.${name}${wrapper} ${fields.join(" ")}`.trimEnd()];
  });
}

function fieldsOf(
  body: string,
  message: string,
  struct: ReadonlyMap<string, GoField> | undefined,
  packageName: string,
): readonly string[] {
  // A type of the same package is written without it.
  const typeOf = (type: string): string => {
    const scalar = scalars.get(type);
    if (scalar !== undefined) return scalar;
    return type.startsWith(".") ? definitionName(type) : `.${type}`;
  };
  const declared = body.matchAll(/^ {2}(optional|repeated|map<string,) ([\w.]+)>? (\w+) = (\d+);/gmu);
  return Array.from(declared, ([, label, type = "", protoName = "", number = ""]) => {
    const field = struct?.get(number) ?? { goName: "Items", jsonName: protoName, isPointer: false };
    if (struct !== undefined && !struct.has(number)) {
      throw new Error(`Cannot read ${packageName}.${message}: no Go field has the number of "${protoName}"`);
    }
    const { goName, jsonName = protoName, isPointer } = field;
    const mark = label === "repeated" ? "*" : label === "optional" ? (isPointer ? "?" : "") : "%";
    const shownGoName = goName === jsonName.charAt(0).toUpperCase() + jsonName.slice(1) ? "" : `:${goName}`;
    return `${jsonName}:${number}:${mark}${typeOf(type)}${shownGoName}`;
  });
}

/** The name that OpenAPI has for a message: `.k8s.io.api.core.v1.Pod` is `io.k8s.api.core.v1.Pod` there. */
function definitionName(protoName: string): string {
  return protoName.replace(/^\.?k8s\.io\./u, "io.k8s.").replaceAll("_", "-");
}

/** The fields of the structs of a package, by their numbers in protobuf. An embedded field has no name in JSON. */
function structsIn(directory: string): ReadonlyMap<string, ReadonlyMap<string, GoField>> {
  const structs = new Map<string, ReadonlyMap<string, GoField>>();
  const files = readdirSync(directory).filter(
    (file) => file.endsWith(".go") && !/^(?:zz_|generated|.*_test\.go)/u.test(file),
  );
  for (const file of files) {
    const text = readFileSync(path.join(directory, file), "utf8");
    for (const [, name = "", body = ""] of text.matchAll(/^type (\w+) struct \{\n(.*?)^\}/gmsu)) {
      structs.set(name, structOf(body));
    }
  }
  return structs;
}

function structOf(body: string): ReadonlyMap<string, GoField> {
  const fields = new Map<string, GoField>();
  for (const line of body.split("\n")) {
    const found = goField.exec(line);
    if (found === null) continue;
    const [, name, type = "", number = "", jsonName] = found;
    const goName = name ?? type.slice(type.lastIndexOf(".") + 1).replace("*", "");
    fields.set(number, { goName, jsonName, isPointer: type.startsWith("*") });
  }
  return fields;
}
