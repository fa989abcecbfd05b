/** `kubewright generate`: manifests and code from the types of the project. */
import { existsSync } from "node:fs";
import path from "node:path";
import {
  createDiskFileHost,
  findOrphans,
  formatProblem,
  generate,
  markerTable,
  verifyArtifacts,
  writeArtifacts,
} from "@kubewright/gen";
import type { Artifact, FileHost, GeneratedArtifact, GenerateOptions } from "@kubewright/gen";
import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { defaultGenerators, parseGenerateArguments } from "./parse-arguments.ts";
import type { GenerateArguments } from "./parse-arguments.ts";
import { withPlainFlags } from "./plain-flags.ts";
import type { PlainFlags } from "./plain-flags.ts";
import { completeArguments, manifestGenerators, projectArguments } from "./project-arguments.ts";

export interface GenerateFlags extends PlainFlags {
  /** Explain the markers in this detail instead of generating. */
  readonly markers?: number;
  /** Run only the generators of manifests. */
  readonly manifests?: boolean;
  /** Generate again on each save of a source. */
  readonly watch?: boolean;
  /** The folder of the project. Default: the current folder. */
  readonly root?: string;
  /** Write nothing; fail if a file is missing, outdated or orphaned. */
  readonly verify?: boolean;
}

/**
 * Runs the generators of the arguments, or those of the project.
 *
 * @throws {CommandError} for invalid arguments and, with `verify`, for files that are missing, outdated or orphaned; `GenerateError` for invalid
 * sources.
 */
export async function runGenerate(
  words: readonly string[],
  flags: GenerateFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  if (flags.watch && flags.verify) {
    throw new CommandError("Cannot generate: --watch writes files, --verify only compares them: use one of them");
  }
  const root = path.resolve(io.cwd, flags.root ?? ".");
  const project = await projectArguments(root);
  const given = flags.manifests ? withManifestGenerators(words, project) : words;
  if (given === undefined)
    return io.out("nothing to generate: the list in package.json has no generator of manifests\n");
  const { generators, paths, elsewhere, notes } = parseGenerateArguments(
    withPlainFlags(completeArguments(given, project), flags),
  );
  if (flags.markers) {
    const { printMarkers } = await import("./marker-help.ts");
    const names = namesGenerator(given) ? generators.map(({ name }) => name) : undefined;
    return io.out(printMarkers(markerTable, flags.markers, names));
  }
  for (const note of notes) io.err(`note: ${note}\n`);
  const host = createDiskFileHost();
  const options: GenerateOptions = {
    generators,
    paths,
    host,
    root,
    warn: (warning) => io.err(`warning: ${formatProblem(warning, root)}\n`),
  };
  if (flags.watch) {
    if (elsewhere.size > 0)
      throw new CommandError("Cannot generate: --watch writes files: remove the output rules other than dir");
    const { watchGenerate } = await import("./watch-generate.ts");
    return watchGenerate(options, io, signals);
  }
  const generated = generate(options);
  if (generated.length === 0) reportNothing(root, words, io);
  const artifacts = written(generated, elsewhere, io);
  // A run of some generators does not have the files of the others.
  const isWhole = project !== undefined && !namesGenerator(words);
  const orphans = (isWhole ? findOrphans({ host, root, paths, generators, artifacts: generated }) : []).filter(
    (file) => !flags.manifests || file.endsWith(".yaml"),
  );
  if (flags.verify) return verify({ host, root, artifacts, orphans, io });
  write(host, root, artifacts, io);
  for (const file of orphans) io.err(`warning: no generator writes ${file} any more: delete it\n`);
}

/** @throws {CommandError} outside of a project, where the folder is probably the wrong one. */
function reportNothing(root: string, words: readonly string[], io: Io): void {
  const isProject = ["PROJECT", "package.json"].some((file) => existsSync(path.join(root, file)));
  if (!isProject) {
    throw new CommandError(
      `Nothing to generate: no source in "${root}" has markers, and it is not a project: run the command in a project, or name the sources with paths=./api/...`,
    );
  }
  const needsCrds = words.some((word) => word.startsWith("schemapatch"));
  io.out(
    `nothing to generate: no source has markers for it${needsCrds ? ", or the folder of manifests has no CRD of them" : ""}\n`,
  );
}

/**
 * Adds the generators of manifests of the project to the arguments; `undefined` if its list has no such generator.
 *
 * @throws {CommandError} if the arguments name generators.
 */
function withManifestGenerators(
  words: readonly string[],
  project: readonly string[] = defaultGenerators,
): readonly string[] | undefined {
  if (namesGenerator(words)) {
    throw new CommandError(
      `Cannot generate: --manifests selects the generators itself, and the arguments name "${words.join(" ")}": use one of them`,
    );
  }
  const names = manifestGenerators(project);
  return names.length > 0 ? [...names, ...words] : undefined;
}

function namesGenerator(words: readonly string[]): boolean {
  return words.some((word) => !/^(?:paths=|output:)/.test(word));
}

/** The artifacts that are written to files; those for standard output are printed. */
function written(
  artifacts: readonly GeneratedArtifact[],
  elsewhere: GenerateArguments["elsewhere"],
  io: Io,
): readonly Artifact[] {
  for (const { generator, content } of artifacts) if (elsewhere.get(generator) === "stdout") io.out(content);
  return artifacts.filter(({ generator }) => !elsewhere.has(generator));
}

interface Verification {
  readonly host: FileHost;
  readonly root: string;
  readonly artifacts: readonly Artifact[];
  readonly orphans: readonly string[];
  readonly io: Io;
}

function verify({ host, root, artifacts, orphans, io }: Verification): void {
  const stale = verifyArtifacts(host, root, artifacts);
  for (const { diff } of stale) io.out(diff);
  const outdated = stale.map((artifact) => artifact.path).join(", ");
  const found = [
    ...(stale.length > 0 ? [`Generated files are outdated: ${outdated}: run the same command without --verify`] : []),
    ...(orphans.length > 0 ? [`Generated files are orphaned: ${orphans.join(", ")}: delete them`] : []),
  ];
  if (found.length > 0) throw new CommandError(found.join("\n"));
  io.out(`${countOf(artifacts.length)} up to date\n`);
}

function write(host: FileHost, root: string, artifacts: readonly Artifact[], io: Io): void {
  const changed = writeArtifacts(host, root, artifacts);
  for (const file of changed) io.out(`wrote ${file}\n`);
  const unchanged = artifacts.length - changed.length;
  if (unchanged > 0) io.out(`${countOf(unchanged)} already up to date\n`);
}

function countOf(files: number): string {
  return files === 1 ? "1 generated file is" : `${files} generated files are`;
}
