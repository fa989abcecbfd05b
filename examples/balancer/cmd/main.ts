/** The Balancer operator as a program. */
import { hostname } from "node:os";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createTransportFor, isConfigError, isLeadershipError, loadConfig } from "@kubewright/client";
import { createManager, stopOnSignals } from "@kubewright/runtime";
import { createLogger, createMetrics, isListenError } from "@kubewright/telemetry";
import { setup } from "../internal/setup.ts";
import { parseFlags, usage } from "./flags.ts";

/** The Lease by which one of several replicas is elected. */
const leaseName = "exposer.hliangzhao.io";

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

  await using transport = createTransportFor(config);
  const manager = createManager({
    transport,
    clock,
    random: createSystemRandom(),
    log,
    metrics: createMetrics({ process: true }),
    instance: hostname(),
    host: new URL(config.server).host,
    healthProbeBindAddress: flags.healthProbeBindAddress,
    metricsBindAddress: flags.metricsBindAddress,
    ...(flags.leaderElect ? { leaderElection: { name: leaseName, namespace: config.namespace } } : {}),
  });
  setup(manager);
  await manager.start({ signal: stop.signal });
}

try {
  process.setSourceMapsEnabled(true);
  await main();
} catch (error) {
  // What the user can mend is one line that says how; the rest is our mistake and keeps its stack.
  const isMendable =
    isConfigError(error) || isListenError(error) || isLeadershipError(error) || error instanceof TypeError;
  process.stderr.write(`${error instanceof Error ? (isMendable ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
}
