/** Random rights, and random requests of the users that have them. Both follow from a seed. */
import { createSeededRandom } from "@kubewright/async";
import type { TestRequest } from "../http.ts";
import type { Place } from "./place.ts";
import { randomRequest } from "./random-request.ts";
import type { RightsRequest } from "./random-request.ts";
import { randomRights, resourceRulesIn } from "./random-rights.ts";

export interface Policy extends Place {
  /** The requests of an administrator that create roles and bindings. */
  readonly rights: readonly TestRequest[];
  readonly requests: readonly RightsRequest[];
}

export interface PolicyOptions {
  readonly seed: string;
  /** Begins the names of the cluster-scoped objects and namespaces. The same seed with another prefix has the same rights under other names. */
  readonly prefix: string;
  /** The number of requests. */
  readonly count: number;
}

export function policyOf({ seed, prefix, count }: PolicyOptions): Policy {
  const place: Place = {
    prefix,
    namespaces: [`${prefix}a`, `${prefix}b`],
    users: [`${prefix}-u0`, `${prefix}-u1`, `${prefix}-u2`],
    groups: [`${prefix}-g0`, `${prefix}-g1`],
    accounts: ["s0", "s1", "s2", "s3"],
  };
  const rights = randomRights(createSeededRandom(`${seed} rights`), place);
  const rules = resourceRulesIn(rights);
  const random = createSeededRandom(`${seed} requests`);
  return {
    ...place,
    rights,
    requests: Array.from({ length: count }, () => randomRequest(random, place, rules)),
  };
}
