/** The decoding plans of the built-in types. They depend on generated facts alone, so all servers of a process share them. */
import { definition, goFields } from "@kubewright/api-facts";
import type { PlanOf } from "./plan.ts";
import { createPlans } from "./plan.ts";
import { printingOf } from "./printing.ts";

/** Returns the plan of a definition, compiled at the first call. */
export const builtinPlan: PlanOf = createPlans(definition, printingOf, goFields);
