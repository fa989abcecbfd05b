/**
 * The generators of a project: the arguments of `kubewright generate` in the field `kubewright.generate` of package.json. `generate`, `dev` and `crd-diff`
 * read them here, so all of them agree on the files of the project.
 *
 *     "kubewright": { "generate": ["crd", "rbac:roleName=manager-role", "webhook", "object", "paths=./api/..."] }
 */
import { readFile } from "node:fs/promises";
import path from "node:path";

import { CommandError } from "../io.ts";
import { parsePackageJson } from "../project/package-json.ts";

/**
 * The arguments of the project in a folder; `undefined` if package.json has no list.
 *
 * @throws {CommandError} if package.json is not a JSON object, or the field is not a list of strings.
 */
export async function projectArguments(root: string): Promise<readonly string[] | undefined> {
  return argumentsOfManifest(await manifestIn(root));
}

/** The arguments in the content of a package.json. */
export function argumentsOfManifest(manifest: unknown): readonly string[] | undefined {
  const words = fieldOf(fieldOf(manifest, "kubewright"), "generate");
  if (words === undefined) return undefined;
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words;
  throw new CommandError(
    `Cannot read the generators of the project: "kubewright.generate" of package.json is ${JSON.stringify(words)}, must be a list of arguments such as ["crd", "object"]`,
  );
}

/** The names of the generators in a list that write manifests. */
export function manifestGenerators(project: readonly string[]): readonly string[] {
  return project.map(nameOf).filter((name) => manifests.has(name));
}

const manifests: ReadonlySet<string> = new Set(["crd", "rbac", "webhook", "schemapatch"]);

/**
 * Completes the arguments of a command line with those of the project. Without a generator, all generators of the project run. A generator without
 * options gets the options of the project. Paths and output rules of the project apply if the command line does not set them.
 */
export function completeArguments(given: readonly string[], project: readonly string[] = []): readonly string[] {
  const isPath = (word: string): boolean => word.startsWith("paths=");
  const isOutput = (word: string): boolean => word.startsWith("output:");
  const isGenerator = (word: string): boolean => !isPath(word) && !isOutput(word);
  const named = given.filter(isGenerator);
  const known = project.filter(isGenerator);
  const generators =
    named.length === 0 ? known : named.map((word) => known.find((own) => nameOf(own) === word) ?? word);
  const names = generators.map(nameOf);
  const applies = (output: string): boolean => {
    const [, target = ""] = output.split(":");
    return names.includes(target) || !known.some((own) => nameOf(own) === target);
  };
  return [
    ...generators,
    ...(given.some(isPath) ? given : project).filter(isPath),
    ...(given.some(isOutput) ? given.filter(isOutput) : project.filter((word) => isOutput(word) && applies(word))),
  ];
}

function nameOf(word: string): string {
  return word.split(":", 1)[0] ?? word;
}

/** The content of package.json; `undefined` if the folder has no package.json, and so is not a project. */
async function manifestIn(root: string): Promise<unknown> {
  const file = path.join(root, "package.json");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (fieldOf(error, "code") === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : parsePackageJson(text, file);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
