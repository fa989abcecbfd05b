/**
 * controller-gen's command line: generators with their options, and rules for input and output, each one word.
 *
 *     crd:maxDescLen=0 rbac:roleName=manager-role object paths=./api/... output:crd:dir=config/crd
 *
 * https://book.kubebuilder.io/reference/controller-gen
 */
import type { Generator } from "@kubewright/gen";
import { CommandError } from "../io.ts";

export interface GenerateWords {
  readonly generators: readonly Generator[];
  readonly paths: readonly string[];
}

type GeneratorName = Generator["name"];
const names = [
  "crd",
  "rbac",
  "object",
  "webhook",
  "applyconfiguration",
  "client",
  "lister",
  "informer",
  "defaulter",
  "openapi",
] as const satisfies readonly GeneratorName[];

/** Those that run when none is named: as controller-gen's, whose business clients are not. */
const defaultNames: readonly GeneratorName[] = ["crd", "rbac", "object", "webhook"];

/** The options of each generator, as controller-gen calls them, and the form of their values. */
const options = {
  crd: { maxDescLen: "number", generateEmbeddedObjectMeta: "boolean" },
  rbac: { roleName: "text", fileName: "text" },
  object: {},
  applyconfiguration: {},
  webhook: {},
  client: {},
  lister: {},
  informer: {},
  defaulter: {},
  openapi: {},
} as const satisfies Record<GeneratorName, Readonly<Record<string, "number" | "boolean" | "text">>>;

/**
 * Reads the words. Without a generator `crd`, `rbac`, `object` and `webhook` run, with the role named `manager-role`; without `paths=` everything below the root is read.
 *
 * @throws {CommandError} that names the word and says what was expected.
 */
export function parseGenerateWords(words: readonly string[]): GenerateWords {
  const chosen = new Map<GeneratorName, Readonly<Record<string, unknown>>>();
  const outputs = new Map<GeneratorName, string>();
  const paths: string[] = [];
  for (const word of words) {
    const output = /^output:([^:=]+):dir=(.+)$/.exec(word);
    if (word.startsWith("paths=")) paths.push(...word.slice("paths=".length).split(";"));
    else if (output) outputs.set(generatorName(output[1] ?? "", word), output[2] ?? "");
    else chosen.set(...generatorWord(word));
  }
  if (chosen.size === 0) for (const name of defaultNames) chosen.set(name, {});
  return {
    generators: [...chosen].map(([name, given]) => generatorOf(name, given, outputs.get(name))),
    paths: paths.length > 0 ? paths : ["./..."],
  };
}

/** `crd:maxDescLen=0,generateEmbeddedObjectMeta=true` */
function generatorWord(word: string): readonly [GeneratorName, Readonly<Record<string, unknown>>] {
  const [head = "", ...rest] = word.split(":");
  const name = generatorName(head, word);
  const given = rest.join(":");
  const pairs = given === "" ? [] : given.split(",").map((pair) => optionOf(name, pair, word));
  return [name, Object.fromEntries(pairs)];
}

function generatorName(text: string, word: string): GeneratorName {
  const known = names.find((name) => name === text);
  if (known) return known;
  throw new CommandError(
    `Cannot generate: "${word}" is no generator and no rule: expected ${names.join(", ")}, paths=…, or output:GENERATOR:dir=…`,
  );
}

function optionOf(name: GeneratorName, pair: string, word: string): readonly [string, unknown] {
  const [option = "", ...rest] = pair.split("=");
  const value = rest.join("=");
  const forms: Readonly<Record<string, string>> = options[name];
  switch (Object.hasOwn(forms, option) ? forms[option] : undefined) {
    case "text":
      if (value !== "") return [option, value];
      break;
    case "number":
      if (/^\d+$/.test(value)) return [option, Number(value)];
      break;
    case "boolean":
      if (value === "true" || value === "false" || pair === option) return [option, value !== "false"];
      break;
    default:
      throw new CommandError(
        `Cannot generate: "${word}" has an option "${option}" that ${name} does not: expected ${Object.keys(forms).join(", ") || "none"}`,
      );
  }
  throw new CommandError(
    `Cannot generate: "${word}" gives ${option} the value "${value}": expected a ${forms[option]}`,
  );
}

function generatorOf(
  name: GeneratorName,
  given: Readonly<Record<string, unknown>>,
  output: string | undefined,
): Generator {
  const where = output === undefined ? {} : { output };
  switch (name) {
    case "crd":
      return { name, ...given, ...where };
    case "rbac":
      return { name, roleName: "manager-role", ...given, ...where };
    case "object":
    case "applyconfiguration":
    case "defaulter":
      return { name };
    case "webhook":
    case "client":
    case "lister":
    case "informer":
    case "openapi":
      return { name, ...where };
  }
}
