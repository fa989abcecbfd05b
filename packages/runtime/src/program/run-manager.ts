/** The part of an operator's program after its flags are parsed: client configuration, log, transport and manager. */
import { hostname } from "node:os";
import { createSystemRandom } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import { createTransportFor, loadConfig } from "@kubewright/client";
import type { ClientConfig } from "@kubewright/client";
import { createLogger, createMetrics } from "@kubewright/telemetry";
import type { Logger, Metrics } from "@kubewright/telemetry";
import { createManager } from "../manager/manager.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";
import type { FlagTable, FlagValues } from "./flags.ts";
import { logCrashes } from "./log-crashes.ts";
import { logOptions } from "./log-flags.ts";
import { LoopMonitor } from "./loop-monitor.ts";
import type { OperatorFlags } from "./operator-flags.ts";
import type { OperatorProgram, ProgramManagerOptions, ProgramProcess } from "./operator-program.ts";

export interface RunManagerOptions<Flags> {
  readonly flags: Flags;
  readonly clock: Clock;
  /** Stops the manager. */
  readonly signal: AbortSignal;
}

/** Runs the manager of a program until `signal` is aborted. Rejects with the error of the configuration or of the manager. */
export async function runManager<Own extends FlagTable>(
  host: ProgramProcess,
  program: OperatorProgram<Own>,
  { flags, clock, signal }: RunManagerOptions<OperatorFlags & FlagValues<Own>>,
): Promise<void> {
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
  await manager.start({ signal });
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
