// YAML that is JSON, which the JSON parser reads faster.
import { decodeJsonInSteps, jsonDepthMax, JsonSyntaxError, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";

/** Parses in steps. Returns `undefined` for a text that is not a JSON object or has duplicate keys, whose lines only the YAML parser finds. */
export function parseAsJson(text: string): Work<{ readonly value: unknown } | undefined> {
  if (!text.startsWith("{")) return undefined;
  const parse = (): Work<{ readonly value: unknown } | undefined> =>
    whenDone(decodeJsonInSteps(text, { reportDuplicates: true, depthMax: jsonDepthMax }), ({ value, duplicateKeys }) =>
      duplicateKeys.length === 0 ? { value } : undefined,
    );
  return whenFailed(parse, (error) => {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  });
}
