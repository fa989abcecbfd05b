// Webhooks with match conditions, and the requests that they apply to.
import type { Sent } from "./webhook-host.ts";
import type { WebhookSuite } from "./webhook-suite.ts";

/** Conditions with these expressions. The webhook is not called for the probes of its host. */
export function conditions(...expressions: readonly string[]): object {
  return {
    objectSelector: { matchExpressions: [{ key: "probe", operator: "DoesNotExist" }] },
    matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
  };
}

export function createConfigMap({ host, configMaps }: WebhookSuite, name: string, more: object = {}): Promise<Sent> {
  return host.send({ method: "POST", path: configMaps, body: { metadata: { name }, ...more } });
}
