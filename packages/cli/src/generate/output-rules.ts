/**
 * The output of generators: `output:RULE` for all generators, `output:GENERATOR:RULE` for one. The rules are those of controller-gen:
 * `dir=FOLDER`, `none`, `stdout` and `artifacts:config=FOLDER`.
 */
import { CommandError } from "../io.ts";
import { generatorNames, unquoted } from "./generator-options.ts";
import type { GeneratorName } from "./generator-options.ts";

export type OutputRule =
  | { readonly kind: "dir"; readonly folder: string }
  /** Nothing is written: the run only checks the sources. */
  | { readonly kind: "none" }
  | { readonly kind: "stdout" };

/** A rule and its generator. Without a generator it applies to all generators that have no rule. */
export interface OutputArgument {
  readonly generator?: GeneratorName;
  readonly rule: OutputRule;
}

/** Generators of code that imports the types beside it: a rule for all generators does not move their files. */
const besideSources: ReadonlySet<GeneratorName> = new Set<GeneratorName>([
  "object",
  "applyconfiguration",
  "defaulter",
  "conversion",
  "validation",
]);

/**
 * Reads an argument that begins with `output:`.
 *
 * @throws {CommandError} that names the argument and the expected form.
 */
export function readOutput(word: string): OutputArgument {
  const rest = word.slice("output:".length);
  const generator = generatorNames.find((name) => rest.startsWith(`${name}:`));
  const rule = ruleOf(generator === undefined ? rest : rest.slice(generator.length + 1), word);
  if (generator === undefined) return { rule };
  if (rule.kind === "dir" && besideSources.has(generator)) {
    throw new CommandError(
      `Cannot generate: "${word}" moves code away from the types that it imports: expected output:${generator}:none or output:${generator}:stdout`,
    );
  }
  return { generator, rule };
}

/** The rule of a generator: its own, or the rule for all. */
export function outputOf(generator: GeneratorName, words: readonly OutputArgument[]): OutputRule | undefined {
  const own = words.findLast((word) => word.generator === generator)?.rule;
  if (own !== undefined) return own;
  const all = words.findLast((word) => word.generator === undefined)?.rule;
  return all?.kind === "dir" && besideSources.has(generator) ? undefined : all;
}

function ruleOf(text: string, word: string): OutputRule {
  if (text === "none" || text === "stdout") return { kind: text };
  const [, form, value = ""] = /^(dir|artifacts:[^=]*)=(.+)$/s.exec(text) ?? [];
  if (form === "dir") return { kind: "dir", folder: unquoted(value) };
  if (form?.startsWith("artifacts:")) {
    const { config, code, ...others } = artifactsOf(text.slice("artifacts:".length));
    if (code !== undefined) {
      throw new CommandError(
        `Cannot generate: "${word}" moves code away from the types that it imports: expected only output:artifacts:config=FOLDER`,
      );
    }
    if (config !== undefined && Object.keys(others).length === 0) return { kind: "dir", folder: config };
  }
  throw new CommandError(
    `Cannot generate: "${word}" is not an output rule: expected output:dir=FOLDER, output:none, output:stdout, output:artifacts:config=FOLDER, or one of them for a generator: output:crd:dir=FOLDER`,
  );
}

function artifactsOf(text: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), unquoted(pair.slice(equals + 1))] as const;
    }),
  );
}
