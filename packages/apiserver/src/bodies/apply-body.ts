// The body of an apply: YAML or JSON.
import { badRequest, goKindOf, isJsonObject, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import type { ParsedYaml } from "../negotiation/yaml.ts";
import { parseYaml, YamlError } from "../negotiation/yaml.ts";

export interface AppliedBody {
  readonly value: JsonObject;
  /** The errors of strict parsing: `line 7: key "a" already set in map`. */
  readonly strictErrors: readonly string[];
}

/** Parses the body of an apply in steps; no body is an object without fields. Throws 400. */
export function decodeApplied(body: Uint8Array): Work<AppliedBody> {
  const parse = (): Work<ParsedYaml> => parseYaml(Buffer.from(body).toString());
  const parsing = whenFailed(parse, (error) => {
    if (!(error instanceof YamlError)) throw error;
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  });
  return whenDone(parsing, ({ value, strictErrors }) => {
    if (value === null || value === undefined) return { value: {}, strictErrors };
    if (isJsonObject(value)) return { value, strictErrors };
    const type = goKindOf(value);
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    );
  });
}

/** Reports duplicate keys as the field validation requires: as a 400, as warnings, or not at all. */
export function reportDuplicateKeys(
  errors: readonly string[],
  validation: "Ignore" | "Warn" | "Strict",
  warn: (text: string) => void,
): void {
  if (errors.length === 0 || validation === "Ignore") return;
  if (validation === "Strict") {
    const lines = errors.map((error) => `\n  ${error}`).join("");
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${lines}`);
  }
  for (const error of errors) warn(error);
}
