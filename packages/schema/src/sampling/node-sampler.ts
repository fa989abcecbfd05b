// The interface between the samplers of objects and lists and the sampler of the nodes inside them.

import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Chance } from "./chance.ts";

/** A sampled value, or the reason why sampling failed. */
export type Sampled = { readonly value: JsonValue } | { readonly value: undefined; readonly problem: string };

export interface NodeSampler {
  readonly chance: Chance;
  /** Whether required fields with a default may be left out. */
  readonly leavesOutDefaults: boolean;
  /** A value of about `size` nodes. */
  sample(schema: JsonSchema, size: number): Sampled;
}
