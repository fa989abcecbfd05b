/** The flags of every operator: those of programs that kubebuilder scaffolds, and flags for the cluster, settings and profiles. */
import { parseBindAddress } from "@kubewright/serving";
import { ProgramError } from "../errors.ts";
import type { FlagTable, FlagValues } from "./flags.ts";
import { formatFlags, parseFlags } from "./flags.ts";
import { logOptions } from "./log-flags.ts";
import type { LogFlags } from "./log-flags.ts";
import { variableOf, withSettings } from "./settings.ts";
import type { SettingsSources } from "./settings.ts";

const operatorFlagTable = {
  "metrics-bind-address": {
    type: "string",
    default: "0",
    argument: "ADDRESS",
    help: 'the address of /metrics, such as ":8443"; "0" disables it',
  },
  "metrics-secure": {
    type: "boolean",
    default: true,
    help: "serve metrics over HTTPS, to users that the API server authorizes; =false serves HTTP, on loopback addresses only",
  },
  "metrics-cert-path": {
    type: "string",
    argument: "FOLDER",
    help: "the folder of the metrics certificate, which is read again after a change (default: a self-signed certificate in memory)",
  },
  "metrics-cert-name": {
    type: "string",
    default: "tls.crt",
    argument: "FILE",
    help: "the file of the metrics certificate",
  },
  "metrics-cert-key": { type: "string", default: "tls.key", argument: "FILE", help: "the file of the metrics key" },
  "health-probe-bind-address": {
    type: "string",
    default: ":8081",
    argument: "ADDRESS",
    help: 'the address of /healthz and /readyz; "0" disables them',
  },
  "leader-elect": {
    type: "boolean",
    help: "elect one of several replicas as leader, by a Lease in the namespace of the program",
  },
  "leader-elect-worker": {
    type: "boolean",
    help: "renew the Lease in a worker thread, so that a blocked event loop does not lose it (with --permission, it requires --allow-worker)",
  },
  "webhook-port": {
    type: "string",
    default: "0",
    argument: "PORT",
    help: 'the port of webhooks, such as 9443; "0" disables them',
  },
  "webhook-cert-path": {
    type: "string",
    argument: "FOLDER",
    help: "the folder of the webhook certificate, which is read again after a change (default: a certificate that the program creates in a Secret)",
  },
  "webhook-cert-name": {
    type: "string",
    default: "tls.crt",
    argument: "FILE",
    help: "the file of the webhook certificate",
  },
  "webhook-cert-key": { type: "string", default: "tls.key", argument: "FILE", help: "the file of the webhook key" },
  "enable-http2": {
    type: "boolean",
    help: "not supported: metrics and webhooks are served over HTTP/1.1 only (CVE-2023-44487)",
  },
  "pprof-bind-address": {
    type: "string",
    default: "0",
    argument: "ADDRESS",
    help: 'the address of /debug/pprof, such as "127.0.0.1:6060", with the same access as metrics; "0" disables it',
  },
  "zap-devel": {
    type: "boolean",
    help: "development mode: --zap-encoder=console and --zap-log-level=debug by default",
  },
  "zap-encoder": {
    type: "string",
    argument: "FORMAT",
    help: '"json" or "console" (default: "console" on a terminal, otherwise "json")',
  },
  "zap-log-level": {
    type: "string",
    argument: "LEVEL",
    help: '"debug", "info", "warn", "error", or an integer from 1, which is "debug" (default: "info")',
  },
  config: {
    type: "string",
    argument: "FILE",
    help: "a settings file in YAML with flags as keys; environment variables such as KUBEWRIGHT_METRICS_BIND_ADDRESS have precedence",
  },
  kubeconfig: {
    type: "string",
    argument: "FILE",
    help: "the kubeconfig of the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)",
  },
  help: { type: "boolean", help: "show this text" },
} as const satisfies FlagTable;

/** The values of the flags of an operator. The help (`formatOperatorFlags`) describes them. */
export interface OperatorFlags extends LogFlags {
  readonly metricsBindAddress: string;
  readonly metricsSecure: boolean;
  /** Absent: the program creates a certificate. */
  readonly metricsCertPath: string | undefined;
  readonly metricsCertName: string;
  readonly metricsCertKey: string;
  readonly healthProbeBindAddress: string;
  readonly leaderElect: boolean;
  /** Has no effect without `leaderElect`. */
  readonly leaderElectWorker: boolean;
  /** 0: webhooks are not served. */
  readonly webhookPort: number;
  /** Absent: the program creates the certificates. */
  readonly webhookCertPath: string | undefined;
  readonly webhookCertName: string;
  readonly webhookCertKey: string;
  /** "0": profiles are not served. */
  readonly pprofBindAddress: string;
  /** The settings file, if there is one. */
  readonly config: string | undefined;
  /** Absent: `$KUBECONFIG`, the Pod's service account, `~/.kube/config`. */
  readonly kubeconfig: string | undefined;
  readonly help: boolean;
}

/**
 * Parses the command line of an operator, which may have additional flags.
 *
 * @throws {ProgramError} if it is invalid.
 */
export function parseOperatorFlags<const Own extends FlagTable = Record<never, never>>(
  args: readonly string[],
  own?: Own,
): OperatorFlags & FlagValues<Own> {
  return readOperatorFlags<Own>(args, operatorFlagTableWith(own));
}

/**
 * As `parseOperatorFlags`, with values from the environment and from the file of `--config` or `KUBEWRIGHT_CONFIG` for flags that are not on the command
 * line.
 *
 * @throws {ProgramError} if the command line, a variable or the file is invalid.
 */
export async function loadOperatorFlags<const Own extends FlagTable = Record<never, never>>(
  args: readonly string[],
  env: SettingsSources["env"],
  own?: Own,
): Promise<OperatorFlags & FlagValues<Own>> {
  const { config = env[variableOf("config")], ...given } = readOperatorFlags<Own>(args, operatorFlagTableWith(own));
  if (given.help) return readOperatorFlags<Own>(args, operatorFlagTableWith(own));
  return readOperatorFlags<Own>(args, await withSettings(operatorFlagTableWith(own), { env, file: config }));
}

function readOperatorFlags<Own extends FlagTable>(
  args: readonly string[],
  table: FlagTable,
): OperatorFlags & FlagValues<Own> {
  const { webhookPort, enableHttp2, ...flags } = parseFlags(args, table) as FlagValues<typeof operatorFlagTable> &
    FlagValues<Own>; // The joined table has the values of both tables.
  if (enableHttp2) {
    throw new ProgramError("Cannot use --enable-http2: metrics and webhooks are served over HTTP/1.1 only");
  }
  checkAddress(flags.metricsBindAddress, "--metrics-bind-address");
  checkAddress(flags.pprofBindAddress, "--pprof-bind-address");
  logOptions(flags, { isTerminal: false }); // Throws if a flag of the log has an invalid value.
  checkAddress(flags.healthProbeBindAddress, "--health-probe-bind-address");
  return { ...flags, webhookPort: portIn(webhookPort, "--webhook-port") } as unknown as OperatorFlags & FlagValues<Own>;
}

/** The help of an operator's flags, with the flags of the program first. */
export function formatOperatorFlags(own: FlagTable = {}): string {
  return formatFlags(operatorFlagTableWith(own));
}

function operatorFlagTableWith(own: FlagTable = {}): FlagTable {
  const taken = Object.keys(own).find((name) => Object.hasOwn(operatorFlagTable, name));
  if (taken !== undefined) throw new TypeError(`Cannot have a flag --${taken}: every operator has it`);
  return { ...own, ...operatorFlagTable };
}

function checkAddress(value: string, flag: string): void {
  try {
    parseBindAddress(value, flag);
  } catch (cause) {
    throw new ProgramError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function portIn(text: string, flag: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new ProgramError(`Cannot read ${flag}: it is "${text}", must be a port, or "0" for off`);
}
