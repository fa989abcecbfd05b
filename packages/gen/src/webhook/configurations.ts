/**
 * Generates webhook configurations from markers: a MutatingWebhookConfiguration and a ValidatingWebhookConfiguration, with their webhooks
 * sorted by name, as in controller-gen.
 */
import type { JsonObject } from "@kubewright/apimachinery";

import type { Marker } from "../markers/definition.ts";
import { all, textOf } from "../markers/read-markers.ts";
import type { Problem, ProblemLog } from "../problem.ts";
import { lockoutOf, warningsOf } from "./dangers.ts";
import { webhookOf } from "./webhook.ts";

export interface WebhookConfigurationsOptions {
  /** Receives the errors in markers. An invalid marker is left out. */
  readonly log: ProblemLog;
  /** Called for markers that are allowed but risky. */
  readonly warn?: (warning: Problem) => void;
}

/** The configurations: at most two, the mutating one first. */
export function webhookConfigurationsOf(
  markers: readonly Marker[],
  { log, warn }: WebhookConfigurationsOptions,
): readonly JsonObject[] {
  return [true, false].flatMap((mutating) => {
    const kind = mutating ? "mutating" : "validating";
    const name = nameOf(markers, mutating, log) ?? `${kind}-webhook-configuration`;
    const webhooks = all(markers, "kubebuilder:webhook")
      .filter((marker) => marker.named.get("mutating") === mutating)
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
        metadata: { name },
        webhooks: objects,
      },
    ];
  });
}

/** The name in the `webhookconfiguration` marker. There is one configuration for each type of webhook, so there is one name. */
function nameOf(markers: readonly Marker[], mutating: boolean, log: ProblemLog): string | undefined {
  const naming = all(markers, "kubebuilder:webhookconfiguration").filter(
    (marker) => marker.named.get("mutating") === mutating,
  );
  for (const marker of naming.slice(1)) {
    const kind = mutating ? "mutating" : "validating";
    log.report(marker.position, `the configuration of the ${kind} webhooks has more than one name: write one marker`);
  }
  return textOf(naming[0], "name");
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
