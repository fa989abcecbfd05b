/** Places in the validation of the other kinds of the core group, and of Leases and EndpointSlices that no request reaches. */
import type { ValidationDeviation } from "./deviation.ts";

export const coreDeviations: readonly ValidationDeviation[] = [];
