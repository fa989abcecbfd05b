/** `cmd/main.ts`: the program. What it does is in sight; how a process is set up and ended is the library's. */
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { withHeader } from "../header.ts";

export function mainFile(project: Project, header: string): ScaffoldFile {
  return { path: "cmd/main.ts", content: withHeader(header, code(project)), ifExists: "refuse" };
}

function code({ projectName, domain, namespaced = false }: Project): string {
  const lease = domain === undefined ? projectName : `${projectName}.${domain}`;
  return `/** The ${projectName} operator as a program. */
import { hostname } from "node:os";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createTransportFor, isConfigError, isLeadershipError, loadConfig } from "@kubewright/client";
import { createManager, stopOnSignals } from "@kubewright/runtime";
import { createLogger, createMetrics, isListenError } from "@kubewright/telemetry";
import { setup } from "../internal/setup.ts";
import { parseFlags, usage } from "./flags.ts";

/** The Lease by which one of several replicas is elected. */
const leaseName = "${lease}";

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
${namespaced ? namespaceLines : ""}    healthProbeBindAddress: flags.healthProbeBindAddress,
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
  process.stderr.write(\`\${error instanceof Error ? (isMendable ? error.message : error.stack) : String(error)}\\n\`);
  process.exitCode = 1;
}
`;
}

const namespaceLines = `    // The one that the Pod runs in, or that of the kubeconfig: the operator sees no other and has no rights there.
    namespace: config.namespace,
`;
