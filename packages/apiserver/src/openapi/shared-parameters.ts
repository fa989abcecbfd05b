/**
 * The parameters of an OpenAPI v2 document that operations refer to. Several may have a name in common, so their keys have a hash of their content,
 * too. kube-apiserver has other hashes, because the content includes the description.
 */
import { createHash } from "node:crypto";

interface NamedParameter {
  readonly name: string;
  readonly [keyword: string]: unknown;
}

export class SharedParameters {
  readonly #byName = new Map<string, object>();
  /** The names of parameters that were hashed before, by their JSON. */
  readonly #names = new Map<string, string>();

  /** A reference to the parameter; the parameter itself where kubectl reads it, and where it belongs to one kind. */
  referenceTo(parameter: NamedParameter): object {
    if (isOwn(parameter)) return parameter;
    const text = JSON.stringify(parameter);
    const name = this.#names.get(text) ?? `${parameter.name}-${hashOf(text)}`;
    this.#names.set(text, name);
    this.#byName.set(name, parameter);
    return { $ref: `#/parameters/${name}` };
  }

  byName(): object {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function isOwn({ name, in: place, schema }: NamedParameter): boolean {
  if (place !== "body")
    return name === "name" || (place === "query" && (name === "dryRun" || name === "fieldValidation"));
  const { $ref } = schema as { readonly $ref?: string };
  return $ref?.startsWith("#/definitions/io.k8s.apimachinery") !== true;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}
