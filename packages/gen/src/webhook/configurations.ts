/**
 * From webhook markers to the objects that an API server is given: a MutatingWebhookConfiguration and a ValidatingWebhookConfiguration, each with its
 * webhooks by name, as controller-gen writes them.
 */
import type { JsonObject } from "@kubewright/apimachinery";

import type { Marker } from "../markers/definition.ts";
import { all, textOf } from "../markers/read-markers.ts";
import type { Problem, ProblemLog } from "../problem.ts";
import { lockoutOf, warningsOf } from "./dangers.ts";
import { webhookOf } from "./webhook.ts";

export interface WebhookConfigurationsOptions {
  /** Told of what is wrong; what is wrong is left out. */
  readonly log: ProblemLog;
  /** Told of what is allowed but unwise. */
  readonly warn?: (warning: Problem) => void;
}

/** The configurations: none, one or two, the mutating one first. */
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
    refuseDoubles(webhooks, log);
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

/** The name that a `webhookconfiguration` marker gives; there is one configuration of a kind, and so one name for it. */
function nameOf(markers: readonly Marker[], mutating: boolean, log: ProblemLog): string | undefined {
  const naming = all(markers, "kubebuilder:webhookconfiguration").filter(
    (marker) => marker.named.get("mutating") === mutating,
  );
  for (const marker of naming.slice(1)) {
    const kind = mutating ? "mutating" : "validating";
    log.report(marker.position, `the configuration of the ${kind} webhooks has a name already: give it one name`);
  }
  return textOf(naming[0], "name");
}

function refuseDoubles(sorted: readonly Marker[], log: ProblemLog): void {
  for (const [index, marker] of sorted.entries()) {
    const name = textOf(marker, "name");
    if (index > 0 && name !== undefined && textOf(sorted[index - 1], "name") === name) {
      log.report(marker.position, `the webhook "${name}" is there twice: names are unique in a configuration`);
    }
  }
}

function byName(a: Marker, b: Marker): number {
  const [x, y] = [textOf(a, "name") ?? "", textOf(b, "name") ?? ""];
  if (x === y) return 0;
  return x < y ? -1 : 1;
}
