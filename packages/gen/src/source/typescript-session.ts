/**
 * A compiler process with two projects over the same sources: one with types, for the files of the API, and one that only
 * parses, for the files that merely carry markers (a controller with its RBAC lines), so that what those import is not
 * loaded. Both are configurations that exist in memory alone.
 *
 * The process stays between two loads, and is told what has changed. It sees only what it read through us, so that is what we
 * compare with.
 */
import { API } from "typescript/unstable/sync";
import type { Project, Snapshot } from "typescript/unstable/sync";
import type { FileSystem } from "typescript/unstable/fs";

import type { FileHost } from "../files/file-host.ts";
import { directoryOf } from "../files/join-path.ts";
import type { SourceFiles } from "./type-reader.ts";

export interface TypeScriptSession extends Disposable {
  /** Loads these files, and what they import, as they are now. */
  load(files: SourceFiles): LoadedSources;
}

export interface LoadedSources {
  /** The project with types; absent when no file was asked for with types. */
  readonly typed: Project | undefined;
  /** The project that only parses; absent when no file was asked for like that. */
  readonly parsed: Project | undefined;
  /** What the compiler holds for both; whoever is done with the answers disposes of it. */
  readonly snapshot: Disposable | undefined;
  /** The files whose text is another than at the load before; `undefined` where nothing said before holds any more. */
  readonly changed: ReadonlySet<string> | undefined;
}

/** The compiler is started by the first load that has files. `root` is absolute. */
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
      read.delete(path); // It is noted again when the compiler reads it again.
    }
    return { changed, deleted };
  }

  /** Writes the two configurations down. */
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
        // Another set of files is another program: the compiler would keep nothing of the old one but its memory.
        api?.close();
        read.clear();
        api = new API({ cwd: root, fs: fileSystemOf(host, root, configs, read) });
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
        // The compiler has ended first: Ctrl-C in a terminal reaches it, too. Nothing of it is left to be closed.
      }
    },
  };
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

/** Whether the project owns a file: below its root, and not installed there. Of these alone a change is noticed. */
export function isProjectFile(root: string, path: string): boolean {
  return path.startsWith(`${root}/`) && !path.includes("/node_modules/");
}

/** Below the root the host answers, and `seen` notes what it said; everything else (the compiler's own library, installed packages) is on the disk. */
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
    // Only a "yes" is ours to give: a "no" falls through to the disk, which knows of links that the host does not follow.
    fileExists: (path) => (configs.has(path) || (isOurs(path) && host.readFile(path) !== undefined) ? true : undefined),
    directoryExists: (path) => (isOurs(path) && host.readDirectory(path) !== undefined ? true : undefined),
  };
}
