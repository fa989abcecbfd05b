/**
 * Identifies the schemas of a custom resource by their content. A stored object has the id of the schema that pruned and defaulted it. A
 * server that restarts with the same schema serves the stored bytes without parsing them.
 */
import { createHash } from "node:crypto";
import { apiVersionOf, encodeJson } from "@kubewright/apimachinery";
import type { DefinitionView } from "../definition-view.ts";
import { schemaOfVersion } from "../definition-view.ts";

/** Part of each id. A change of how this package decodes or defaults custom resources needs another number. */
const rules = 1;

/** The id of each version's schema by apiVersion. Hashes a schema when it is first needed. */
export function schemaIds({ spec }: DefinitionView): (apiVersion: string) => string {
  const known = new Map<string, string>();
  return (apiVersion) => {
    let id = known.get(apiVersion);
    if (id === undefined) {
      const version = spec?.versions?.find(({ name = "" }) => apiVersionOf(spec.group ?? "", name) === apiVersion);
      const schema = (version && schemaOfVersion(version)) ?? {};
      id = createHash("sha256").update(encodeJson({ rules, schema })).digest("base64");
      known.set(apiVersion, id);
    }
    return id;
  };
}
