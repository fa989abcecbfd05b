/**
 * The program of an operator: it parses flags, loads the client configuration, logs, runs a manager until the first signal, and reports errors that
 * the user can fix in one line. A program that needs another order uses the same parts: `loadOperatorFlags`, `loadConfig`, `createManager`,
 * `stopOnSignals`.
 */
import { createSystemClock, stopOnSignals } from "@kubewright/async";
import { isConfigError, isLeadershipError } from "@kubewright/client";
import { isListenError } from "@kubewright/serving";
import { isCacheSyncTimeoutError, isLeaseThreadError, isProgramError, isShutdownTimeoutError } from "../errors.ts";
import type { FlagTable } from "./flags.ts";
import { formatOperatorFlags, loadOperatorFlags } from "./operator-flags.ts";
import type { OperatorProgram, ProgramProcess } from "./operator-program.ts";

/**
 * Runs an operator until the first SIGINT, SIGTERM, SIGQUIT or SIGHUP. Never rejects: an error is written to stderr and sets the exit code to 1. An error that
 * the user can fix (a flag, a kubeconfig, a port) is one line; any other error is written with its stack. If not everything stops within the manager's
 * graceful shutdown timeout, the process exits at once with code 1.
 *
 * ```ts
 * await runOperator(process, { name: "myjob", summary: "Runs the MyJob operator", leaderElectionId: "myjob.github.com", setup });
 * ```
 */
export async function runOperator<const Own extends FlagTable = Record<never, never>>(
  host: ProgramProcess,
  program: OperatorProgram<Own>,
): Promise<void> {
  try {
    await run(host, program);
  } catch (error) {
    host.stderr.write(`${failureMessage(error)}\n`);
    host.exitCode = 1;
    if (isShutdownTimeoutError(error)) host.exit(1); // Runnables that still run would keep the process alive.
  }
}

function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isShutdownTimeoutError(error)) {
    return error.cause === undefined ? error.message : `${failureMessage(error.cause)}\n${error.message}`;
  }
  const isFixedByUser =
    isProgramError(error) ||
    isConfigError(error) ||
    isListenError(error) ||
    isLeadershipError(error) ||
    isLeaseThreadError(error) ||
    isCacheSyncTimeoutError(error);
  return isFixedByUser ? error.message : (error.stack ?? error.message);
}

async function run<Own extends FlagTable>(host: ProgramProcess, program: OperatorProgram<Own>): Promise<void> {
  const flags = await loadOperatorFlags(host.argv.slice(2), host.env, program.flags);
  if (flags.help) {
    host.stdout.write(usageOf(program));
    return;
  }
  using stop = stopOnSignals(host);
  const clock = createSystemClock();
  // Loading modules is the longest block of the event loop. Loading the manager in another turn halves it.
  await clock.nextTurn();
  const { runManager } = await import("./run-manager.ts");
  await runManager(host, program, { flags, clock, signal: stop.signal });
}

function usageOf({
  name,
  summary,
  flags = {},
}: Pick<OperatorProgram<FlagTable>, "name" | "summary" | "flags">): string {
  return `Usage: ${name} [flags]

${summary} until SIGINT, SIGTERM, SIGQUIT or SIGHUP; a second signal ends it at once.

${formatOperatorFlags(flags)}
Each flag has an environment variable: KUBEWRIGHT_LEADER_ELECT=true is --leader-elect.
`;
}
