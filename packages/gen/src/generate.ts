/**
 * Source in, artifacts out. The order is always the same: find the files, open the compiler on those that carry markers, read
 * what describes folders, find the kinds, then let each generator make its files. Nothing is written here.
 */
import type { Artifact } from "./artifacts/artifact.ts";
import { printYamlDocuments } from "./artifacts/yaml.ts";
import { createLibrarySchemas } from "./crd/library-schemas.ts";
import { crdOf } from "./crd/crd.ts";
import { descriptorPath, printDescriptors } from "./descriptor/descriptor.ts";
import type { FileHost } from "./files/file-host.ts";
import { findSources } from "./files/find-sources.ts";
import { directoryOf, joinPath } from "./files/join-path.ts";
import { generatorVersion } from "./generator-version.ts";
import { createCommentReader } from "./kinds/comment-reader.ts";
import type { CommentReader } from "./kinds/comment-reader.ts";
import { findKinds } from "./kinds/find-kinds.ts";
import type { KindDeclaration } from "./kinds/find-kinds.ts";
import { readPackageMarkers } from "./kinds/package-markers.ts";
import type { Marker } from "./markers/definition.ts";
import { createMarkerParser } from "./markers/parse-marker.ts";
import { all, last } from "./markers/read-markers.ts";
import { markerTable } from "./markers/table.ts";
import { createProblemLog, GenerateError } from "./problem.ts";
import type { Problem, ProblemLog } from "./problem.ts";
import { rolesOf } from "./rbac/roles.ts";
import { warningsOf } from "./rbac/warnings.ts";
import type { TypeReader } from "./source/type-reader.ts";
import { createTypeScriptReader } from "./source/typescript-reader.ts";
import { webhookConfigurationsOf } from "./webhook/configurations.ts";

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

export type Generator = CrdGenerator | RbacGenerator | ObjectGenerator | WebhookGenerator;

/** A CustomResourceDefinition for each kind: `config/crd/bases/GROUP_PLURAL.yaml`. */
export interface CrdGenerator {
  readonly name: "crd";
  /** The folder for the files, relative to the root. Default: `config/crd/bases`. */
  readonly output?: string;
  /** Descriptions are cut to so many bytes; 0 leaves them out. Default: not cut. */
  readonly maxDescLen?: number;
  /** Writes out the metadata of objects within a spec, such as a Pod template's, instead of an open object. Default: false. */
  readonly generateEmbeddedObjectMeta?: boolean;
}

/** The roles that `@kubebuilder:rbac` markers ask for: `config/rbac/role.yaml`. */
export interface RbacGenerator {
  readonly name: "rbac";
  /** The name of the role where a marker gives none. */
  readonly roleName: string;
  /** The folder for the file, relative to the root. Default: `config/rbac`. */
  readonly output?: string;
  /** Default: `role.yaml`. */
  readonly fileName?: string;
}

/** The configurations that `@kubebuilder:webhook` markers ask for: `config/webhook/manifests.yaml`. */
export interface WebhookGenerator {
  readonly name: "webhook";
  /** The folder for the file, relative to the root. Default: `config/webhook`. */
  readonly output?: string;
}

/** The descriptor of each kind, in `zz_generated.FILE.ts` beside the file that declares it. */
export interface ObjectGenerator {
  readonly name: "object";
}

/**
 * Generates. The same sources give the same artifacts, byte by byte, in the same order (by path).
 *
 * @throws {@link GenerateError} when the sources are wrong; it names every place.
 * @throws an Error when a path names nothing.
 */
export function generate(options: GenerateOptions): readonly Artifact[] {
  const log = createProblemLog();
  const { host, generators } = options;
  const root = joinPath(options.root, ".");
  const sources = findSources(host, root, options.paths ?? ["./..."]).map((file) => ({
    file,
    text: host.readFile(file) ?? "",
  }));
  const wantsTypes = generators.some(({ name }) => name === "crd" || name === "object");
  const typed = sources
    .filter(({ text }) => wantsTypes && /@kubebuilder:object:root\b/.test(text))
    .map(({ file }) => file);
  const commented = sources
    .filter(({ text }) => hasMarkers(text))
    .map(({ file }) => file)
    .filter((file) => !typed.includes(file));

  using reader = createTypeScriptReader(host, { root, typed, commented });
  // What the compiler refuses it cannot answer for: further complaints would be echoes.
  if (reader.diagnostics.length > 0) throw new GenerateError(reader.diagnostics, root);
  const source = readSource(reader, log);
  const artifacts = generators.flatMap((generator) => runGenerator(generator, source, { ...options, root }, log));
  if (log.problems.length > 0) throw new GenerateError(log.problems, root);
  return artifacts.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A quick look, before the compiler is asked: most files of a project carry no marker at all. */
function hasMarkers(text: string): boolean {
  return /[@+](?:kubebuilder:|k8s:|groupName\b|versionName\b)/.test(text);
}

interface Source {
  readonly kinds: readonly KindDeclaration[];
  readonly packageMarkers: ReadonlyMap<string, readonly Marker[]>;
  readonly read: CommentReader;
}

function readSource(reader: TypeReader, log: ProblemLog): Source {
  const parser = createMarkerParser(markerTable);
  const read = createCommentReader(parser, log);
  const packageMarkers = readPackageMarkers(reader.files, parser, markerTable, log);
  return { packageMarkers, read, kinds: findKinds({ modules: reader.files, packageMarkers, read, log }) };
}

function runGenerator(
  generator: Generator,
  source: Source,
  options: GenerateOptions,
  log: ProblemLog,
): readonly Artifact[] {
  switch (generator.name) {
    case "crd":
      return generateCrds(generator, source, log);
    case "rbac":
      return generateRoles(generator, source, options);
    case "object":
      return generateDescriptors(source, options.root, log);
    case "webhook":
      return generateWebhooks(generator, source, options, log);
  }
}

function generateCrds(generator: CrdGenerator, { kinds, read }: Source, log: ProblemLog): readonly Artifact[] {
  const libraries = createLibrarySchemas({ generateEmbeddedObjectMeta: generator.generateEmbeddedObjectMeta ?? false });
  const { maxDescLen } = generator;
  const byKind = Map.groupBy(kinds, ({ group, kind }) => `${group}/${kind}`);
  return [...byKind.values()].flatMap((versions) => {
    const crd = crdOf(versions, {
      libraries,
      read,
      log,
      generatorVersion,
      ...(maxDescLen !== undefined && { maxDescLen }),
    });
    if (crd === undefined) return [];
    const { group, names } = crd.spec;
    return [
      {
        path: inProject(generator.output ?? "config/crd/bases", `${group}_${names.plural}.yaml`),
        content: printYamlDocuments([crd]),
      },
    ];
  });
}

function generateRoles(
  generator: RbacGenerator,
  { packageMarkers }: Source,
  { warn }: GenerateOptions,
): readonly Artifact[] {
  const markers = all([...packageMarkers.values()].flat(), "kubebuilder:rbac");
  for (const warning of warningsOf(markers)) warn?.(warning);
  const roles = rolesOf(markers, generator.roleName);
  if (roles.length === 0) return [];
  return [
    {
      path: inProject(generator.output ?? "config/rbac", generator.fileName ?? "role.yaml"),
      content: printYamlDocuments(roles),
    },
  ];
}

function generateWebhooks(
  generator: WebhookGenerator,
  { packageMarkers }: Source,
  { warn }: GenerateOptions,
  log: ProblemLog,
): readonly Artifact[] {
  const markers = [...packageMarkers.values()].flat();
  const configurations = webhookConfigurationsOf(markers, { log, ...(warn !== undefined && { warn }) });
  if (configurations.length === 0) return [];
  return [
    {
      path: inProject(generator.output ?? "config/webhook", "manifests.yaml"),
      content: printYamlDocuments(configurations),
    },
  ];
}

function generateDescriptors({ kinds, packageMarkers }: Source, root: string, log: ProblemLog): readonly Artifact[] {
  const isWanted = ({ markers, file }: KindDeclaration): boolean => {
    const said = [...(packageMarkers.get(directoryOf(file)) ?? []), ...markers];
    return last(said, "kubebuilder:object:generate")?.value !== false;
  };
  const byFile = Map.groupBy(kinds.filter(isWanted), ({ file }) => file);
  return [...byFile].map(([file, declared]) => ({
    path: descriptorPath(file).slice(root.length + 1),
    content: printDescriptors(declared, log),
  }));
}

function inProject(directory: string, file: string): string {
  return joinPath("", `${directory}/${file}`).replace(/^\//, "");
}
