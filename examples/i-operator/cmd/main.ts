/** i-operator as a program. */
import { hostname } from "node:os";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createTransportFor, isConfigError, loadConfig } from "@kubewright/client";
import { createManager, stopOnSignals } from "@kubewright/runtime";
import { createLogger, createMetrics, isListenError } from "@kubewright/telemetry";
import { setup } from "../internal/setup.ts";
import { parseFlags, usage } from "./flags.ts";
import { serveWebhooks } from "./webhook-server.ts";

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
    ...(flags.leaderElect
      ? { leaderElection: { name: `${flags.namePrefix}leader`, namespace: ownNamespace("--leader-elect") } }
      : {}),
    healthProbeBindAddress: flags.healthProbeBindAddress,
    metricsBindAddress: flags.metricsBindAddress,
  });
  setup(manager);
  if (flags.webhookPort !== undefined) {
    serveWebhooks(manager, {
      port: flags.webhookPort,
      namePrefix: flags.namePrefix,
      ...(flags.webhookCertPath === undefined
        ? { namespace: ownNamespace("--webhook-port without --webhook-cert-path") }
        : { certPath: flags.webhookCertPath }),
    });
  }
  await manager.start({ signal: stop.signal });
}

function ownNamespace(flag: string): string {
  const namespace = process.env["POD_NAMESPACE"];
  if (namespace) return namespace;
  throw new TypeError(`Cannot use ${flag}: POD_NAMESPACE, the namespace that the program runs in, is not set`);
}

try {
  process.setSourceMapsEnabled(true);
  await main();
} catch (error) {
  // What the user can mend is one line that says how; the rest is our mistake and keeps its stack.
  const isMendable = isConfigError(error) || isListenError(error) || error instanceof TypeError;
  process.stderr.write(`${error instanceof Error ? (isMendable ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
}
