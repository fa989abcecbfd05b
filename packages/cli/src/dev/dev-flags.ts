/** The settings from the flags of `kubewright dev`, after all checks. */
import path from "node:path";

import { admissionPluginOptions } from "../cluster/admission-plugin-flags.ts";
import type { AdmissionPluginFlags } from "../cluster/admission-plugin-flags.ts";
import { defaultKubeconfig } from "../cluster/kubeconfig-file.ts";
import { portOf } from "../cluster/port-of.ts";
import { checkSync } from "../cluster/sync-flag.ts";
import type { SyncFlag } from "../cluster/sync-flag.ts";
import { CommandError } from "../io.ts";
import type { DevClusterOptions } from "./dev-cluster.ts";
import { assertSshTarget } from "./ssh-forward.ts";
import { webhookModes, webhookRoute } from "./webhook-route.ts";
import type { WebhookMode } from "./webhook-route.ts";

export interface DevFlags extends AdmissionPluginFlags, SyncFlag {
  readonly root?: string;
  readonly main?: string;
  /** The port of the embedded cluster. Default: 0, any free one. */
  readonly port?: string;
  readonly kubeconfig?: string;
  readonly data?: string;
  readonly context?: string;
  readonly useCurrentContext?: boolean;
  readonly webhooks?: string;
  readonly webhookAddress?: string;
  readonly webhookSsh?: string;
  readonly samples?: boolean;
  /** The address for a debugger, or true for that of Node. */
  readonly inspect?: string | true;
}

export interface DevSettings {
  /** The absolute path of the project. */
  readonly root: string;
  readonly choice: DevClusterOptions["choice"];
  /** The absolute path of the kubeconfig of the embedded cluster. */
  readonly kubeconfig: string;
  /** The flags of Node for the operator. */
  readonly nodeFlags: readonly string[];
  /** How webhook calls are routed to this machine. Absent: they are not routed. */
  readonly routing?: WebhookRouting;
}

export interface WebhookRouting {
  readonly mode: Exclude<WebhookMode, "off">;
  readonly address?: string;
  /** The target of ssh, in the mode "ssh". */
  readonly sshTarget?: string;
}

/** @throws {CommandError} when a flag is invalid, on its own or together with others. */
export function settingsOf(flags: DevFlags, cwd: string): DevSettings {
  const routing = routingOf(flags);
  return {
    root: path.resolve(cwd, flags.root ?? "."),
    choice: clusterChoice(flags, cwd),
    kubeconfig: path.resolve(cwd, flags.kubeconfig ?? defaultKubeconfig),
    nodeFlags: inspectFlags(flags.inspect),
    ...(routing && { routing }),
  };
}

function inspectFlags(address: DevFlags["inspect"]): readonly string[] {
  if (address === undefined) return [];
  if (address === true) return ["--inspect"];
  const [, port] = /^(?:[\w.-]+:|\[[\da-f:]+\]:)?(\d+)$/iu.exec(address) ?? [];
  if (port !== undefined && Number(port) <= 65_535) return [`--inspect=${address}`];
  throw new CommandError(`Cannot develop: --inspect is "${address}": expected PORT or HOST:PORT`);
}

function clusterChoice(flags: DevFlags, cwd: string): DevClusterOptions["choice"] {
  const { context, useCurrentContext = false, data, sync, port, kubeconfig } = flags;
  const { enableAdmissionPlugins, disableAdmissionPlugins } = flags;
  if (context === undefined && !useCurrentContext) {
    checkSync(flags, "develop");
    return {
      kind: "embedded",
      port: portOf(port, "develop"),
      ...admissionPluginOptions(flags, "develop"),
      ...(data === undefined ? {} : { directory: path.resolve(cwd, data), sync }),
    };
  }
  const embeddedOnly = {
    data,
    sync,
    port,
    kubeconfig,
    "enable-admission-plugins": enableAdmissionPlugins,
    "disable-admission-plugins": disableAdmissionPlugins,
  };
  const [wrong] = Object.entries(embeddedOnly).find(([, value]) => value !== undefined) ?? [];
  if (wrong !== undefined) {
    throw new CommandError(
      `Cannot develop: --${wrong} applies only to the embedded cluster, and a context is given: omit one of them`,
    );
  }
  return { kind: "context", ...(context === undefined ? {} : { name: context }) };
}

function routingOf({ webhooks = "local", webhookAddress, webhookSsh }: DevFlags): WebhookRouting | undefined {
  const mode = webhookModes.find((known) => known === webhooks);
  if (!mode) throw new CommandError(`Cannot develop: --webhooks is "${webhooks}": expected ${webhookModes.join(", ")}`);
  if ((mode === "ssh") !== (webhookSsh !== undefined)) {
    throw new CommandError("Cannot develop: --webhooks ssh and --webhook-ssh require each other: set both or none");
  }
  if (mode === "off") return undefined;
  webhookRoute(mode, webhookAddress, 1); // Reports invalid values before anything starts.
  if (webhookSsh !== undefined) assertSshTarget(webhookSsh);
  return {
    mode,
    ...(webhookAddress === undefined ? {} : { address: webhookAddress }),
    ...(webhookSsh === undefined ? {} : { sshTarget: webhookSsh }),
  };
}
