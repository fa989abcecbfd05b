/** The controller of Mydemo as a program, without a manager. */
import { hostname } from "node:os";
import { createSystemClock, createSystemRandom, stopOnSignals } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateFromFiles, createSelfSignedCertificate } from "@kubewright/certificates";
import { createClient, createTransportFor, isConfigError, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { isListenError, parseBindAddress } from "@kubewright/serving";
import {
  createApiServerAccess,
  createHealthChecks,
  createLogger,
  createMetrics,
  startHealthServer,
  startMetricsServer,
} from "@kubewright/telemetry";
import type { Logger, Metrics, TelemetryServer } from "@kubewright/telemetry";
import { run } from "../internal/run.ts";
import { parseFlags, usage } from "./flags.ts";
import type { Flags } from "./flags.ts";

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(usage);
    return;
  }
  using stop = stopOnSignals(process);
  const clock = createSystemClock();
  const log = createLogger({
    clock,
    format: process.stderr.isTTY ? "text" : "json",
    colors: process.stderr.isTTY,
    write: (line) => process.stderr.write(line),
  });
  const config = await loadConfig({
    env: process.env,
    clock,
    ...(flags.kubeconfig === undefined ? {} : { kubeconfig: flags.kubeconfig }),
  });
  for (const warning of config.warnings) log.warn(warning);
  log.info("Connecting", { server: config.server, source: config.source });

  await using ending = new AsyncDisposableStack();
  const transport = ending.use(
    createTransportFor(flags.master === undefined ? config : { ...config, server: flags.master }),
  );
  const metrics = createMetrics({ process: true });
  const healthz = createHealthChecks("healthz");
  const readyz = createHealthChecks("readyz");
  let isReady = false;
  readyz.add("informer-sync", () => {
    if (!isReady) throw new Error("waiting for Mydemo");
  });
  const health = parseBindAddress(flags.healthProbeBindAddress, "--health-probe-bind-address");
  if (health) ending.use(await startHealthServer(health, { healthz, readyz }));
  const random = createSystemRandom();
  const client = createClient({ transport, clock, random });
  const metricsServer = await serveMetrics(metrics, flags, { client, clock, random, log });
  if (metricsServer) ending.use(metricsServer);
  await run({
    transport,
    clock,
    random,
    log,
    metrics,
    instance: hostname(),
    ...(flags.leaderElect
      ? { leaderElection: { namespace: config.namespace, identity: `${hostname()}_${random.uuid()}` } }
      : {}),
    signal: stop.signal,
    onSynced: () => (isReady = true),
  });
}

interface MetricsContext {
  /** Creates the access reviews. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Serves metrics if the flags enable them: over HTTPS, to users that the API server authenticates and authorizes, or over HTTP on loopback. */
async function serveMetrics(
  metrics: Metrics,
  { metricsBindAddress, metricsSecure, metricsCertPath: folder }: Flags,
  { client, clock, random, log }: MetricsContext,
): Promise<TelemetryServer | undefined> {
  const address = parseBindAddress(metricsBindAddress, "--metrics-bind-address");
  if (!address) return undefined;
  if (!metricsSecure) return await startMetricsServer(address, metrics);
  const certificate =
    folder === undefined
      ? createSelfSignedCertificate({ clock, random })
      : createCertificateFromFiles({ folder }, { clock, log });
  return await startMetricsServer(address, metrics, {
    access: createApiServerAccess({ client, certificate, clock, log }),
  });
}

try {
  process.setSourceMapsEnabled(true);
  await main();
} catch (error) {
  // An error that the user can correct is one line; any other error is written with its stack.
  const isUserError = isConfigError(error) || isListenError(error) || error instanceof TypeError;
  process.stderr.write(`${error instanceof Error ? (isUserError ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
}
