/**
 * What may differ between the answers to a random sequence: the deviations of `differential/deviations.ts` wherever they turn up. Each is
 * taken out of both answers.
 */

import type { CaseAnswer } from "../differential/run-case.ts";

/**
 * An answer without what may differ. What is said of a custom resource comes from walks through maps: errors and warnings stand in any order,
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

/** Descriptions of built-in types stay out of the server's data. */
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
 * Texts that hold an object, with its keys in another order or as Go prints its maps, or a difference of Go values; and which fields a schema
 * does not have, since a walk through a map in any order ends at the first of them. That walk also lists several errors of an apply in any order.
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

/** A Status whose causes are sorted, and whose message is that of its one cause or none. Other bodies as they are. */
export function withoutOrder(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("kind" in body) || body.kind !== "Status") return body;
  const status = body as StatusLike;
  const { causes = [] } = status.details ?? {};
  if (causes.length === 0) return { ...status, message: status.message && sortedLines(status.message) };
  // What a patch left is shown as the JSON that it is, with its keys in another order.
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

/** A kube-apiserver looks at the metadata of some kinds a second or a third time, and says each time what it finds. */
function withoutRepetition(causes: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return causes.filter((cause) => {
    const text = JSON.stringify(cause);
    return seen.has(text) ? false : seen.add(text);
  });
}
