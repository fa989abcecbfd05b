/**
 * The steps of a generation, always in this order: find the files, load those that have markers into the compiler, read the markers
 * of folders, find the kinds, run each generator. Nothing is written here.
 */
import type { Artifact } from "./artifacts/artifact.ts";
import type { FileHost } from "./files/file-host.ts";
import { createKindSchemas } from "./crd/crd.ts";
import { createLibrarySchemas } from "./crd/library-schemas.ts";
import { findSources } from "./files/find-sources.ts";
import { joinPath } from "./files/join-path.ts";
import type { FileHeader, Generator } from "./generators.ts";
import { findKinds } from "./kinds/find-kinds.ts";
import { mayHaveMarkers, readFolders } from "./kinds/read-folders.ts";
import { createProblemLog, GenerateError, InputError } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { runGenerator } from "./run-generator.ts";
import type { SourceFiles } from "./source/type-reader.ts";
import { TypeScriptReader } from "./source/typescript-reader.ts";

/** The sources and the generators. */
export interface GenerateOptions {
  /** The file system to read from. */
  readonly host: FileHost;
  /** The absolute path of the project. All artifacts are below it. */
  readonly root: string;
  /** The sources to read, in the notation of Go: `./...`, `./api/...`. Default: `["./..."]`. */
  readonly paths?: readonly string[];
  readonly generators: readonly Generator[];
  /** Called for code that is allowed but risky, such as a rule that lets a program read every Secret. Default: no warnings. */
  readonly warn?: (warning: Problem) => void;
}

/** A generated file and its generator. */
export interface GeneratedArtifact extends Artifact {
  readonly generator: Generator["name"];
}

/**
 * Generates the files of all generators. The same sources give the same artifacts, byte by byte, sorted by path.
 *
 * @throws {@link GenerateError} when the sources have errors, with all their places.
 * @throws {@link InputError} when a path, a folder of manifests or a header file does not exist.
 */
export function generate(options: GenerateOptions): readonly GeneratedArtifact[] {
  using session = openGenerateSession(options);
  return session.generate();
}

/** A generation that can be repeated when the sources change. Owns a compiler process. */
export interface GenerateSession extends Disposable {
  /**
   * Generates from the current sources, as {@link generate} does. Repeated calls read only what has changed: kinds whose files and
   * imports are unchanged are not read again. Files in `node_modules` must not change.
   */
  generate(): readonly GeneratedArtifact[];
}

/** Opens a session for sources that change, as with `--watch`. It reads nothing before the first generation. */
export function openGenerateSession(options: GenerateOptions): GenerateSession {
  const { host, generators, warn } = options;
  const root = joinPath(options.root, ".");
  const reader = new TypeScriptReader(host, root);
  return {
    generate() {
      const log = createProblemLog();
      const { files, diagnostics } = reader.read(sourceFilesOf(options, root));
      // Sources with compiler errors would only cause further errors.
      if (diagnostics.length > 0) throw new GenerateError(diagnostics, root);
      const folders = readFolders(files, log);
      const kinds = findKinds(files, folders, log);
      const schemaOf = createKindSchemas({ libraries: createLibrarySchemas(), log });
      const context = {
        host,
        root,
        log,
        warn,
        folders: [...folders.values()].map(({ facts }) => facts),
        kinds,
        schemaOf,
      };
      const artifacts = generators.flatMap((generator) => {
        const header = headerText(host, root, generator);
        return runGenerator(generator, context).map(({ path, content }) => ({
          path,
          content: header + content,
          generator: generator.name,
        }));
      });
      if (log.problems.length > 0) throw new GenerateError(log.problems, root);
      return artifacts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    },
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

function sourceFilesOf({ host, paths, generators }: GenerateOptions, root: string): SourceFiles {
  const sources = findSources(host, root, paths ?? ["./..."]).map((file) => ({
    file,
    text: host.readFile(file) ?? "",
  }));
  const wantsTypes = generators.some(({ name }) => name !== "rbac" && name !== "webhook");
  const typed = sources
    .filter(({ text }) => wantsTypes && /@kubebuilder:object:root\b/.test(text))
    .map(({ file }) => file);
  const commented = sources
    .filter(({ text }) => mayHaveMarkers(text))
    .map(({ file }) => file)
    .filter((file) => !typed.includes(file));
  return { typed, commented };
}

/**
 * The content of the header file, with the year inserted, ending in a line feed. Empty without a header file.
 *
 * @throws {@link InputError} when the file does not exist.
 */
function headerText(host: FileHost, root: string, { headerFile, year = "" }: FileHeader): string {
  if (headerFile === undefined) return "";
  const text = host.readFile(joinPath(root, headerFile));
  if (text === undefined)
    throw new InputError(`Cannot read the header of generated files: "${headerFile}" does not exist in "${root}"`);
  return `${text.replaceAll(" YEAR", ` ${year}`).trimEnd()}\n`;
}
