/**
 * The parameters of an OpenAPI v2 document that operations refer to. Each has a name with a hash of its JSON, as in kube-openapi, so that the names in
 * documents of several servers are equal.
 */

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
    const text = goJson(parameter);
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

/** The JSON as Go prints it. */
function goJson(parameter: NamedParameter): string {
  return JSON.stringify(parameter)
    .replaceAll("&", String.raw`\u0026`)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll(">", String.raw`\u003e`);
}

/** FNV-1 of 64 bits; the first six bytes in base64. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString("base64url");
}
