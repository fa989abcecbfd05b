/** What a command's code needs of package.json: packages, which npm installs with the others, and generators in the script that runs them. */
import { CommandError } from "../io.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { printJson } from "../templates/json.ts";

export interface PackageJsonNeeds {
  /** `@acme/widgets@1.2.3`. A version that is there already stays. */
  readonly dependencies?: readonly string[];
  /** Those that tests alone need. */
  readonly devDependencies?: readonly string[];
  /** A generator for the script `generate`. */
  readonly generator?: string;
}

export interface PackageJsonChange {
  /** package.json, or nothing when it has everything. */
  readonly files: readonly ScaffoldFile[];
  /** What is left to the user, whose script is not one that names generators alone. */
  readonly byHand: readonly string[];
}

/** @throws {CommandError} when something is needed, and there is no package.json. */
export async function changePackageJson(folder: ProjectFolder, needs: PackageJsonNeeds): Promise<PackageJsonChange> {
  const { dependencies = [], devDependencies = [], generator } = needs;
  const packages = [...dependencies, ...devDependencies];
  if (packages.length === 0 && generator === undefined) return { files: [], byHand: [] };
  const text = await folder.read("package.json");
  if (text === undefined) {
    throw new CommandError(
      `Cannot add "${[...packages, ...(generator === undefined ? [] : [generator])].join('", "')}": there is no package.json`,
    );
  }
  const manifest = fieldsOf(JSON.parse(text));
  const scripts = fieldsOf(manifest["scripts"]);
  const script = generator === undefined ? undefined : withGenerator(scripts["generate"], generator);
  const has = ["dependencies", "devDependencies"].flatMap((field) => Object.keys(fieldsOf(manifest[field])));
  const changes = {
    ...missing(manifest, "dependencies", dependencies, Object.keys(fieldsOf(manifest["dependencies"]))),
    ...missing(manifest, "devDependencies", devDependencies, has),
    ...(script !== undefined && script !== scripts["generate"] && { scripts: { ...scripts, generate: script } }),
  };
  const content = printJson({ ...manifest, ...changes });
  return {
    files: Object.keys(changes).length === 0 ? [] : [{ path: "package.json", content, ifExists: "replace" }],
    byHand:
      generator === undefined || script !== undefined
        ? []
        : [`put "${generator}" among the words of kubewright generate, which your script "generate" runs`],
  };
}

/** Undefined when the script is the user's own, whose words are not ours to guess. */
function withGenerator(script: unknown, generator: string): string | undefined {
  const [, words] = /^kubewright generate((?: [a-z]+)+)$/.exec(typeof script === "string" ? script : "") ?? [];
  if (words === undefined) return undefined;
  return words.split(" ").includes(generator)
    ? `kubewright generate${words}`
    : `kubewright generate${words} ${generator}`;
}

function missing(
  manifest: Fields,
  field: string,
  packages: readonly string[],
  has: readonly string[],
): Readonly<Record<string, unknown>> {
  const wanted = packages.map(partsOf).filter(([name]) => !has.includes(name));
  // In npm's order, so that it changes nothing when it installs them.
  const all = [...Object.entries(fieldsOf(manifest[field])), ...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return wanted.length === 0 ? {} : { [field]: Object.fromEntries(all) };
}

/** `@acme/widgets@1.2.3`; without a version, whichever npm finds is as good as another. */
function partsOf(text: string): readonly [name: string, version: string] {
  const at = text.indexOf("@", 1);
  return at === -1 ? [text, "*"] : [text.slice(0, at), text.slice(at + 1)];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
