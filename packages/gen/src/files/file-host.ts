/**
 * The files that a generator reads. All reads use a {@link FileHost}, so that the result of a generation depends only on
 * the host: the disk in production, an object in a test.
 */

/** Files and folders by absolute path, with `/` as the separator. */
export interface FileHost {
  /** The content of a file; `undefined` if it does not exist. */
  readFile(path: string): string | undefined;
  /** The entries of a folder, sorted by name; `undefined` if it does not exist. */
  readDirectory(path: string): DirectoryEntries | undefined;
  /** Writes a file and creates the folders above it. */
  writeFile(path: string, content: string): void;
}

/** The names, without path, of the files and folders in a folder. */
export interface DirectoryEntries {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** A host that holds its files in memory. The keys of `files` are absolute paths. */
export function createMemoryFileHost(files: Readonly<Record<string, string>> = {}): FileHost & {
  /** The current files, sorted by path. */
  entries(): readonly (readonly [path: string, content: string])[];
} {
  const held = new Map(Object.entries(files));
  return {
    readFile: (path) => held.get(path),
    readDirectory(path) {
      const prefix = path.endsWith("/") ? path : `${path}/`;
      const below = [...held.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      if (below.length === 0) return undefined;
      const names = (wanted: (rest: string) => boolean): readonly string[] =>
        [...new Set(below.filter(wanted).map((rest) => rest.split("/", 1)[0] ?? rest))].toSorted();
      return { files: names((rest) => !rest.includes("/")), directories: names((rest) => rest.includes("/")) };
    },
    writeFile: (path, content) => void held.set(path, content),
    entries: () => [...held].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  };
}
