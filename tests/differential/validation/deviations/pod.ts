/** Places in the validation of Pods and of the templates of Pods that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

export const podDeviations: readonly ValidationDeviation[] = [];
