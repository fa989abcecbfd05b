/**
 * What may differ between the answers to a random sequence: the deviations of `differential/deviations.ts` wherever they turn up. Each is
 * taken out of both answers.
 */

/** The body of an answer without what may differ. */
export function withoutAccepted(body: unknown): unknown {
  return withoutAcceptedIn(body, "");
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
 * does not have, since a walk through a map in any order ends at the first of them.
 */
function withoutDumps(message: string): string {
  return message
    .replace(/(?<=^failed to create typed patch object \([^)]*\): ).*field not declared in schema.*$/su, "<fields>")
    .replaceAll(/Invalid value: (?:"?[[{].*?[\]}]"?|"map\[.*?\]"): /gsu, "Invalid value: <object>: ")
    .replaceAll(/\n@@ -\d.*?(?=\]?$)/gsu, "");
}

/** A kube-apiserver looks at the metadata of some kinds a second or a third time, and says each time what it finds. */
function withoutRepetition(causes: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return causes.filter((cause) => {
    const text = JSON.stringify(cause);
    return seen.has(text) ? false : seen.add(text);
  });
}
