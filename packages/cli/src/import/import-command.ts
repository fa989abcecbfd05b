/** `kubewright import`: types of the custom resources of other projects. A source or CRD that cannot be read is reported, and the others are imported. */
import path from "node:path";
import { createDiskFileHost, verifyArtifacts, writeArtifacts } from "@kubewright/gen";
import type { Artifact, FileHost } from "@kubewright/gen";
import { definitionTypes, importedBanner, leftOutOf } from "@kubewright/gen/definitions";
import type { Definition } from "@kubewright/gen/definitions";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { clusterDefinitions, namesCluster } from "../definitions/cluster-definitions.ts";
import type { ClusterFlags } from "../definitions/cluster-definitions.ts";
import type { ManifestText } from "../manifests/parse-manifests.ts";
import { readDefinitions } from "../definitions/read-definitions.ts";
import type { DefinitionProblem, ReadDefinitions } from "../definitions/read-definitions.ts";
import { textsAt } from "../manifests/manifest-texts.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { isAddress, textAtAddress } from "./text-at-address.ts";

export interface ImportFlags extends ClusterFlags {
  /** Names of CRDs, API groups or kinds. */
  readonly only?: readonly string[];
  readonly output: string;
  readonly verify?: boolean;
  readonly dryRun?: boolean;
}

const action = "import CRDs";

/**
 * Reads the CRDs and writes their types.
 *
 * @throws {CommandError} at the end if a source or a CRD cannot be read, if the command would replace a hand-written file and, with `verify`, if types are
 * outdated.
 */
export async function runImport(
  sources: readonly string[],
  flags: ImportFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  if (sources.length === 0 && !namesCluster(flags)) {
    throw new CommandError(
      `Cannot ${action}: no source is given: expected a file, a folder, a URL, -, --cluster or --context NAME`,
    );
  }
  using stop = stopOnSignals(signals);
  const { texts, unread } = await readSources(sources, io, stop.signal);
  const named = texts.length === 0 ? nothingRead : readDefinitions(texts, action);
  const fromCluster = namesCluster(flags)
    ? await clusterDefinitions(flags, io, { action, signal: stop.signal })
    : nothingRead;
  const ofCrds = chosenProblems([...named.problems, ...fromCluster.problems], flags.only);
  const problems = [...unread, ...ofCrds];
  const read = served([...named.definitions, ...fromCluster.definitions]);
  if (read.length === 0 && problems.length > 0) throw new CommandError(problems.join("\n"));
  if (read.length === 0) {
    throw new CommandError(
      `Nothing to import: ${sources.map((source) => `"${source}"`).join(", ") || "the cluster"} has no CRD with a served version: expected CustomResourceDefinitions in YAML or JSON`,
    );
  }
  const definitions = chosen(read, flags.only, problems.length > 0);
  for (const problem of problems) io.err(`${problem}\n`);
  writeTypes(definitions, flags, io);
  if (problems.length > 0) throw new CommandError(unreadSummary(unread.length, ofCrds.length, definitions.length));
}

interface SourceTexts {
  readonly texts: readonly ManifestText[];
  /** The messages of sources that cannot be read. */
  readonly unread: readonly string[];
}

async function readSources(sources: readonly string[], io: Io, signal: AbortSignal): Promise<SourceTexts> {
  const textsOf = async (source: string): Promise<readonly ManifestText[] | string> => {
    try {
      return isAddress(source)
        ? [await textAtAddress(source, io, signal)]
        : await textsAt(source, io, action, { recursive: true });
    } catch (error) {
      if (!(error instanceof CommandError) || signal.aborted) throw error;
      return error.message;
    }
  };
  const read = await Promise.all(sources.map(textsOf));
  return {
    texts: read.flatMap((each) => (typeof each === "string" ? [] : each)),
    unread: read.filter((each) => typeof each === "string"),
  };
}

const nothingRead: ReadDefinitions = { definitions: [], problems: [] };

function unreadSummary(sources: number, crds: number, imported: number): string {
  const ofSources = `${sources} ${sources === 1 ? "source was" : "sources were"} not read`;
  const ofCrds = `${crds} of ${crds + imported} CRDs ${crds === 1 ? "was" : "were"} not imported`;
  return [...(sources > 0 ? [ofSources] : []), ...(crds > 0 ? [ofCrds] : [])].join(", ");
}

function writeTypes(definitions: readonly Definition[], flags: ImportFlags, io: Io): void {
  const artifacts = definitionTypes(definitions);
  const host = createDiskFileHost();
  const root = path.resolve(io.cwd, flags.output);
  const shown = (file: string): string => path.relative(io.cwd, path.join(root, file)) || file;
  assertReplaceable(host, root, artifacts, shown);
  if (flags.verify === true) return verify(host, root, artifacts, shown, io);
  for (const lost of lostKinds(host, root, artifacts))
    io.err(`warning: ${shown(lost.path)} no longer has ${lost.kinds.join(", ")}\n`);
  if (flags.dryRun === true) {
    for (const { path: file } of verifyArtifacts(host, root, artifacts)) io.out(`would write ${shown(file)}\n`);
  } else {
    for (const file of writeArtifacts(host, root, artifacts)) io.out(`wrote ${shown(file)}\n`);
  }
  for (const note of notes(definitions)) io.err(`note: ${note}\n`);
  io.out(summary(artifacts, shown));
}

/** Notes about the first parts of the schemas that the types cannot express. */
function notes(definitions: readonly Definition[]): readonly string[] {
  const parts = leftOutOf(definitions);
  const shown = parts.slice(0, notesMax).map(({ definition, version, path: at, keyword }) => {
    return `the types leave out ${keyword} of ${at === "" ? "the root" : at} (${definition}, ${version})`;
  });
  const more = parts.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more keywords, which the server still validates`] : shown;
}

const notesMax = 5;

/** The CRDs with only their served versions, because clients can use only these. */
function served(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.map((definition) => ({
    ...definition,
    versions: definition.versions.filter((version) => version.served),
  }));
}

/** The messages of the problems, without those of CRDs that `only` excludes. */
function chosenProblems(
  problems: readonly DefinitionProblem[],
  only: readonly string[] | undefined,
): readonly string[] {
  const isMeant = ({ labels }: DefinitionProblem): boolean =>
    only === undefined || labels.length === 0 || only.some((word) => labels.some((label) => isSameLabel(word, label)));
  return problems.filter(isMeant).map(({ message }) => message);
}

function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function chosen(
  definitions: readonly Definition[],
  only: readonly string[] | undefined,
  hasProblems: boolean,
): readonly Definition[] {
  if (only === undefined) return definitions;
  const isMeant = ({ name, group, names }: Definition, word: string): boolean =>
    [name, group, names.kind].some((label) => isSameLabel(word, label));
  const unknown = only.find((word) => !definitions.some((definition) => isMeant(definition, word)));
  // The name may be that of a CRD that cannot be read.
  if (unknown !== undefined && !hasProblems) {
    throw new CommandError(
      `Cannot ${action}: --only names "${unknown}": expected one of ${listed(definitions.map(({ name }) => name))}, or their groups or kinds`,
    );
  }
  return definitions.filter((definition) => only.some((word) => isMeant(definition, word)));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(", ");
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}

/** Hand-written files are not replaced. */
function assertReplaceable(
  host: FileHost,
  root: string,
  artifacts: readonly Artifact[],
  shown: (file: string) => string,
): void {
  const foreign = artifacts.find(
    ({ path: file }) => host.readFile(path.join(root, file))?.startsWith(importedBanner) === false,
  );
  if (foreign === undefined) return;
  throw new CommandError(
    `Cannot ${action}: "${shown(foreign.path)}" was not written by kubewright import: move it, or name another folder with --output`,
  );
}

/** The kinds that existing files would lose, for example when a group is imported one kind at a time. */
function lostKinds(
  host: FileHost,
  root: string,
  artifacts: readonly Artifact[],
): readonly { readonly path: string; readonly kinds: readonly string[] }[] {
  return artifacts
    .map(({ path: file, content }) => {
      const kinds = kindsIn(content);
      const before = kindsIn(host.readFile(path.join(root, file)) ?? "");
      return { path: file, kinds: before.filter((kind) => !kinds.includes(kind)) };
    })
    .filter(({ kinds }) => kinds.length > 0);
}

function kindsIn(content: string): readonly string[] {
  return [...content.matchAll(/^export const (\w+): ResourceType</gm)].map(([, kind = ""]) => kind);
}

function verify(
  host: FileHost,
  root: string,
  artifacts: readonly Artifact[],
  shown: (file: string) => string,
  io: Io,
): void {
  const stale = verifyArtifacts(host, root, artifacts);
  for (const { diff } of stale) io.out(diff);
  if (stale.length > 0) {
    const files = stale.map((artifact) => shown(artifact.path)).join(", ");
    throw new CommandError(`Imported types are outdated: ${files}: run the same command without --verify`);
  }
  const count =
    artifacts.length === 1 ? "1 file of imported types is" : `${artifacts.length} files of imported types are`;
  io.out(`${count} up to date\n`);
}

function summary(artifacts: readonly Artifact[], shown: (file: string) => string): string {
  const kinds = artifacts.flatMap(({ content }) => kindsIn(content));
  const [first] = artifacts;
  const [kind] = first === undefined ? [] : kindsIn(first.content);
  const count = `${kinds.length} ${kinds.length === 1 ? "kind" : "kinds"} in ${artifacts.length} ${artifacts.length === 1 ? "file" : "files"}`;
  if (first === undefined || kind === undefined) return `${count}\n`;
  return `${count}; import them, for example:\n\n  import { ${kind} } from "./${shown(first.path)}";\n`;
}
