/** Finds the library that a file belongs to, by the package.json above it. */
import type { FileHost } from "../files/file-host.ts";
import { directoryOf } from "../files/join-path.ts";

/** A file of a package: `@kubewright/api`, `core/v1`. */
export interface LibraryFile {
  readonly library: string;
  /** Below `src` or `dist`, without extension. */
  readonly module: string;
}

/** Finds the library of a file; `undefined` for a file that belongs to no package of Kubewright. */
export function createLibraryFinder(host: FileHost): (file: string) => LibraryFile | undefined {
  const packages = new Map<string, string | undefined>();
  const packageOf = (directory: string): { readonly name: string; readonly directory: string } | undefined => {
    for (let at = directory; at !== ""; at = directoryOf(at)) {
      if (!packages.has(at)) packages.set(at, packageName(host, at));
      const name = packages.get(at);
      if (name !== undefined) return { name, directory: at };
    }
    return undefined;
  };
  return (file) => {
    const found = packageOf(directoryOf(file));
    if (found === undefined || !describedLibraries.has(found.name)) return undefined;
    const module = file
      .slice(found.directory.length + 1)
      .replace(/^(?:src|dist)\//, "")
      .replace(/(?:\.d)?\.ts$/, "");
    return { library: found.name, module };
  };
}

/** The libraries whose types are looked up by name instead of read from their declarations. */
const describedLibraries: ReadonlySet<string> = new Set(["@kubewright/api", "@kubewright/apimachinery"]);

function packageName(host: FileHost, directory: string): string | undefined {
  const text = host.readFile(`${directory}/package.json`);
  if (text === undefined) return undefined;
  const value = parsed(text);
  const name = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
  // A package.json without a name only sets the module format of its folder.
  return typeof name === "string" ? name : undefined;
}

/** The content of a package.json; `undefined` if it is invalid, because it is then not a known library. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
