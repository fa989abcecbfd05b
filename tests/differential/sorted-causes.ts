/** A real server iterates over the fields of an object in random order, so the errors of several fields have no order. */

interface Cause {
  readonly field?: string;
  readonly message?: string;
}

/** The Status with its causes sorted, in its message, too. Returns other bodies, and a message that does not list the causes, unchanged. */
export function withSortedCauses(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("details" in body)) return body;
  const { details, message } = body as {
    readonly details?: { readonly causes?: readonly Cause[] };
    readonly message?: string;
  }; // A Status.
  const causes = details?.causes ?? [];
  const listed = listOf(causes);
  if (causes.length < 2 || message?.endsWith(listed) !== true) return body;
  const sorted = causes.toSorted((left, right) => (lineOf(left) < lineOf(right) ? -1 : 1));
  return {
    ...body,
    details: { ...details, causes: sorted },
    message: message.slice(0, -listed.length) + listOf(sorted),
  };
}

function lineOf({ field = "", message = "" }: Cause): string {
  return `${field}: ${message}`;
}

function listOf(causes: readonly Cause[]): string {
  return `[${causes.map(lineOf).join(", ")}]`;
}
