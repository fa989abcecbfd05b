/** Every growing input. */
import { applyInputs } from "./inputs/applies.ts";
import { bodyInputs } from "./inputs/bodies.ts";
import { customInputs } from "./inputs/custom.ts";
import { customUpdateInputs } from "./inputs/custom-updates.ts";
import { definitionInputs } from "./inputs/definitions.ts";
import { expressionInputs } from "./inputs/expressions.ts";
import { kindInputs } from "./inputs/kinds.ts";
import { specialInputs } from "./inputs/special.ts";
import { patchInputs } from "./inputs/patches.ts";
import { readInputs } from "./inputs/reads.ts";
import type { GrowingInput } from "./input.ts";

export const inputs: readonly GrowingInput[] = [
  ...bodyInputs,
  ...kindInputs,
  ...specialInputs,
  ...patchInputs,
  ...applyInputs,
  ...readInputs,
  ...definitionInputs,
  ...customInputs,
  ...customUpdateInputs,
  ...expressionInputs,
];
