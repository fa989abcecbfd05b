/**
 * Reads the Go types of the built-in kinds for a fact that is absent from the published OpenAPI documents: how a
 * field is printed when it is empty. `omitempty` on a plain `int32` drops a zero, on a `*int32` it keeps it; a slice
 * without `omitempty` prints `null`. The embedded server must encode each field in the same way.
 *
 * Usage: `node tools/facts/go-json.ts` (needs the Go module cache of tools/real); writes
 * packages/api-facts/src/go/printing.generated.ts: per OpenAPI definition the fields that keep a zero and those that print null.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Field {
  readonly name: string;
  readonly type: string;
  readonly omitEmpty: boolean;
  readonly omitZero: boolean;
}

interface Struct {
  readonly fields: readonly Field[];
  readonly embedded: readonly string[];
}

/** Whether a definition's fields keep their zeros, and whether their empty form is `null`. Field lists are sorted. */
interface Printing {
  readonly keepsZero?: readonly string[];
  readonly printsNull?: readonly string[];
}

const release = "v0.36.3";
const sources: readonly (readonly [goModule: string, folder: string, prefix: string])[] = [
  ["k8s.io/api", "", "io.k8s.api."],
  ["k8s.io/apimachinery", "pkg/apis/meta", "io.k8s.apimachinery.pkg.apis.meta."],
  [
    "k8s.io/apiextensions-apiserver",
    "pkg/apis/apiextensions",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.",
  ],
  ["k8s.io/kube-aggregator", "pkg/apis/apiregistration", "io.k8s.kube-aggregator.pkg.apis.apiregistration."],
];

const cache = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();
const result: Record<string, Printing> = {};
for (const [goModule, folder, prefix] of sources) {
  const root = join(cache, `${goModule}@${release}`, folder);
  for (const directory of packagesBelow(root)) {
    const relative = directory
      .slice(root.length + 1)
      .split("/")
      .filter((part) => part !== "");
    const structs = structsOf(directory);
    for (const [name, struct] of structs) {
      const printing = printingOf(fieldsOf(struct, structs));
      if (printing !== undefined) result[`${prefix}${[...relative, name].join(".")}`] = printing;
    }
  }
}

const sorted = Object.keys(result).toSorted();
const lines = sorted.map((name) => `${JSON.stringify(name)}:${JSON.stringify(result[name])}`);
const module = `/** Made by tools/facts/go-json.ts, never edited. JSON, so that it costs nothing until it is parsed. */
export const goJson: string = \`{
${lines.join(",\n")}
}\`;
`;
writeFileSync(new URL("../../packages/api-facts/src/go/printing.generated.ts", import.meta.url), module);

/** The served versions only: `v1`, `v2`. Betas are not served by default. */
function packagesBelow(root: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(root)) {
    const path = join(root, entry);
    if (!statSync(path).isDirectory()) continue;
    if (/^v\d+$/.test(entry)) found.push(path);
    else found.push(...packagesBelow(path));
  }
  return found;
}

function structsOf(directory: string): Map<string, Struct> {
  const structs = new Map<string, Struct>();
  const files = readdirSync(directory).filter(
    (file) => file.endsWith(".go") && !/^(zz_|generated|.*_test\.go)/.test(file),
  );
  for (const file of files) {
    const text = readFileSync(join(directory, file), "utf8");
    for (const [, name = "", body = ""] of text.matchAll(/^type (\w+) struct \{\n(.*?)^\}/gms)) {
      structs.set(name, structOf(body));
    }
  }
  return structs;
}

function structOf(body: string): Struct {
  const fields: Field[] = [];
  const embedded: string[] = [];
  for (const line of body.split("\n")) {
    const inline = /^\s*([\w.]+)\s+`json:",inline/.exec(line);
    if (inline !== null) embedded.push(inline[1] ?? "");
    const field = /^\s*\w+\s+(\S+)\s+`json:"([\w$-]+)(,[\w,]*)?"/.exec(line);
    if (field === null || field[2] === "-") continue;
    const options = (field[3] ?? "").split(",");
    fields.push({
      name: field[2] ?? "",
      type: field[1] ?? "",
      omitEmpty: options.includes("omitempty"),
      omitZero: options.includes("omitzero"),
    });
  }
  return { fields, embedded };
}

function fieldsOf(struct: Struct, structs: ReadonlyMap<string, Struct>): Field[] {
  const inherited = struct.embedded.flatMap((name) => {
    const parent = structs.get(name);
    return parent === undefined ? [] : fieldsOf(parent, structs);
  });
  return [...inherited, ...struct.fields];
}

function printingOf(fields: readonly Field[]): Printing | undefined {
  const keepsZero = fields.filter((field) => field.type.startsWith("*") || !field.omitEmpty);
  const printsNull = fields.filter(printsNullWhenEmpty);
  if (keepsZero.length === 0 && printsNull.length === 0) return undefined;
  return {
    ...(keepsZero.length > 0 ? { keepsZero: keepsZero.map((field) => field.name).toSorted() } : {}),
    ...(printsNull.length > 0 ? { printsNull: printsNull.map((field) => field.name).toSorted() } : {}),
  };
}

/** A time is a struct whose zero prints `null` even with `omitempty`; slices, maps and pointers do without it. */
function printsNullWhenEmpty(field: Field): boolean {
  if (/^(metav1\.)?(Micro)?Time$/.test(field.type)) return !field.omitZero;
  return !field.omitEmpty && /^(\*|\[\]|map\[)/.test(field.type);
}
