/**
 * Source in, artifacts out. The order is always the same: find the files, open the compiler on those that carry markers, read
 * what describes folders, find the kinds, then let each generator make its files. Nothing is written here.
 */
import type { Artifact } from "./artifacts/artifact.ts";
import { headerText } from "./artifacts/header.ts";
import type { FileHost } from "./files/file-host.ts";
import { createKindSchemas } from "./crd/kind-schemas.ts";
import { findSources } from "./files/find-sources.ts";
import { joinPath } from "./files/join-path.ts";
import type { Generator } from "./generators.ts";
import { createCommentReader } from "./kinds/comment-reader.ts";
import { findKinds } from "./kinds/find-kinds.ts";
import { readPackageMarkers } from "./kinds/package-markers.ts";
import { createMarkerParser } from "./markers/parse-marker.ts";
import { markerTable } from "./markers/table.ts";
import { createProblemLog, GenerateError } from "./problem.ts";
import type { Problem, ProblemLog } from "./problem.ts";
import { runGenerator } from "./run-generator.ts";
import type { GeneratorContext } from "./run-generator.ts";
import type { SourceFiles, SourceModule } from "./source/type-reader.ts";
import { createTypeScriptReader } from "./source/typescript-reader.ts";

/** What to generate from what. */
export interface GenerateOptions {
  /** The files to read: the disk, or anything that looks like it. */
  readonly host: FileHost;
  /** The folder of the project, absolute. Artifacts lie in it. */
  readonly root: string;
  /** Which sources to read, in Go's notation: `./...`, `./api/...`. Default: `["./..."]`. */
  readonly paths?: readonly string[];
  readonly generators: readonly Generator[];
  /** Told of what is allowed but unwise, such as a rule that lets a program read every Secret. Default: not told. */
  readonly warn?: (warning: Problem) => void;
}

/** A generated file, and what made it. */
export interface GeneratedArtifact extends Artifact {
  readonly generator: Generator["name"];
}

/**
 * Generates. The same sources give the same artifacts, byte by byte, in the same order (by path).
 *
 * @throws {@link GenerateError} when the sources are wrong; it names every place.
 * @throws {@link InputError} when a path, a folder of manifests or a header names nothing.
 */
export function generate(options: GenerateOptions): readonly GeneratedArtifact[] {
  using session = openGenerateSession(options);
  return session.generate();
}

/** A generation that can be repeated as the sources change. Owns a compiler process. */
export interface GenerateSession extends Disposable {
  /**
   * Generates from the sources as they are now, as {@link generate} does. After the first time it costs what has changed: kinds
   * whose files are as they were, with all that these import, are not read again. What lies in `node_modules` is taken to stay as it is.
   */
  generate(): readonly GeneratedArtifact[];
}

/** Opens a session for sources that change, as `--watch` has them. Nothing is read yet. */
export function openGenerateSession(options: GenerateOptions): GenerateSession {
  const { host, generators, warn } = options;
  const root = joinPath(options.root, ".");
  const reader = createTypeScriptReader(host, root);
  return {
    generate() {
      const log = createProblemLog();
      const { files, diagnostics } = reader.read(sourceFilesOf(options, root));
      // What the compiler refuses it cannot answer for: further complaints would be echoes.
      if (diagnostics.length > 0) throw new GenerateError(diagnostics, root);
      const context = { ...readModules(files, log), host, root, log, ...(warn !== undefined && { warn }) };
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
    .filter(({ text }) => hasMarkers(text))
    .map(({ file }) => file)
    .filter((file) => !typed.includes(file));
  return { typed, commented };
}

/** A quick look, before the compiler is asked: most files of a project carry no marker at all. */
function hasMarkers(text: string): boolean {
  return /[@+](?:kubebuilder:|k8s:|groupName\b|versionName\b)/.test(text);
}

function readModules(
  modules: readonly SourceModule[],
  log: ProblemLog,
): Pick<GeneratorContext, "kinds" | "packageMarkers" | "read" | "schemaOf"> {
  const parser = createMarkerParser(markerTable);
  const read = createCommentReader(parser, log);
  const packageMarkers = readPackageMarkers(modules, parser, markerTable, log);
  const kinds = findKinds({ modules, packageMarkers, read, log });
  return { packageMarkers, read, kinds, schemaOf: createKindSchemas({ read, log }) };
}
