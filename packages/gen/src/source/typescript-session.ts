/**
 * A compiler process with two projects over the same sources: one with types, for the files of the API, and one that only
 * parses, for the files that merely carry markers (a controller with its RBAC lines), so that what those import is not
 * loaded. Both are configurations that exist in memory alone.
 */
import { API } from "typescript/unstable/sync";
import type { Project, Snapshot } from "typescript/unstable/sync";
import type { FileSystem } from "typescript/unstable/fs";

import type { FileHost } from "../files/file-host.ts";
import { directoryOf } from "../files/join-path.ts";
import type { TypeReaderOptions } from "./type-reader.ts";

export interface TypeScriptSession extends Disposable {
  /** The project with types; absent when no file was asked for with types. */
  readonly typed: Project | undefined;
  /** The project that only parses; absent when no file was asked for like that. */
  readonly parsed: Project | undefined;
}

export function openTypeScript(host: FileHost, options: TypeReaderOptions): TypeScriptSession {
  const { root, typed, commented } = options;
  const configs = new Map<string, string>();
  if (commented.length > 0) configs.set(parsedConfigPath(root), JSON.stringify(parsedConfig(commented)));
  if (typed.length === 0 && configs.size === 0)
    return { typed: undefined, parsed: undefined, [Symbol.dispose]: () => {} };

  const api = new API({ cwd: root, fs: fileSystemOf(host, root, configs) });
  try {
    if (typed.length > 0) configs.set(typedConfigPath(root), JSON.stringify(typedConfig(api, host, root, typed)));
    const snapshot = api.updateSnapshot({ openProjects: [...configs.keys()] });
    return {
      typed: projectOf(snapshot, typedConfigPath(root)),
      parsed: projectOf(snapshot, parsedConfigPath(root)),
      [Symbol.dispose]: () => api.close(),
    };
  } catch (error) {
    api.close();
    throw error;
  }
}

function projectOf(snapshot: Snapshot, config: string): Project | undefined {
  return snapshot.getProjects().find((project) => project.configFileName === config);
}

// The names lie in the root, so that relative paths and the nearest package.json mean the same as for the user's own.
const typedConfigPath = (root: string): string => `${root}/tsconfig.kubewright-types.json`;
const parsedConfigPath = (root: string): string => `${root}/tsconfig.kubewright-comments.json`;

/**
 * The user's configuration decides how modules are found (`paths`, `customConditions`); the checks that types depend on
 * are ours, so that one source gives one schema everywhere.
 */
function typedConfig(api: API, host: FileHost, root: string, files: readonly string[]): object {
  const base = nearestConfig(host, root);
  const given: unknown = base === undefined ? undefined : api.parseConfigFile(base).options["customConditions"];
  const conditions: readonly unknown[] = Array.isArray(given) ? given : [];
  return {
    ...(base === undefined ? {} : { extends: base }),
    compilerOptions: {
      ...(base === undefined ? { module: "nodenext", target: "es2024" } : {}),
      // The libraries of a workspace are read from their sources, so nothing needs to be built before the first generation.
      customConditions: [...conditions, "source"],
      lib: ["es2022"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      rootDir: null, // Where output would go is no concern of ours: sources may lie, and lead, anywhere.
      composite: false,
      incremental: false,
      skipLibCheck: true,
      // Rules about style are the business of the user's own check.
      erasableSyntaxOnly: false,
      verbatimModuleSyntax: false,
      isolatedModules: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      isolatedDeclarations: false,
    },
    files,
    include: [],
    references: [],
  };
}

function parsedConfig(files: readonly string[]): object {
  return {
    compilerOptions: { noLib: true, noResolve: true, types: [], noEmit: true, module: "esnext" },
    files,
    include: [],
  };
}

function nearestConfig(host: FileHost, root: string): string | undefined {
  for (let directory = root; directory !== ""; directory = directoryOf(directory)) {
    const path = `${directory}/tsconfig.json`;
    if (host.readFile(path) !== undefined) return path;
  }
  return undefined;
}

/** Below the root the host answers; everything else (the compiler's own library, installed packages) is on the disk. */
function fileSystemOf(host: FileHost, root: string, configs: ReadonlyMap<string, string>): FileSystem {
  const isOurs = (path: string): boolean => path.startsWith(`${root}/`) && !path.includes("/node_modules/");
  const read = (path: string): string | undefined =>
    configs.get(path) ?? (isOurs(path) ? host.readFile(path) : undefined);
  return {
    readFile: read,
    // Only a "yes" is ours to give: a "no" falls through to the disk, which knows of links that the host does not follow.
    fileExists: (path) => (configs.has(path) || (isOurs(path) && host.readFile(path) !== undefined) ? true : undefined),
    directoryExists: (path) => (isOurs(path) && host.readDirectory(path) !== undefined ? true : undefined),
  };
}
