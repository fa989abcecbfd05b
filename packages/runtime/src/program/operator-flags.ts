/** The flags that every operator has: those of the program that kubebuilder scaffolds, and where the cluster is. */
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
    help: 'where /metrics is served, such as ":8443"; "0" is off',
  },
  "metrics-secure": {
    type: "boolean",
    default: true,
    help: "serve metrics over HTTPS, to those whom the API server lets read; =false is HTTP, on loopback addresses alone",
  },
  "metrics-cert-path": {
    type: "string",
    argument: "FOLDER",
    help: "where the certificate of metrics is, read again when it changes (default: the program makes its own, in memory)",
  },
  "metrics-cert-name": { type: "string", default: "tls.crt", argument: "FILE", help: "the certificate in that folder" },
  "metrics-cert-key": { type: "string", default: "tls.key", argument: "FILE", help: "its key" },
  "health-probe-bind-address": {
    type: "string",
    default: ":8081",
    argument: "ADDRESS",
    help: 'where /healthz and /readyz are served; "0" is off',
  },
  "leader-elect": {
    type: "boolean",
    help: "let only one of several replicas work, by a Lease in the namespace of the program",
  },
  "leader-elect-worker": {
    type: "boolean",
    help: "renew the Lease in a worker thread, so that a blocked event loop does not lose it (needs --allow-worker with --permission)",
  },
  "webhook-port": {
    type: "string",
    default: "0",
    argument: "PORT",
    help: 'where webhooks are served, such as 9443; "0" is off',
  },
  "webhook-cert-path": {
    type: "string",
    argument: "FOLDER",
    help: "where the certificate of webhooks is, read again when it changes (default: the program makes its own, in a Secret)",
  },
  "webhook-cert-name": { type: "string", default: "tls.crt", argument: "FILE", help: "the certificate in that folder" },
  "webhook-cert-key": { type: "string", default: "tls.key", argument: "FILE", help: "its key" },
  "enable-http2": {
    type: "boolean",
    help: "refused: metrics and webhooks are served over HTTP/1.1 alone (CVE-2023-44487)",
  },
  "pprof-bind-address": {
    type: "string",
    default: "0",
    argument: "ADDRESS",
    help: 'where /debug/pprof is served, with the access of metrics, such as "127.0.0.1:6060"; "0" is off',
  },
  "zap-devel": {
    type: "boolean",
    help: "log for people: --zap-encoder=console and --zap-log-level=debug by default",
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
    help: "settings in YAML, with flags as keys; KUBEWRIGHT_METRICS_BIND_ADDRESS and the like have precedence over it",
  },
  kubeconfig: {
    type: "string",
    argument: "FILE",
    help: "how to reach the cluster (default: $KUBECONFIG, the Pod's service account, ~/.kube/config)",
  },
  help: { type: "boolean", help: "show this text" },
} as const satisfies FlagTable;

/** What the flags of an operator say; fields are described by `formatOperatorFlags`. */
export interface OperatorFlags extends LogFlags {
  readonly metricsBindAddress: string;
  readonly metricsSecure: boolean;
  /** Absent: the program makes its own certificate. */
  readonly metricsCertPath: string | undefined;
  readonly metricsCertName: string;
  readonly metricsCertKey: string;
  readonly healthProbeBindAddress: string;
  readonly leaderElect: boolean;
  /** Has no effect without `leaderElect`. */
  readonly leaderElectWorker: boolean;
  /** 0: webhooks are not served. */
  readonly webhookPort: number;
  /** Absent: the program makes its own certificates. */
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
 * Reads the command line of an operator, which may have additional flags.
 *
 * @throws {ProgramError} when it cannot be read.
 */
export function parseOperatorFlags<const Own extends FlagTable = Record<never, never>>(
  args: readonly string[],
  own?: Own,
): OperatorFlags & FlagValues<Own> {
  return readOperatorFlags<Own>(args, operatorFlagTableWith(own));
}

/**
 * `parseOperatorFlags` with values from the environment and from the file of `--config` or `KUBEWRIGHT_CONFIG` for flags that are not on the command line.
 *
 * @throws {ProgramError} if the command line, a variable or the file cannot be read.
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
    FlagValues<Own>; // A table that is joined has the values of both.
  if (enableHttp2) {
    throw new ProgramError("Cannot use --enable-http2: metrics and webhooks are served over HTTP/1.1 alone");
  }
  checkAddress(flags.metricsBindAddress, "--metrics-bind-address");
  checkAddress(flags.pprofBindAddress, "--pprof-bind-address");
  logOptions(flags, { isTerminal: false }); // Throws if a flag of the log has a wrong value.
  checkAddress(flags.healthProbeBindAddress, "--health-probe-bind-address");
  return { ...flags, webhookPort: portIn(webhookPort, "--webhook-port") } as unknown as OperatorFlags & FlagValues<Own>;
}

/** The help of an operator's flags, its own first. */
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
