/**
 * The program of an operator: it reads flags, loads the client configuration, logs, runs a manager until the first signal, and reports errors that its
 * user can fix in one line. A program that needs another order uses the same parts: `loadOperatorFlags`, `loadConfig`, `createManager`,
 * `stopOnSignals`.
 */
import { hostname } from "node:os";
import { createSystemClock, createSystemRandom, stopOnSignals } from "@kubewright/async";
import type { Clock, SignalSource } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import { createTransportFor, isConfigError, isLeadershipError, loadConfig } from "@kubewright/client";
import type { ClientConfig } from "@kubewright/client";
import { isListenError } from "@kubewright/serving";
import { createLogger, createMetrics } from "@kubewright/telemetry";
import type { Logger, Metrics } from "@kubewright/telemetry";
import { isCacheSyncTimeoutError, isLeaseThreadError, isProgramError, isShutdownTimeoutError } from "../errors.ts";
import { createManager } from "../manager/manager.ts";
import type { ManagerElectionOptions } from "../leadership/manager-election.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";
import type { Manager } from "../manager/manager.ts";
import type { FlagTable, FlagValues } from "./flags.ts";
import { logCrashes } from "./log-crashes.ts";
import { logOptions } from "./log-flags.ts";
import { LoopMonitor } from "./loop-monitor.ts";
import type { OperatorFlags } from "./operator-flags.ts";
import { formatOperatorFlags, loadOperatorFlags } from "./operator-flags.ts";

/** The part of `process` that a program uses. */
export interface ProgramProcess extends SignalSource {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
  exitCode?: number | string | null | undefined;
  setSourceMapsEnabled(isEnabled: boolean): void;
  on(event: NodeJS.Signals | "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
  off(event: NodeJS.Signals | "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
}

export interface OperatorProgram<Own extends FlagTable = Record<never, never>> {
  /** The name of the program in its help. */
  readonly name: string;
  /** A sentence for the help: "Runs the MyJob operator". */
  readonly summary: string;
  /**
   * The name of the Lease for `--leader-elect`, in the namespace of the program: kubebuilder's LeaderElectionID. Absent: the flag has no
   * effect.
   */
  readonly leaderElectionId?: string;
  /** Flags in addition to those of every operator. */
  readonly flags?: Own;
  /** Manager options in addition to those that follow from flags, such as `cache`. The options of each group are merged; these have precedence. */
  readonly manager?: (context: SetupContext<OperatorFlags & FlagValues<Own>>) => ProgramManagerOptions;
  /** Adds controllers, webhooks and other runnables to the manager. */
  readonly setup: (manager: Manager, context: SetupContext<OperatorFlags & FlagValues<Own>>) => void | Promise<void>;
}

/** Manager options of a program. Those of `leaderElection` have an effect with `--leader-elect`. */
export interface ProgramManagerOptions extends Partial<Omit<ManagerOptions, "leaderElection">> {
  readonly leaderElection?: Partial<ManagerElectionOptions>;
}

export interface SetupContext<Flags = OperatorFlags> {
  readonly flags: Flags;
  /** The namespace of the program: that of its service account, or of the kubeconfig's context. */
  readonly namespace: string;
}

/**
 * Runs an operator until the first SIGINT, SIGTERM or SIGQUIT. It never rejects: an error is written to stderr and sets the exit code to 1. An error
 * that its user can fix (a flag, a kubeconfig, a port) is one line; any other is a defect and keeps its stack. If not everything stops within
 * the manager's graceful shutdown timeout, the process exits at once with code 1.
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
    host.setSourceMapsEnabled(true);
    await run(host, program);
  } catch (error) {
    host.stderr.write(`${failureMessage(error)}\n`);
    host.exitCode = 1;
    if (isShutdownTimeoutError(error)) host.exit(1); // What still runs would keep the process alive.
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
  const log = createLoggerOn(host.stderr, flags, clock);
  using _crashes = logCrashes(host, log);
  const { kubeconfig } = flags;
  const config = await loadConfig({ env: host.env, clock, ...(kubeconfig === undefined ? {} : { kubeconfig }) });
  for (const warning of config.warnings) log.warn(warning);
  log.info("Connecting", { server: config.server, source: config.source });

  const context = { flags, namespace: config.namespace };
  await using transport = createTransportFor(config);
  const fromFlags = await managerOptions(flags, { env: host.env, program, config, clock, log });
  const options = mergeOptions(fromFlags, program.manager?.(context) ?? {});
  const monitor = new LoopMonitor({ clock, onBlocked: (event) => manager.observer.eventLoop.blocked?.(event) });
  const manager = createManager({
    transport: monitor.observe(transport),
    clock,
    random: createSystemRandom(),
    log,
    ...options,
    observers: [monitor.observer, ...(options.observers ?? [])],
  });
  manager.add(monitor);
  manager.addHealthCheck("event-loop", monitor.check);
  await program.setup(manager, context);
  await manager.start({ signal: stop.signal });
}

interface ProgramParts {
  readonly env: ProgramProcess["env"];
  readonly program: Pick<OperatorProgram, "leaderElectionId">;
  readonly config: ClientConfig;
  readonly clock: Clock;
  readonly log: Logger;
}

async function managerOptions(
  flags: OperatorFlags,
  { env, program, config, clock, log }: ProgramParts,
): Promise<Partial<ManagerOptions>> {
  const registry = createMetrics({ process: true });
  const certificate = await metricsCertificate(flags, { clock, log, registry });
  const id = flags.leaderElect ? program.leaderElectionId : undefined;
  const { kubeconfig } = flags;
  const worker = flags.leaderElectWorker ? { env, ...(kubeconfig !== undefined && { kubeconfig }) } : undefined;
  return {
    instance: hostname(),
    client: { host: new URL(config.server).host },
    health: { bindAddress: flags.healthProbeBindAddress },
    metrics: {
      registry,
      bindAddress: flags.metricsBindAddress,
      secureServing: flags.metricsSecure,
      certificate,
    },
    pprof: { bindAddress: flags.pprofBindAddress, secureServing: flags.metricsSecure, certificate },
    ...(id === undefined ? {} : { leaderElection: { id, namespace: config.namespace, worker } }),
  };
}

/** Merges the groups of options; those of the program have precedence. */
function mergeOptions(
  { client, health, metrics, pprof, leaderElection, ...rest }: Partial<ManagerOptions>,
  program: ProgramManagerOptions,
): Partial<ManagerOptions> {
  return {
    ...rest,
    ...program,
    client: { ...client, ...program.client },
    health: { ...health, ...program.health },
    metrics: { ...metrics, ...program.metrics },
    pprof: { ...pprof, ...program.pprof },
    leaderElection: leaderElection && { ...leaderElection, ...program.leaderElection },
  };
}

async function metricsCertificate(
  { metricsCertPath: folder, metricsCertName: certName, metricsCertKey: keyName }: OperatorFlags,
  { clock, log, registry }: { readonly clock: Clock; readonly log: Logger; readonly registry: Metrics },
): Promise<CertificateSource | undefined> {
  if (folder === undefined) return undefined;
  const { createCertificateFromFiles } = await import("@kubewright/certificates");
  return createCertificateFromFiles(
    { folder, certName, keyName },
    {
      clock,
      log: log.child({ server: "metrics" }),
      onRead: (event) => registry.certificate.read?.(event),
    },
  );
}

function createLoggerOn(stderr: ProgramProcess["stderr"], flags: OperatorFlags, clock: Clock): Logger {
  const options = logOptions(flags, { isTerminal: stderr.isTTY === true });
  return createLogger({ ...options, clock, write: (line) => stderr.write(line) });
}

function usageOf({
  name,
  summary,
  flags = {},
}: Pick<OperatorProgram<FlagTable>, "name" | "summary" | "flags">): string {
  return `Usage: ${name} [flags]

${summary} until SIGINT, SIGTERM or SIGQUIT; a second signal ends it at once.

${formatOperatorFlags(flags)}
Each flag has an environment variable: KUBEWRIGHT_LEADER_ELECT=true is --leader-elect.
`;
}
