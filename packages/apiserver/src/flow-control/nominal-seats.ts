// The seats of priority levels: how many requests of each level are executed at once if all levels are busy. This server does not queue, so the numbers
// only describe the configuration. https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#priority-levels
import type { PriorityLevelConfiguration } from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { ObjectReader } from "../contracts/server-context.ts";
import { viewOf } from "../kinds/typed.ts";

const resource = { group: "flowcontrol.apiserver.k8s.io", resource: "prioritylevelconfigurations" } as const;

/** The sum of `--max-requests-inflight` and `--max-mutating-requests-inflight`, with their defaults. */
const seatsOfServer = 600;

const defaultShares = 30;

/** The seats by priority level: a share of those of the server, rounded up. */
export function nominalSeats(read: Pick<ObjectReader, "list">): ReadonlyMap<string, number> {
  const shares = Array.from(read.list(resource), (level) => [level.metadata.name ?? "", sharesOf(level)] as const);
  const sum = shares.reduce((total, [, own]) => total + own, 0);
  return new Map(shares.map(([name, own]) => [name, sum === 0 ? 0 : Math.ceil((seatsOfServer * own) / sum)]));
}

function sharesOf(level: ReadonlyObject): number {
  const { limited, exempt } = viewOf<PriorityLevelConfiguration>(level).spec ?? {};
  return limited === undefined
    ? (exempt?.nominalConcurrencyShares ?? 0)
    : (limited.nominalConcurrencyShares ?? defaultShares);
}
