/**
 * Generates webhook configurations from markers: a MutatingWebhookConfiguration and a ValidatingWebhookConfiguration, with their webhooks
 * sorted by name, as in controller-gen.
 */
import type { JsonObject } from "@kubewright/apimachinery";

import { textOf } from "../markers/apply-effects.ts";
import type { FolderFacts, Marker } from "../markers/marker.ts";
import type { Problem, ProblemLog } from "../problem.ts";
import { lockoutOf, warningsOf } from "./dangers.ts";
import { webhookOf } from "./webhook.ts";

export interface WebhookConfigurationsOptions {
  readonly folders: readonly FolderFacts[];
  /** Receives the errors in markers. An invalid marker is left out. */
  readonly log: ProblemLog;
  /** Called for markers that are allowed but risky. */
  readonly warn?: ((warning: Problem) => void) | undefined;
}

/** The configurations: at most two, the mutating one first. */
export function webhookConfigurationsOf(options: WebhookConfigurationsOptions): readonly JsonObject[] {
  const { folders, log, warn } = options;
  return [true, false].flatMap((mutating) => {
    const isWanted = (marker: Marker): boolean => marker.named.get("mutating") === mutating;
    const kind = mutating ? "mutating" : "validating";
    const naming = folders.flatMap((folder) => folder.webhookConfigurations).filter(isWanted);
    for (const { position } of naming.slice(1)) {
      // There is one configuration for each type of webhook, so there is one name.
      log.report(position, `the configuration of the ${kind} webhooks has more than one name: write one marker`);
    }
    const webhooks = folders
      .flatMap((folder) => folder.webhooks)
      .filter(isWanted)
      .toSorted(byName);
    reportDuplicates(webhooks, log);
    for (const marker of webhooks) {
      const lockout = lockoutOf(marker);
      if (lockout !== undefined) log.report(marker.position, lockout);
      else for (const warning of warningsOf(marker)) warn?.(warning);
    }
    const objects = webhooks.flatMap((marker) => webhookOf(marker, log) ?? []);
    if (objects.length === 0) return [];
    return [
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: mutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
        metadata: { name: textOf(naming[0], "name") ?? `${kind}-webhook-configuration` },
        webhooks: objects,
      },
    ];
  });
}

function reportDuplicates(sorted: readonly Marker[], log: ProblemLog): void {
  for (const [index, marker] of sorted.entries()) {
    const name = textOf(marker, "name");
    if (index > 0 && name !== undefined && textOf(sorted[index - 1], "name") === name) {
      log.report(marker.position, `the webhook "${name}" is declared twice: names must be unique in a configuration`);
    }
  }
}

function byName(a: Marker, b: Marker): number {
  const [x, y] = [textOf(a, "name") ?? "", textOf(b, "name") ?? ""];
  if (x === y) return 0;
  return x < y ? -1 : 1;
}
