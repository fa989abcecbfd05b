/** `kubewright crd-diff`: the changes of CRDs that break existing objects or clients. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { compareDefinitions } from "@kubewright/gen/definitions";
import type { CrdChange, Definition } from "@kubewright/gen/definitions";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { clusterDefinitions, namesCluster } from "../definitions/cluster-definitions.ts";
import type { ClusterFlags } from "../definitions/cluster-definitions.ts";
import { definitionsIn } from "../definitions/read-definitions.ts";
import { completeArguments, projectArguments } from "../generate/project-arguments.ts";
import { textsAt } from "../manifests/manifest-texts.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { acceptanceOf, parseAccepted, parseAllowed } from "./accepted-changes.ts";
import type { Acceptance } from "./accepted-changes.ts";
import { gitDefinitions } from "./git-definitions.ts";
import { countText, isRefused, printGithub, printJson, printRules, printText } from "./print-changes.ts";
import type { JudgedChange } from "./print-changes.ts";

export interface CrdDiffFlags extends ClusterFlags {
  /** A branch, a tag or a commit. */
  readonly against?: string;
  /** A file or a folder. */
  readonly with?: string;
  /** The folder of the CRDs in the commit. Default: their folder in the project. */
  readonly path?: string;
  /** The folder of the project. Default: the current folder. */
  readonly root?: string;
  /** Arguments of `kubewright generate` for the CRDs. Default: those of the project. */
  readonly generate?: readonly string[];
  readonly allow?: readonly string[];
  /** The file of accepted changes. */
  readonly accepted?: string;
  readonly output?: string;
  readonly all?: boolean;
  readonly rules?: boolean;
}

const crdFolder = "config/crd/bases";
const acceptedFile = "config/crd/accepted-changes.yaml";
const action = "compare";

/**
 * Compares the CRDs and prints the changes.
 *
 * @throws {CommandError} if a breaking change is not accepted, or if CRDs cannot be read.
 */
export async function runCrdDiff(
  source: string | undefined,
  flags: CrdDiffFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  if (flags.rules === true) return io.out(printRules());
  const { output = "text" } = flags;
  if (!["text", "json", "github"].includes(output)) {
    throw new CommandError(`Cannot ${action}: --output is "${output}": expected text, json or github`);
  }
  assertOneOther(flags);
  const root = path.resolve(io.cwd, flags.root ?? ".");
  const accepted = [...parseAllowed(flags.allow ?? []), ...(await readAccepted(flags, root, io))];
  const after = await currentDefinitions(source, flags, root, io);
  using stop = stopOnSignals(signals);
  const { before, name } = await otherDefinitions(flags, source, root, after, io, stop.signal);
  const judged = compareDefinitions(before, after).map((change): JudgedChange => ({
    change,
    accepted: change.severity === "breaking" ? acceptanceOf(change, accepted) : undefined,
  }));

  if (output === "json") io.out(printJson(judged));
  else if (output === "github") io.out(printGithub(judged));
  else io.out(`${printText(judged, textOptions(flags, io))}Since ${name}: ${countText(judged)}\n`);
  for (const idle of idleAcceptances(accepted, judged)) io.err(`warning: ${idle}\n`);
  const refused = judged.filter(isRefused);
  if (refused.length > 0)
    throw new CommandError(
      breakingText(
        refused.map(({ change }) => change),
        name,
      ),
    );
}

function assertOneOther(flags: CrdDiffFlags): void {
  const given = [flags.against !== undefined, flags.with !== undefined, namesCluster(flags)].filter(Boolean).length;
  if (given === 1) return;
  throw new CommandError(
    `Cannot ${action}: ${given === 0 ? "nothing to compare with" : "more than one thing to compare with"}: expected one of --against REVISION, --cluster, --context NAME and --with FILE`,
  );
}

function textOptions(
  { all = false }: CrdDiffFlags,
  { isTty, env }: Io,
): { readonly all: boolean; readonly color: boolean } {
  return { all, color: isTty && !env["NO_COLOR"] };
}

/** The CRDs of the project: those of a named file, or those that its sources generate. */
async function currentDefinitions(
  source: string | undefined,
  flags: CrdDiffFlags,
  root: string,
  io: Io,
): Promise<readonly Definition[]> {
  if (source !== undefined) return definitionsIn(await textsAt(source, io, action), action);
  const { generatedDefinitions } = await import("./generated-definitions.ts");
  return generatedDefinitions(root, completeArguments(flags.generate ?? [], await projectArguments(root)));
}

async function otherDefinitions(
  flags: CrdDiffFlags,
  source: string | undefined,
  root: string,
  current: readonly Definition[],
  io: Io,
  signal: AbortSignal,
): Promise<{ readonly before: readonly Definition[]; readonly name: string }> {
  if (flags.with !== undefined) {
    return { before: definitionsIn(await textsAt(flags.with, io, action), action), name: `"${flags.with}"` };
  }
  if (flags.against !== undefined) {
    const named =
      flags.path ??
      (source === undefined || source === "-" ? undefined : path.relative(root, path.resolve(io.cwd, source)));
    const before = await gitDefinitions(flags.against, named ?? crdFolder, { cwd: root, env: io.env });
    return { before, name: `"${flags.against}"` };
  }
  const { definitions, problems } = await clusterDefinitions(flags, io, { action, signal });
  // A cluster also has CRDs of other projects.
  const unread = problems.find(({ labels }) => current.some(({ name }) => labels.includes(name)));
  if (unread !== undefined) throw new CommandError(unread.message);
  const before = definitions.filter((theirs) => current.some((ours) => isSameResource(theirs, ours)));
  return { before, name: flags.context === undefined ? "the cluster" : `the cluster of "${flags.context}"` };
}

/** Compares names, or kinds if the group or the plural has changed. */
function isSameResource(one: Definition, other: Definition): boolean {
  if (one.name === other.name) return true;
  return one.names.kind === other.names.kind && (one.group === other.group || one.names.plural === other.names.plural);
}

async function readAccepted(flags: CrdDiffFlags, root: string, io: Io): Promise<readonly Acceptance[]> {
  const file = flags.accepted === undefined ? path.join(root, acceptedFile) : path.resolve(io.cwd, flags.accepted);
  if (flags.accepted === undefined && !existsSync(file)) return [];
  try {
    return parseAccepted({ origin: `"${path.relative(io.cwd, file)}"`, text: await readFile(file, "utf8") });
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`Cannot accept changes from "${flags.accepted}": it cannot be read: expected a file`, {
      cause,
    });
  }
}

/** Unused entries, which could accept a later change unintentionally. */
function idleAcceptances(accepted: readonly Acceptance[], judged: readonly JudgedChange[]): readonly string[] {
  return accepted
    .filter((entry) => judged.every((each) => each.accepted !== entry))
    .map(({ rule, path: at }) => `${rule}${at === undefined ? "" : ` at ${at}`} accepts no change: remove it`);
}

function breakingText(refused: readonly CrdChange[], name: string): string {
  const rules = [...new Set(refused.map(({ rule }) => rule))].join(", ");
  const what = refused.length === 1 ? "1 change breaks" : `${refused.length} changes break`;
  return `${what} compatibility with the CRDs of ${name} (${rules}): change the types, or accept it with a reason in ${acceptedFile}`;
}
