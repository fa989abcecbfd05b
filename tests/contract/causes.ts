/** The causes in a 422 response. */
import type { TestResponse } from "../http.ts";

interface Cause {
  readonly field: string;
  readonly message: string;
}

/** The causes of a rejection, as `field: message`. */
export function causesOf({ body }: TestResponse): readonly string[] {
  const { details } = body as { readonly details?: { readonly causes?: readonly Cause[] } };
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}
