/** Flags for common arguments of controller-gen. They are converted to such arguments. */
import { CommandError } from "../io.ts";
import { takesOption } from "./generator-options.ts";
import type { GeneratorName } from "./generator-options.ts";
import { defaultGenerators } from "./parse-arguments.ts";

export interface PlainFlags {
  /** The sources to read: `./api/...`. */
  readonly paths?: readonly string[];
  /** The folder for manifests, clients and documents. */
  readonly output?: string;
  /** Print instead of writing. */
  readonly stdout?: boolean;
  readonly rbacRoleName?: string;
  readonly headerFile?: string;
  readonly year?: string;
}

/**
 * Adds the flags to the arguments.
 *
 * @throws {CommandError} for a flag that contradicts another.
 */
export function withPlainFlags(words: readonly string[], flags: PlainFlags): readonly string[] {
  if (flags.stdout && flags.output !== undefined) {
    throw new CommandError("Cannot generate: --stdout prints the files that --output writes: use one of them");
  }
  const named = words.filter((word) => !/^(?:paths=|output:)/.test(word));
  const generators = named.length > 0 ? named : defaultGenerators;
  const rules = words.filter((word) => !named.includes(word));
  const options: readonly (readonly [option: string, value: string | undefined, only?: GeneratorName])[] = [
    ["roleName", flags.rbacRoleName, "rbac"],
    ["headerFile", flags.headerFile],
    ["year", flags.year],
  ];
  const given = options.filter(([, value]) => value !== undefined);
  return [
    ...(named.length > 0 || given.length > 0 ? generators.map((word) => given.reduce(withOption, word)) : []),
    ...rules,
    ...(flags.paths ?? []).map((path) => `paths=${path}`),
    ...(flags.output === undefined ? [] : [`output:dir=${flags.output}`]),
    ...(flags.stdout ? ["output:stdout"] : []),
  ];
}

function withOption(
  word: string,
  [option, value, only]: readonly [option: string, value: string | undefined, only?: GeneratorName],
): string {
  const [name = ""] = word.split(":");
  if (only !== undefined ? name !== only : !takesOption(name, option)) return word;
  return `${word}${word.includes(":") ? "," : ":"}${option}=${value}`;
}
