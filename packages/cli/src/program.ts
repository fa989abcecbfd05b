/** The command line: the list of commands. Each declares its own flags; the packages below do the work. */
import { Command, CommanderError } from "commander";

import { addAlphaGenerate } from "./alpha/add-alpha-generate.ts";
import { addAlphaUpdate } from "./alpha/add-alpha-update.ts";
import { addCluster } from "./cluster/add-cluster.ts";
import type { AddCommand, CommandContext } from "./command.ts";
import { addCompletion } from "./completion/add-completion.ts";
import { addCrdDiff } from "./crd-diff/add-crd-diff.ts";
import { addCreateApi } from "./create/add-create-api.ts";
import { addCreateWebhook } from "./create/add-create-webhook.ts";
import { addDev } from "./dev/add-dev.ts";
import { addDoctor } from "./doctor/add-doctor.ts";
import { addEdit } from "./edit/add-edit.ts";
import { addEnvtest } from "./envtest/add-envtest.ts";
import { addGenerate } from "./generate/add-generate.ts";
import { addImport } from "./import/add-import.ts";
import { addInit } from "./init/add-init.ts";
import { CommandError, userErrorText } from "./io.ts";
import { addApply, addDelete } from "./objects/add-objects.ts";
import { addPluginsList } from "./plugins-list/add-plugins-list.ts";
import { printable } from "./printable.ts";
import { addTroubleshoot } from "./troubleshoot/add-troubleshoot.ts";
import { addVersion } from "./version/add-version.ts";

/** In the order of the help. */
const commands: readonly AddCommand[] = [
  // Projects and generated files.
  addInit,
  addCreateApi,
  addCreateWebhook,
  addEdit,
  addAlphaGenerate,
  addAlphaUpdate,
  addGenerate,
  addImport,
  addCrdDiff,
  addApply,
  addDelete,
  // Clusters.
  addDev,
  addCluster,
  addEnvtest,
  // The command itself.
  addDoctor,
  addTroubleshoot,
  addPluginsList,
  addCompletion,
  addVersion,
];

export interface RunOptions extends CommandContext {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
}

/**
 * Runs one command and returns the exit code: 0, 1 if the command failed, 2 if its arguments are invalid.
 */
export async function run({ args, ...context }: RunOptions): Promise<number> {
  try {
    const program = await programWithPlugins(args, context);
    // controller-gen has -h to -hhhh for more and more details; here, -h prints all of them.
    await program.parseAsync(
      args.map((word) => (/^-hh+$/u.test(word) ? "-h" : word)),
      { from: "user" },
    );
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // Commander has printed the error.
    context.io.err(`${printable(await textOf(error))}\n`); // The text may contain file names and server responses.
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

/** The program, in which the command has the flags of the external plugins that `--plugins` names. */
async function programWithPlugins(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = programFor(context);
  if (!args.some((word) => word.startsWith("--plugins"))) return program;
  const { namedPlugins } = await import("./plugins/named-plugins.ts");
  const plugins = await namedPlugins(program, args, context.io);
  const fresh = programFor({ ...context, plugins: plugins?.chain });
  await plugins?.bindTo(fresh);
  return fresh;
}

/** The program with all its commands. */
export function programFor(context: CommandContext): Command {
  const { io, version } = context;
  const program = new Command("kubewright")
    .description("The Kubernetes operator toolkit for TypeScript")
    .version(version)
    .exitOverride()
    .enablePositionalOptions() // `--version` of `create api --version v1` is not that of the program.
    .configureHelp({ minWidthToWrap: 20 }) // Less than the width beside the longest flags in a terminal of 80 columns.
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) });
  for (const add of commands) add(program, context);
  return program;
}

/**
 * An error that the user can correct is one line, and a second line names the explanation of its message. Any other error is a defect of this
 * program and keeps its stack.
 */
async function textOf(error: unknown): Promise<string> {
  const text = userErrorText(error);
  if (text === undefined) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { helpLineFor } = await import("./troubleshoot/help-line.ts");
  return `${text}${helpLineFor(text)}`;
}
