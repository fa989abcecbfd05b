/**
 * Finds the files of a `paths` argument, in the notation of Go and controller-gen: `./...` is all files below the root,
 * `./api/...` all files below `api`, `./api/v1beta1` the files of one folder, `./api/v1beta1/my-job.ts` one file.
 */
import { InputError } from "../problem.ts";
import type { FileHost } from "./file-host.ts";
import { joinPath, nameOf } from "./join-path.ts";

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
  if (host.readDirectory(path) === undefined && host.readFile(path) !== undefined) return [path];
  return filesIn(host, path, recursive, (folder) => host.readFile(`${folder}/package.json`) === undefined);
}

function filesIn(
  host: FileHost,
  folder: string,
  recursive: boolean,
  isWanted: (folder: string) => boolean,
): readonly string[] {
  const { files = [], directories = [] } = host.readDirectory(folder) ?? {};
  const searched = directories.filter(isSearched).map((name) => `${folder}/${name}`);
  const below = recursive ? searched.filter(isWanted).flatMap((each) => filesIn(host, each, true, isWanted)) : [];
  return [...files.map((name) => `${folder}/${name}`), ...below];
}

function sourcesOf(host: FileHost, root: string, pattern: string): readonly string[] {
  const { path, recursive } = parsePattern(root, pattern);
  if (isSource(path) && host.readFile(path) !== undefined) return [path];
  return filesIn(host, path, recursive, () => true).filter(isSource);
}

function namesSomething(host: FileHost, root: string, pattern: string): boolean {
  const { path, recursive } = parsePattern(root, pattern);
  return host.readDirectory(path) !== undefined || (!recursive && host.readFile(path) !== undefined);
}

function parsePattern(root: string, pattern: string): { readonly path: string; readonly recursive: boolean } {
  const recursive = pattern === "..." || pattern.endsWith("/...");
  return { path: joinPath(root, recursive ? pattern.slice(0, -"...".length) : pattern), recursive };
}

function isSource(path: string): boolean {
  const name = nameOf(path);
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
