// YAML that is JSON, which the JSON parser reads faster.
import { decodeJsonInSteps, jsonDepthMax, JsonSyntaxError } from "@kubewright/apimachinery";
import type { Steps } from "@kubewright/apimachinery";

/** Parses in steps. Returns `undefined` for a text that is not a JSON object or has duplicate keys, whose lines only the YAML parser finds. */
export function* parseAsJson(text: string): Steps<{ readonly value: unknown } | undefined> {
  if (!text.startsWith("{")) return undefined;
  try {
    const { value, duplicateKeys } = yield* decodeJsonInSteps(text, { reportDuplicates: true, depthMax: jsonDepthMax });
    return duplicateKeys.length === 0 ? { value } : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
