/**
 * `kubewright alpha update`. The package `@kubewright/alpha-update` merges the scaffolds; this file loads it, and passes what it needs from the
 * command.
 */
import type * as UpdateModule from "@kubewright/alpha-update";
import type { RunProgram, UpdateHost, UpdateOptions } from "@kubewright/alpha-update";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { loadOptional } from "../optional-package.ts";
import { printProject } from "../project/print-project.ts";
import { readProject } from "../project/read-project.ts";
import { runAlphaGenerate } from "./alpha-generate-command.ts";

const name = "@kubewright/alpha-update";
const install = `npx --package kubewright@latest --package ${name}@latest kubewright alpha update`;

type CreateRunProgram = (env: NodeJS.ProcessEnv, signal: AbortSignal) => RunProgram;

/** @throws {CommandError} when the package is not installed, something else is missing, or there are conflicts and no --force. */
export async function runAlphaUpdate(
  flags: UpdateOptions,
  context: CommandContext,
  createPrograms?: CreateRunProgram,
): Promise<void> {
  const load = (): Promise<typeof UpdateModule> => import("@kubewright/alpha-update");
  const { createRunProgram, updateProject, UpdateError } = await loadOptional({
    name,
    purpose: "update",
    load,
    install,
  });
  using stop = stopOnSignals(context.signals);
  const runProgram = (createPrograms ?? createRunProgram)(context.io.env, stop.signal);
  try {
    await updateProject(flags, hostOf(context, runProgram));
  } catch (cause) {
    if (cause instanceof UpdateError) throw new CommandError(cause.message, { cause });
    if (stop.signal.aborted && cause === stop.signal.reason) throw stopped(cause);
    throw cause;
  }
}

function hostOf({ io, version }: CommandContext, runProgram: RunProgram): UpdateHost {
  return {
    cwd: io.cwd,
    version,
    out: (text) => io.out(text),
    runProgram,
    scaffold: async (folders) => {
      const silent = { ...io, out: () => {}, err: () => {} };
      await runAlphaGenerate(folders, silent, version);
    },
    readProject,
    printProject: (scaffolded, { before, cliVersion }) =>
      printProject({ ...readProject(scaffolded), cliVersion }, before),
  };
}

function stopped(reason: unknown): CommandError {
  return new CommandError(reason instanceof Error ? reason.message : "Stopped", { cause: reason, exitCode: 130 });
}
