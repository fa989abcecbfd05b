/** Changes package.json for the code that a command adds: packages, and generators in the list of the project. */
import { argumentsOfManifest } from "../generate/project-arguments.ts";
import { CommandError } from "../io.ts";
import { parsePackageJson } from "../project/package-json.ts";
import type { ProjectFolder } from "../scaffold/project-folder.ts";
import type { ScaffoldFile } from "../scaffold/scaffold-file.ts";
import { printPackageJson } from "../templates/json.ts";

export interface PackageJsonNeeds {
  /** `@acme/widgets@1.2.3`. An existing version is kept. */
  readonly dependencies?: readonly string[];
  /** Packages for tests. */
  readonly devDependencies?: readonly string[];
  /** A generator for the list of the project. */
  readonly generator?: string;
}

export interface PackageJsonChange {
  /** package.json, or nothing if it is complete. */
  readonly files: readonly ScaffoldFile[];
  /** Steps for the user, if the project has no list of generators. */
  readonly byHand: readonly string[];
}

/** @throws {CommandError} if something is needed and package.json is absent or not a JSON object. */
export async function changePackageJson(folder: ProjectFolder, needs: PackageJsonNeeds): Promise<PackageJsonChange> {
  const { dependencies = [], devDependencies = [], generator } = needs;
  const packages = [...dependencies, ...devDependencies];
  if (packages.length === 0 && generator === undefined) return { files: [], byHand: [] };
  const text = await folder.read("package.json");
  if (text === undefined) {
    throw new CommandError(
      `Cannot add "${[...packages, ...(generator === undefined ? [] : [generator])].join('", "')}": package.json does not exist`,
    );
  }
  const manifest = parsePackageJson(text, "package.json");
  const words = argumentsOfManifest(manifest);
  const changed = generator === undefined || words === undefined ? undefined : withGenerator(words, generator);
  const has = ["dependencies", "devDependencies"].flatMap((field) => Object.keys(fieldsOf(manifest[field])));
  const changes = {
    ...missing(manifest, "dependencies", dependencies, Object.keys(fieldsOf(manifest["dependencies"]))),
    ...missing(manifest, "devDependencies", devDependencies, has),
    ...(changed !== undefined &&
      changed !== words && { kubewright: { ...fieldsOf(manifest["kubewright"]), generate: changed } }),
  };
  const content = printPackageJson({ ...manifest, ...changes });
  return {
    files: Object.keys(changes).length === 0 ? [] : [{ path: "package.json", content, ifExists: "replace" }],
    byHand:
      generator === undefined || words !== undefined
        ? []
        : [`add "${generator}" to the generators of the project: package.json has no list "kubewright.generate"`],
  };
}

/** The list with the generator, added if it is missing. */
function withGenerator(words: readonly string[], generator: string): readonly string[] {
  return words.some((word) => word.split(":", 1)[0] === generator) ? words : [...words, generator];
}

function missing(
  manifest: Fields,
  field: string,
  packages: readonly string[],
  has: readonly string[],
): Readonly<Record<string, unknown>> {
  const wanted = packages.map(partsOf).filter(([name]) => !has.includes(name));
  // In npm's order, so that npm install changes nothing.
  const all = [...Object.entries(fieldsOf(manifest[field])), ...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return wanted.length === 0 ? {} : { [field]: Object.fromEntries(all) };
}

/** Splits `@acme/widgets@1.2.3`. Default: any version. */
function partsOf(text: string): readonly [name: string, version: string] {
  const at = text.indexOf("@", 1);
  return at === -1 ? [text, "*"] : [text.slice(0, at), text.slice(at + 1)];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
