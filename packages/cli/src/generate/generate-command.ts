/** `kubewright generate`: manifests and code from the project's types. */
import path from "node:path";
import {
  createDiskFileHost,
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
import { parseGenerateWords } from "./parse-words.ts";
import type { GenerateWords } from "./parse-words.ts";
import { withPlainFlags } from "./plain-flags.ts";
import type { PlainFlags } from "./plain-flags.ts";

export interface GenerateFlags extends PlainFlags {
  /** Print what markers there are, in so much detail, instead of generating. */
  readonly markers?: number;
  /** Generate again whenever a source is saved. */
  readonly watch?: boolean;
  /** The project's folder; default: where the user stands. */
  readonly root?: string;
  /** Write nothing; fail when something is stale. */
  readonly verify?: boolean;
}

/** @throws {CommandError} when the words are wrong or, with `verify`, something is stale; `GenerateError` when the sources are. */
export async function runGenerate(
  words: readonly string[],
  flags: GenerateFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  if (flags.watch && flags.verify) {
    throw new CommandError("Cannot generate: --watch writes what --verify only compares: give one of them");
  }
  const { generators, paths, elsewhere, notes } = parseGenerateWords(withPlainFlags(words, flags));
  if (flags.markers) {
    const { printMarkers } = await import("./marker-help.ts");
    const asked = words.some((word) => !/^(?:paths=|output:)/.test(word))
      ? generators.map(({ name }) => name)
      : undefined;
    return io.out(printMarkers(markerTable, flags.markers, asked));
  }
  for (const note of notes) io.err(`note: ${note}\n`);
  const root = path.resolve(io.cwd, flags.root ?? ".");
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
      throw new CommandError("Cannot generate: --watch writes files: leave output rules other than dir out");
    const { watchGenerate } = await import("./watch-generate.ts");
    return watchGenerate(options, io, signals);
  }
  const generated = generate(options);
  if (generated.length === 0) io.out("nothing to generate: no source has markers for it\n");
  const artifacts = written(generated, elsewhere, io);
  if (flags.verify) verify(host, root, artifacts, io);
  else write(host, root, artifacts, io);
}

/** Those that go into files; those that are to be printed are. */
function written(
  artifacts: readonly GeneratedArtifact[],
  elsewhere: GenerateWords["elsewhere"],
  io: Io,
): readonly Artifact[] {
  for (const { generator, content } of artifacts) if (elsewhere.get(generator) === "stdout") io.out(content);
  return artifacts.filter(({ generator }) => !elsewhere.has(generator));
}

function verify(host: FileHost, root: string, artifacts: readonly Artifact[], io: Io): void {
  const stale = verifyArtifacts(host, root, artifacts);
  for (const { diff } of stale) io.out(diff);
  if (stale.length > 0) {
    const files = stale.map((artifact) => artifact.path).join(", ");
    throw new CommandError(`Generated files are stale: ${files}: run the same command without --verify`);
  }
  io.out(`${countOf(artifacts.length)} up to date\n`);
}

function write(host: FileHost, root: string, artifacts: readonly Artifact[], io: Io): void {
  const changed = writeArtifacts(host, root, artifacts);
  for (const file of changed) io.out(`wrote ${file}\n`);
  const unchanged = artifacts.length - changed.length;
  if (unchanged > 0) io.out(`${countOf(unchanged)} up to date already\n`);
}

function countOf(files: number): string {
  return files === 1 ? "1 generated file is" : `${files} generated files are`;
}
