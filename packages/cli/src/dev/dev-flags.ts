/** What the flags of `kubewright dev` come to, once they are known to make sense together. */
import path from "node:path";

import { admissionPluginOptions } from "../cluster/admission-plugin-flags.ts";
import type { AdmissionPluginFlags } from "../cluster/admission-plugin-flags.ts";
import { portOf } from "../cluster/port-of.ts";
import { CommandError } from "../io.ts";
import type { DevClusterOptions } from "./dev-cluster.ts";
import { assertSshTarget } from "./ssh-forward.ts";
import { webhookModes, webhookRoute } from "./webhook-route.ts";
import type { WebhookMode } from "./webhook-route.ts";

export interface DevFlags extends AdmissionPluginFlags {
  readonly root?: string;
  readonly main?: string;
  /** Of the embedded cluster; default 0, any free one. */
  readonly port?: string;
  readonly kubeconfig?: string;
  readonly data?: string;
  readonly context?: string;
  readonly useCurrentContext?: boolean;
  readonly webhooks?: string;
  readonly webhookAddress?: string;
  readonly webhookSsh?: string;
  readonly samples?: boolean;
}

export interface DevSettings {
  /** Of the project, absolute. */
  readonly root: string;
  readonly choice: DevClusterOptions["choice"];
  /** Where the kubeconfig of the embedded cluster is written, absolute. */
  readonly kubeconfig: string;
  /** How the cluster's questions are led here. Absent: they are not. */
  readonly leading?: WebhookLeading;
}

export interface WebhookLeading {
  readonly mode: Exclude<WebhookMode, "off">;
  readonly address?: string;
  /** What ssh connects to, in the mode "ssh". */
  readonly sshTarget?: string;
}

/** @throws {CommandError} when a flag makes no sense, by itself or with the others. */
export function settingsOf(flags: DevFlags, cwd: string): DevSettings {
  const leading = leadingOf(flags);
  return {
    root: path.resolve(cwd, flags.root ?? "."),
    choice: clusterChoice(flags, cwd),
    kubeconfig: path.resolve(cwd, flags.kubeconfig ?? ".kubewright/kubeconfig"),
    ...(leading && { leading }),
  };
}

function clusterChoice(flags: DevFlags, cwd: string): DevClusterOptions["choice"] {
  const { context, useCurrentContext = false, data, port, kubeconfig } = flags;
  const { enableAdmissionPlugins, disableAdmissionPlugins } = flags;
  if (context === undefined && !useCurrentContext) {
    return {
      kind: "embedded",
      port: portOf(port, "develop"),
      ...admissionPluginOptions(flags, "develop"),
      ...(data === undefined ? {} : { directory: path.resolve(cwd, data) }),
    };
  }
  const embeddedOnly = {
    data,
    port,
    kubeconfig,
    "enable-admission-plugins": enableAdmissionPlugins,
    "disable-admission-plugins": disableAdmissionPlugins,
  };
  const [wrong] = Object.entries(embeddedOnly).find(([, value]) => value !== undefined) ?? [];
  if (wrong !== undefined) {
    throw new CommandError(
      `Cannot develop: --${wrong} is of the embedded cluster, and a context is named: leave one out`,
    );
  }
  return { kind: "context", ...(context === undefined ? {} : { name: context }) };
}

function leadingOf({ webhooks = "local", webhookAddress, webhookSsh }: DevFlags): WebhookLeading | undefined {
  const mode = webhookModes.find((known) => known === webhooks);
  if (!mode) throw new CommandError(`Cannot develop: --webhooks is "${webhooks}": expected ${webhookModes.join(", ")}`);
  if ((mode === "ssh") !== (webhookSsh !== undefined)) {
    throw new CommandError("Cannot develop: --webhooks ssh and --webhook-ssh belong together: give both or neither");
  }
  if (mode === "off") return undefined;
  webhookRoute(mode, webhookAddress, 1); // Says now what it would say later.
  if (webhookSsh !== undefined) assertSshTarget(webhookSsh);
  return {
    mode,
    ...(webhookAddress === undefined ? {} : { address: webhookAddress }),
    ...(webhookSsh === undefined ? {} : { sshTarget: webhookSsh }),
  };
}
