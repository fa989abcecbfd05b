/**
 * The accepted differences between the responses to a random sequence: the deviations of `differential/deviations.ts`, in any place. Each is
 * removed from both responses.
 */

import type { CaseAnswer } from "../differential/run-case.ts";

/**
 * A response without accepted differences. Errors and warnings about a custom resource come from iterations over maps: they are in any order,
 * and only some of them may be named in a message.
 */
export function withoutAccepted(answer: CaseAnswer, custom: boolean): CaseAnswer {
  const body = withoutAcceptedIn(answer.body, "");
  if (!custom) return { ...answer, body };
  const { warning, ...headers } = answer.headers;
  const sorted = typeof warning === "string" ? warning.split(/, (?=299 - ")/u) : warning;
  return {
    ...answer,
    headers: sorted === undefined ? headers : { ...headers, warning: sorted.toSorted() },
    body: withoutOrder(body),
  };
}

/** The embedded server has no descriptions of built-in types. */
const omitted: ReadonlySet<string> = new Set(["columnDefinitions"]);

function withoutAcceptedIn(value: unknown, key: string): unknown {
  if (typeof value === "string") return key === "message" ? withoutDumps(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutAcceptedIn(item, ""));
    return key === "causes" ? withoutRepetition(items) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !omitted.has(name))
      .map(([name, field]) => [name, withoutAcceptedIn(field, name)]),
  );
}

/**
 * Messages with an object whose keys are in another order or in the format of Go maps, or with a diff of Go values; and unknown fields of a
 * schema, because the iteration over a map in random order ends at the first one. That iteration also lists several errors of an apply in any order.
 */
function withoutDumps(message: string): string {
  return message
    .replace(/(?<=^failed to create typed patch object \([^)]*\): ).*field not declared in schema.*$/su, "<fields>")
    .replace(/(?<=^failed to create typed patch object \([^)]*\): errors:\n).*$/su, (errors) => sortedLines(errors))
    .replaceAll(/Invalid value: (?:"?[[{].*?[\]}]"?|"map\[.*?\]"): /gsu, "Invalid value: <object>: ")
    .replaceAll(/\n@@ -\d.*?(?=\]?$)/gsu, "");
}

interface StatusLike {
  readonly kind: "Status";
  readonly message?: string;
  readonly details?: { readonly causes?: readonly Cause[] };
}

interface Cause {
  readonly field?: string;
  readonly message?: string;
}

/** A Status with sorted causes, and without the message of several causes. Returns other bodies unchanged. */
export function withoutOrder(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("kind" in body) || body.kind !== "Status") return body;
  const status = body as StatusLike;
  const { causes = [] } = status.details ?? {};
  if (causes.length === 0) return { ...status, message: status.message && sortedLines(status.message) };
  // The result of a patch is printed as JSON, with its keys in another order.
  const shown = causes.map(({ field, message = "", ...rest }) => ({
    ...rest,
    field,
    message: field === "patch" ? message.slice(message.lastIndexOf('}": ')) : message,
  }));
  const sorted = shown.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  const isNamedInCauses = causes.length > 1 || shown[0]?.field === "patch";
  return { ...status, details: { ...status.details, causes: sorted }, ...(isNamedInCauses ? { message: "" } : {}) };
}

function sortedLines(message: string): string {
  return message.split("\n").toSorted().join("\n");
}

/** A kube-apiserver validates the metadata of some kinds two or three times, and reports the errors each time. */
function withoutRepetition(causes: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return causes.filter((cause) => {
    const text = JSON.stringify(cause);
    return seen.has(text) ? false : seen.add(text);
  });
}
