// Libraries that a package requires on first use, resolved from the folder of the package. In the bundle they are chunks beside the others.
import type { Plugin } from "rolldown";

const libraries = ["asn1js", "re2js", "yaml"];
const prefix = "lazy:";

/** Further entries of a bundle: a chunk for each library. */
export const lazyLibraries: Readonly<Record<string, string>> = Object.fromEntries(
  libraries.map((name) => [name, prefix + name]),
);

/**
 * Lets `createRequire(…)("yaml")` load the chunk of the library.
 *
 * The build fails if a library is not required: then the call has changed, and the bundle would look for the library in the user's project.
 */
export function lazyRequires(): Plugin {
  const missing = new Set(libraries);
  return {
    name: "lazy-requires",
    resolveId: (id) => (id.startsWith(prefix) ? id : undefined),
    // `require` of an ES module returns its export of this name: https://nodejs.org/api/modules.html#loading-ecmascript-modules-using-require
    load: (id) =>
      id.startsWith(prefix)
        ? `import * as library from "${id.slice(prefix.length)}";\nexport { library as "module.exports" };`
        : undefined,
    transform(code) {
      if (!code.includes("createRequire(")) return undefined;
      return code.replaceAll(
        /createRequire\((?:manifest|import\.meta\.url)\)\("([\w-]+)"\)/gu,
        (found, name: string) => {
          if (!libraries.includes(name)) return found;
          missing.delete(name);
          return `createRequire(import.meta.url)("./${name}.js")`;
        },
      );
    },
    buildEnd() {
      if (missing.size > 0) this.error(`Cannot bundle ${[...missing].join(", ")}: no package requires it lazily`);
    },
  };
}
