/** Decoding plans of the built-in types in requests for custom resources: metadata and scales. All definitions share them. */
import { definition } from "@kubewright/api-facts";
import type { PlanOf } from "../../kinds/decode/plan.ts";
import { createPlans } from "../../kinds/decode/plan.ts";
import { createGoPrinting } from "../../kinds/go-json.ts";
import { createGoFields } from "../../kinds/go-types.ts";

let plans: PlanOf | undefined;

/** Returns the plan of a definition. The first call compiles what all plans depend on. */
export const builtinPlan: PlanOf = (name) => {
  plans ??= createPlans(definition, createGoPrinting(), createGoFields());
  return plans(name);
};
