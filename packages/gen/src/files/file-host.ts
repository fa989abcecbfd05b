/**
 * The files a generator sees. All reading goes through a {@link FileHost}, so a generation is a function of what the host
 * holds: the disk in production, a few strings in a test.
 */

/** Files and folders, by absolute path with `/` between the parts. */
export interface FileHost {
  /** The text of a file, or `undefined` when there is none. */
  readFile(path: string): string | undefined;
  /** What a folder holds, sorted by name; `undefined` when there is no such folder. */
  readDirectory(path: string): DirectoryEntries | undefined;
  /** Writes a file and makes the folders above it. */
  writeFile(path: string, content: string): void;
}

/** The names, without path, of the files and of the folders in a folder. */
export interface DirectoryEntries {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** A host that holds its files in memory. Keys of `files` are absolute paths. */
export function createMemoryFileHost(files: Readonly<Record<string, string>> = {}): FileHost & {
  /** What it holds now, sorted by path. */
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
