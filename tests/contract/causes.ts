/** The causes of a 422 answer. */
import type { Answer } from "../http.ts";

interface Cause {
  readonly field: string;
  readonly message: string;
}

/** The causes of a refusal, as `field: message`. */
export function causesOf({ body }: Answer): readonly string[] {
  const { details } = body as { readonly details?: { readonly causes?: readonly Cause[] } };
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}
