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

/** A session. The first load that has files starts the compiler. */
export class TypeScriptSession implements Disposable {
  readonly #host: FileHost;
  readonly #root: string;
  readonly #configs = new Map<string, string>();
  /** The content that the compiler has read, by path. */
  readonly #read = new Map<string, string>();
  #api: API | undefined;
  #latest: Snapshot | undefined;
  #listed = "";

  /** `root` is absolute. */
  constructor(host: FileHost, root: string) {
    this.#host = host;
    this.#root = root;
  }

  /** Loads the current content of these files and of their imports. */
  load(files: SourceFiles): LoadedSources {
    if (files.typed.length + files.commented.length === 0)
      return { typed: undefined, parsed: undefined, snapshot: undefined, changed: undefined };
    const { changed, deleted } = this.#changesSince();
    const listed = JSON.stringify(files);
    const isNew = listed !== this.#listed || deleted.length > 0 || changed.some((path) => path.endsWith(".json"));
    this.#listed = listed;
    if (this.#api === undefined || this.#latest === undefined || isNew) {
      // Another set of files is another program: a new process releases the memory of the old one.
      this.#api?.close();
      this.#read.clear();
      this.#api = startCompiler({ cwd: this.#root, fs: this.#fileSystem() });
      this.#configure(this.#api, files);
      this.#latest = this.#api.updateSnapshot({ openProjects: [...this.#configs.keys()] });
    } else if (changed.length > 0) {
      this.#latest = this.#api.updateSnapshot({ fileChanges: { changed } });
    }
    return {
      typed: projectOf(this.#latest, typedConfigPath(this.#root)),
      parsed: projectOf(this.#latest, parsedConfigPath(this.#root)),
      snapshot: this.#latest,
      changed: isNew ? undefined : new Set(changed),
    };
  }

  #changesSince(): { readonly changed: string[]; readonly deleted: string[] } {
    const changed: string[] = [];
    const deleted: string[] = [];
    for (const [path, before] of this.#read) {
      const now = this.#host.readFile(path);
      if (now === before) continue;
      (now === undefined ? deleted : changed).push(path);
      this.#read.delete(path); // It is recorded again when the compiler reads it again.
    }
    return { changed, deleted };
  }

  /** Writes the two configurations. */
  #configure(compiler: API, { typed, commented }: SourceFiles): void {
    const [host, root] = [this.#host, this.#root];
    this.#configs.clear();
    if (commented.length > 0) this.#configs.set(parsedConfigPath(root), JSON.stringify(parsedConfig(commented)));
    if (typed.length > 0)
      this.#configs.set(typedConfigPath(root), JSON.stringify(typedConfig(compiler, host, root, typed)));
  }

  /** Reads files of the project from the host, and records them. All other files (standard library, packages) are on the disk. */
  #fileSystem(): FileSystem {
    const [host, configs] = [this.#host, this.#configs];
    const isOurs = (path: string): boolean => isProjectFile(this.#root, path);
    return {
      readFile: (path) => {
        const config = configs.get(path);
        if (config !== undefined || !isOurs(path)) return config;
        const text = host.readFile(path);
        if (text !== undefined) this.#read.set(path, text);
        return text;
      },
      // `false` is never returned: the compiler then looks on the disk, where it follows links, which the host does not.
      fileExists: (path) =>
        configs.has(path) || (isOurs(path) && host.readFile(path) !== undefined) ? true : undefined,
      directoryExists: (path) => (isOurs(path) && host.readDirectory(path) !== undefined ? true : undefined),
    };
  }

  [Symbol.dispose](): void {
    try {
      this.#api?.close();
    } catch {
      // The compiler has ended first, for example by Ctrl-C in a terminal, which reaches it, too.
    }
  }
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
