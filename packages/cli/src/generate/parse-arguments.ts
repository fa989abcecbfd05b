/**
 * The command line of controller-gen: generators with their options, and rules for input and output.
 *
 *     crd:maxDescLen=0 rbac:roleName=manager-role object paths=./api/... output:crd:dir=config/crd
 *
 * https://book.kubebuilder.io/reference/controller-gen
 */
import { append } from "@kubewright/apimachinery";
import type { Generator } from "@kubewright/gen";
import { CommandError } from "../io.ts";
import { generatorNames, readOption, unquoted } from "./generator-options.ts";
import type { GeneratorName } from "./generator-options.ts";
import { outputOf, readOutput } from "./output-rules.ts";
import type { OutputArgument } from "./output-rules.ts";

export interface GenerateArguments {
  readonly generators: readonly Generator[];
  readonly paths: readonly string[];
  /** The output of generators that do not write files. */
  readonly elsewhere: ReadonlyMap<GeneratorName, "none" | "stdout">;
  /** Notes about options without effect. */
  readonly notes: readonly string[];
}

/** The generators that run by default, as with controller-gen. */
export const defaultGenerators: readonly GeneratorName[] = ["crd", "rbac", "object", "webhook"];

/**
 * Reads the arguments. By default `crd`, `rbac`, `object` and `webhook` run with the role `manager-role`, and all sources below the root are read.
 *
 * @throws {CommandError} that names the argument and the expected form.
 */
export function parseGenerateArguments(words: readonly string[]): GenerateArguments {
  const chosen = new Map<GeneratorName, Readonly<Record<string, unknown>>>();
  const outputs: OutputArgument[] = [];
  const paths: string[] = [];
  const notes: string[] = [];
  for (const word of words) {
    if (word.startsWith("paths=")) append(paths, pathsOf(word.slice("paths=".length)));
    else if (word.startsWith("output:")) outputs.push(readOutput(word));
    else {
      const { name, given, said } = readGenerator(word);
      if (chosen.has(name))
        throw new CommandError(`Cannot generate: "${word}" names ${name} twice: write all its options in one argument`);
      chosen.set(name, given);
      append(notes, said);
    }
  }
  if (chosen.size === 0) for (const name of defaultGenerators) chosen.set(name, {});
  const idle = outputs.find(({ generator }) => generator !== undefined && !chosen.has(generator))?.generator;
  if (idle !== undefined) {
    throw new CommandError(`Cannot generate: "output:${idle}:…" is for a generator that does not run: add ${idle}`);
  }
  const rules = new Map([...chosen.keys()].map((name) => [name, outputOf(name, outputs)]));
  return {
    generators: [...chosen].map(([name, given]) => {
      const rule = rules.get(name);
      return generatorOf(name, { ...given, ...(rule?.kind === "dir" && { output: rule.folder }) });
    }),
    paths: paths.length > 0 ? paths : ["./..."],
    elsewhere: new Map(
      [...rules].flatMap(([name, rule]) =>
        rule === undefined || rule.kind === "dir" ? [] : [[name, rule.kind] as const],
      ),
    ),
    notes,
  };
}

/** `./api/...;./internal/...`, or `"{./api/..., ./internal/...}"`. */
function pathsOf(text: string): readonly string[] {
  const bare = unquoted(text);
  return bare.startsWith("{") && bare.endsWith("}") ? bare.slice(1, -1).split(/\s*,\s*/) : bare.split(";");
}

/** `crd:maxDescLen=0,generateEmbeddedObjectMeta=true` */
function readGenerator(word: string): {
  readonly name: GeneratorName;
  readonly given: Readonly<Record<string, unknown>>;
  readonly said: readonly string[];
} {
  const [head = "", ...rest] = word.split(":");
  const name = generatorNames.find((known) => known === head);
  if (name === undefined) {
    throw new CommandError(
      `Cannot generate: "${word}" is neither a generator nor a rule: expected ${generatorNames.join(", ")}, paths=…, or output:…`,
    );
  }
  const given = rest.join(":");
  const read = given === "" ? [] : given.split(",").map((pair) => readOption(name, pair, word));
  return {
    name,
    given: Object.fromEntries(
      read.flatMap((option) => (option.note === undefined ? [[option.name, option.value]] : [])),
    ),
    said: read.flatMap(({ note }) => (note === undefined ? [] : [note])),
  };
}

function generatorOf(name: GeneratorName, given: Readonly<Record<string, unknown>>): Generator {
  switch (name) {
    case "rbac":
      return { name, roleName: "manager-role", ...given };
    case "schemapatch": {
      const { manifests, ...rest } = given;
      if (typeof manifests !== "string") {
        throw new CommandError(
          "Cannot generate: schemapatch needs the folder of the CRDs: write schemapatch:manifests=config/crd/bases",
        );
      }
      return { name, manifests, ...rest };
    }
    default:
      return { name, ...given };
  }
}
