// The rules of importing, as functions from files to problems, so that they can be tested on small examples.
import { posix } from "node:path";
import { importsOf } from "../source/scan.ts";
import type { SourceFile, Workspace } from "../source/workspace.ts";
import { ruleFor } from "./package-table.ts";
import type { Problem } from "./problems.ts";

/** Where an import stands. */
interface Site {
  readonly file: SourceFile;
  readonly at: string;
  readonly specifier: string;
}

/** Every import of `files`. */
export function sitesOf(files: readonly SourceFile[]): readonly Site[] {
  return files.flatMap((file) =>
    importsOf(file.text).map(({ specifier, line }) => ({ file, at: `${file.path}:${line}`, specifier })),
  );
}

/** A published program in plain JavaScript, whose imports are not read. */
function isProgram({ private: isPrivate, exports }: Workspace["manifest"]): boolean {
  return isPrivate !== true && exports === undefined;
}

/** A package imports only the packages that its row of the table lists. Its tests may import any of them. */
export function packageProblems(sites: readonly Site[], workspaces: readonly Workspace[]): readonly Problem[] {
  return sites.flatMap(({ file, at, specifier }) => {
    const owner = ownerOf(file.path, workspaces);
    const target = workspaces.find(({ manifest }) => manifest.name === packageNameOf(specifier));
    if (owner === undefined || target === undefined || owner === target || isTest(file.path)) return [];
    const rule = owner.folder.startsWith("packages/") ? ruleFor(posix.basename(owner.folder)) : undefined;
    if (rule === undefined || rule.mayImport.includes(posix.basename(target.folder))) return [];
    const allowed = rule.mayImport.length === 0 ? "no other package" : rule.mayImport.join(", ");
    return [
      {
        at,
        message: `${rule.name} may import ${allowed}, not ${posix.basename(target.folder)}. ${rule.because} Declare an interface for what you need and let the package above pass it in`,
      },
    ];
  });
}

/** A package is imported by the entries its package.json exports, and never by the path of a file in it. */
export function deepImportProblems(sites: readonly Site[], workspaces: readonly Workspace[]): readonly Problem[] {
  return sites.flatMap(({ file, at, specifier }): Problem[] => {
    const owner = ownerOf(file.path, workspaces);
    if (specifier.startsWith(".")) {
      const target = posix.join(posix.dirname(file.path), specifier);
      if (owner === undefined || target.startsWith(`${owner.folder}/`) || !target.startsWith("packages/")) return [];
      return [{ at, message: `"${specifier}" leaves the package: import the other one by its name` }];
    }
    const name = packageNameOf(specifier);
    const target = workspaces.find(({ manifest }) => manifest.name === name);
    const subpath = `.${specifier.slice(name.length)}`;
    if (target === undefined || isExported(target, subpath)) return [];
    return [
      {
        at,
        message: `"${subpath}" is not an entry of ${name}: import from "${name}", and add the name to its index.ts if it is to be public`,
      },
    ];
  });
}

/** Relative imports have the name of the file with its extension. */
export function relativeImportProblems(sites: readonly Site[]): readonly Problem[] {
  return sites
    .filter(({ specifier }) => specifier.startsWith(".") && !/\.(?:ts|json)$/u.test(specifier))
    .map(({ at, specifier }) => ({ at, message: `"${specifier}" names no file: write its ending, ".ts"` }));
}

/**
 * What a package's sources import is what its package.json lists, no more and no less. Tests are left out: what they use
 * beyond that comes from the repository's own package.json.
 */
export function dependencyProblems(sites: readonly Site[], workspaces: readonly Workspace[]): readonly Problem[] {
  return workspaces
    .filter(({ folder, manifest }) => /^(?:packages|examples)\//u.test(folder) && !isProgram(manifest))
    .flatMap((owner) => {
      const isPublished = owner.manifest.private !== true;
      const development = new Set(Object.keys(owner.manifest.devDependencies ?? {}));
      // What a published package bundles is not installed with it, and is listed in devDependencies.
      const required = new Set(Object.keys(owner.manifest.dependencies ?? {}));
      const listed = isPublished ? required.union(development) : required;
      const imported = new Set(
        sites
          .filter(
            ({ file, specifier }) =>
              ownerOf(file.path, workspaces) === owner && !isTest(file.path) && isForeign(specifier),
          )
          .map(({ specifier }) => packageNameOf(specifier))
          .filter((name) => name !== owner.manifest.name),
      );
      const at = `${owner.folder}/package.json`;
      // A package that is not published may list the packages of its tests in devDependencies.
      const installed = required.union(development);
      return [
        ...Array.from(imported.difference(installed), (name) => ({
          at,
          message: `"${name}" is imported and not listed: add it to dependencies, with the exact version`,
        })),
        ...Array.from(listed.difference(imported), (name) => ({
          at,
          message: `"${name}" is listed and never imported: take it out of dependencies`,
        })),
      ];
    });
}

/** The table has a row for each package, and each row that is not planned has its package. */
export function tableProblems(
  rows: readonly { readonly name: string; readonly planned?: true }[],
  packages: readonly Workspace[],
): readonly Problem[] {
  const folders = new Set(packages.map(({ folder }) => posix.basename(folder)));
  const names = new Set(rows.map(({ name }) => name));
  const at = "tools/checks/package-table.ts";
  return [
    ...Array.from(folders.difference(names), (name) => ({
      at,
      message: `packages/${name} has no row: add what it is for, whom it may import and why, and a page in docs/decisions`,
    })),
    ...rows
      .filter(({ name, planned }) => planned !== true && !folders.has(name))
      .map(({ name }) => ({ at, message: `the row "${name}" has no packages/${name}: remove it` })),
    ...rows
      .filter(({ name, planned }) => planned === true && folders.has(name))
      .map(({ name }) => ({ at, message: `packages/${name} is there: take "planned" out of its row` })),
  ];
}

/** The package that a specifier names: "@scope/name" or "name", without what follows. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function isForeign(specifier: string): boolean {
  return !specifier.startsWith(".") && !specifier.startsWith("node:");
}

function isTest(path: string): boolean {
  return /\.test\.ts$|\/testing\//u.test(path);
}

function ownerOf(path: string, workspaces: readonly Workspace[]): Workspace | undefined {
  return workspaces.find(({ folder }) => path.startsWith(`${folder}/`));
}

function isExported({ manifest }: Workspace, subpath: string): boolean {
  return Object.keys(manifest.exports ?? {}).some((entry) => {
    const [before = "", after] = entry.split("*");
    return after === undefined ? entry === subpath : subpath.startsWith(before) && subpath.endsWith(after);
  });
}
