/** Places in the validation of workloads, RBAC, webhook configurations and CRDs that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

export const workloadDeviations: readonly ValidationDeviation[] = [];
