/**
 * Finds the files of a `paths` argument, in the notation of Go and controller-gen: `./...` is all files below the root,
 * `./api/...` all files below `api`, `./api/v1beta1` the files of one folder, `./api/v1beta1/my-job.ts` one file.
 */
import { InputError } from "../problem.ts";
import type { FileHost } from "./file-host.ts";
import { joinPath } from "./join-path.ts";

/**
 * The TypeScript sources that `patterns` match below `root`, as sorted absolute paths. Generated files, declarations, tests,
 * `testdata`, `dist`, `node_modules` and hidden folders are left out.
 *
 * @throws {@link InputError} when a pattern matches nothing, because a mistyped path would otherwise empty the output.
 */
export function findSources(host: FileHost, root: string, patterns: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const before = found.size;
    for (const file of sourcesOf(host, root, pattern)) found.add(file);
    if (found.size === before && !namesSomething(host, root, pattern)) {
      throw new InputError(
        `Cannot find sources: paths has "${pattern}", which does not exist in "${root}": expected an existing file or folder, such as ./api/...`,
      );
    }
  }
  return [...found].toSorted();
}

/** All files that a pattern matches, as absolute paths. Folders are searched as for sources, except folders of other packages. */
export function filesOfPattern(host: FileHost, root: string, pattern: string): readonly string[] {
  const { path, recursive } = parsePattern(root, pattern);
  return host.readDirectory(path) === undefined && host.readFile(path) !== undefined
    ? [path]
    : filesIn(host, path, recursive);
}

function filesIn(host: FileHost, directory: string, recursive: boolean): readonly string[] {
  const { files = [], directories = [] } = host.readDirectory(directory) ?? {};
  const isPackage = (name: string): boolean => host.readFile(`${directory}/${name}/package.json`) !== undefined;
  const searched = recursive ? directories.filter((name) => isSearched(name) && !isPackage(name)) : [];
  return [
    ...files.map((name) => `${directory}/${name}`),
    ...searched.flatMap((name) => filesIn(host, `${directory}/${name}`, true)),
  ];
}

function sourcesOf(host: FileHost, root: string, pattern: string): readonly string[] {
  const { path, recursive } = parsePattern(root, pattern);
  if (isSource(path) && host.readFile(path) !== undefined) return [path];
  return sourcesIn(host, path, recursive);
}

function namesSomething(host: FileHost, root: string, pattern: string): boolean {
  const { path, recursive } = parsePattern(root, pattern);
  return host.readDirectory(path) !== undefined || (!recursive && host.readFile(path) !== undefined);
}

function parsePattern(root: string, pattern: string): { readonly path: string; readonly recursive: boolean } {
  const recursive = pattern === "..." || pattern.endsWith("/...");
  return { path: joinPath(root, recursive ? pattern.slice(0, -"...".length) : pattern), recursive };
}

function sourcesIn(host: FileHost, directory: string, recursive: boolean): readonly string[] {
  const entries = host.readDirectory(directory);
  if (entries === undefined) return [];
  const here = entries.files.filter(isSource).map((name) => `${directory}/${name}`);
  if (!recursive) return here;
  const below = entries.directories.filter(isSearched).flatMap((name) => sourcesIn(host, `${directory}/${name}`, true));
  return [...here, ...below];
}

function isSource(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    /\.m?ts$/.test(name) &&
    !/\.d\.m?ts$/.test(name) &&
    !/\.(test|spec)\.m?ts$/.test(name) &&
    !name.startsWith("zz_generated.")
  );
}

function isSearched(name: string): boolean {
  return !name.startsWith(".") && !notSearched.has(name);
}

const notSearched: ReadonlySet<string> = new Set(["node_modules", "dist", "testdata"]);
