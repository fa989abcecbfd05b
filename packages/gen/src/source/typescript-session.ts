/**
 * A compiler process with two projects over the same sources. One has types, for the files of the API. The other only parses, for files
 * that only have markers (a controller with RBAC markers), so that their imports are not loaded. Both configurations exist only in memory.
 *
 * The process is kept between two loads, and receives the changed files. It reads all files through the session, so the session compares
 * with what the compiler has read.
 */
import type { API, Project, Snapshot } from "typescript/unstable/sync";
import type { FileSystem } from "typescript/unstable/fs";

import type { FileHost } from "../files/file-host.ts";
import { directoryOf } from "../files/join-path.ts";
import { startCompiler } from "./start-compiler.ts";
import type { SourceFiles } from "./type-reader.ts";

export interface TypeScriptSession extends Disposable {
  /** Loads the current content of these files and of their imports. */
  load(files: SourceFiles): LoadedSources;
}

export interface LoadedSources {
  /** The project with types; absent if no files with types were requested. */
  readonly typed: Project | undefined;
  /** The project that only parses; absent if no such files were requested. */
  readonly parsed: Project | undefined;
  /** The snapshot of both projects. The caller disposes it. */
  readonly snapshot: Disposable | undefined;
  /** The files that have changed since the previous load; `undefined` if all earlier results are invalid. */
  readonly changed: ReadonlySet<string> | undefined;
}

/** Opens a session. The first load that has files starts the compiler. `root` is absolute. */
export function openTypeScript(host: FileHost, root: string): TypeScriptSession {
  const configs = new Map<string, string>();
  const read = new Map<string, string>();
  let api: API | undefined;
  let latest: Snapshot | undefined;
  let listed = "";

  function changesSince(): { readonly changed: string[]; readonly deleted: string[] } {
    const changed: string[] = [];
    const deleted: string[] = [];
    for (const [path, before] of read) {
      const now = host.readFile(path);
      if (now === before) continue;
      if (now === undefined) deleted.push(path);
      else changed.push(path);
      read.delete(path); // It is recorded again when the compiler reads it again.
    }
    return { changed, deleted };
  }

  /** Writes the two configurations. */
  function configure(compiler: API, { typed, commented }: SourceFiles): void {
    configs.clear();
    if (commented.length > 0) configs.set(parsedConfigPath(root), JSON.stringify(parsedConfig(commented)));
    if (typed.length > 0) configs.set(typedConfigPath(root), JSON.stringify(typedConfig(compiler, host, root, typed)));
  }

  return {
    load(files) {
      if (files.typed.length + files.commented.length === 0)
        return { typed: undefined, parsed: undefined, snapshot: undefined, changed: undefined };
      const { changed, deleted } = changesSince();
      const asked = JSON.stringify(files);
      const isNew = asked !== listed || deleted.length > 0 || changed.some((path) => path.endsWith(".json"));
      if (api === undefined || latest === undefined || isNew) {
        // Another set of files is another program: a new process releases the memory of the old one.
        api?.close();
        read.clear();
        api = startCompiler({ cwd: root, fs: fileSystemOf(host, root, configs, read) });
        configure(api, files);
        latest = api.updateSnapshot({ openProjects: [...configs.keys()] });
      } else if (changed.length > 0) {
        latest = api.updateSnapshot({ fileChanges: { changed } });
      }
      listed = asked;
      return {
        typed: projectOf(latest, typedConfigPath(root)),
        parsed: projectOf(latest, parsedConfigPath(root)),
        snapshot: latest,
        changed: isNew ? undefined : new Set(changed),
      };
    },
    [Symbol.dispose]() {
      try {
        api?.close();
      } catch {
        // The compiler has ended first, for example by Ctrl-C in a terminal, which reaches it, too.
      }
    },
  };
}

function projectOf(snapshot: Snapshot, config: string): Project | undefined {
  return snapshot.getProjects().find((project) => project.configFileName === config);
}

// The configurations are in the root, so that relative paths and the nearest package.json are the same as in the project's own.
const typedConfigPath = (root: string): string => `${root}/tsconfig.kubewright-types.json`;
const parsedConfigPath = (root: string): string => `${root}/tsconfig.kubewright-comments.json`;

/**
 * The configuration of the project sets the resolution of modules (`paths`, `customConditions`). The options that affect types are fixed,
 * so that the same source gives the same schema in every project.
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
      rootDir: null, // There is no output, so sources may be in any folder.
      composite: false,
      incremental: false,
      skipLibCheck: true,
      // The project checks its own style rules.
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

/** Whether a file belongs to the project: below its root, and not in node_modules. Only these files are checked for changes. */
export function isProjectFile(root: string, path: string): boolean {
  return path.startsWith(`${root}/`) && !path.includes("/node_modules/");
}

/** Reads files of the project from the host, and records them in `seen`. All other files (standard library, packages) are on the disk. */
function fileSystemOf(
  host: FileHost,
  root: string,
  configs: ReadonlyMap<string, string>,
  seen: Map<string, string>,
): FileSystem {
  const isOurs = (path: string): boolean => isProjectFile(root, path);
  const read = (path: string): string | undefined => {
    const config = configs.get(path);
    if (config !== undefined || !isOurs(path)) return config;
    const text = host.readFile(path);
    if (text !== undefined) seen.set(path, text);
    return text;
  };
  return {
    readFile: read,
    // `false` is never returned: the compiler then looks on the disk, where it follows links, which the host does not.
    fileExists: (path) => (configs.has(path) || (isOurs(path) && host.readFile(path) !== undefined) ? true : undefined),
    directoryExists: (path) => (isOurs(path) && host.readDirectory(path) !== undefined ? true : undefined),
  };
}
