// Limits of the result of a call. The reference lacks them: its costs limit only the input of a call, so a short expression can exhaust the memory.

import { CelError } from "./error.ts";

/** The longest string that a call creates. The server's requests have at most 3 MB. */
export const createdLengthMax = 10_000_000;

/** The longest list that a call creates from a number. An evaluation with a budget stops far below. */
export const createdItemsMax = 10_000_000;

/** The error of a call whose result would be too long. */
export function tooLong(): CelError {
  return new CelError("operation cancelled: actual cost limit exceeded");
}
