/**
 * The empty lists and maps in the schemas of a definition. Decoding removes them, because they are not stored, but kube-apiserver validates a definition
 * that still has them.
 */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { unreadItems } from "@kubewright/schema";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { VersionView } from "../definition-view.ts";
import { definitionView, schemaOfVersion } from "../definition-view.ts";

const removedParts: ReadonlySet<string> = new Set([
  "enum",
  "required",
  "allOf",
  "anyOf",
  "oneOf",
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-validations",
]);

/** Keywords whose values contain other values than schemas. */
const plainValues: ReadonlySet<string> = new Set(["default", "example", "enum"]);

export class EmptyParts {
  readonly #parts = new WeakMap<object, JsonSchema>();

  /** Notes the empty parts of a definition before it is decoded in place. */
  note(definition: ReadonlyObject): void {
    const versions: unknown = definitionView(definition).spec?.versions;
    if (!Array.isArray(versions)) return;
    for (const version of versions as readonly unknown[]) {
      const schema =
        isJsonObject(version) && isJsonObject(version["schema"]) ? version["schema"]["openAPIV3Schema"] : {};
      if (isJsonObject(schema)) this.#noteIn(schema);
    }
  }

  /** The schema of a version with the empty parts that it had in the request. */
  schemaOf(version: VersionView): JsonSchema | undefined {
    const schema = schemaOfVersion(version);
    return schema && this.#restored(schema);
  }

  #noteIn(value: object): void {
    const empty = Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, unknown][] =>
      isRemoved(name, part) ? [[name, isItems(name) && !Array.isArray(part) ? unreadItems : part]] : [],
    );
    if (empty.length > 0) this.#parts.set(value, Object.fromEntries(empty) as JsonSchema);
    for (const [name, part] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
      if (typeof part === "object" && part !== null && !plainValues.has(name)) this.#noteIn(part);
    }
  }

  /** Copies only what changes. */
  #restored(value: object): object {
    const entries = Object.entries(value);
    const restored = entries.map(([name, part]: [string, unknown]) => {
      const isPlain = typeof part !== "object" || part === null || plainValues.has(name);
      return [name, isPlain ? part : this.#restored(part)] as const;
    });
    const empty = this.#parts.get(value);
    if (empty === undefined && restored.every(([, part], index) => part === entries[index]?.[1])) return value;
    if (Array.isArray(value)) return restored.map(([, part]) => part);
    return { ...Object.fromEntries(restored), ...empty };
  }
}

function isItems(name: string): boolean {
  return name === "items";
}

function isRemoved(name: string, part: unknown): boolean {
  // Go accepts items that are neither a schema nor a list, and reads nothing.
  if (isItems(name)) return part !== null && (Array.isArray(part) ? part.length === 0 : typeof part !== "object");
  return removedParts.has(name) && typeof part === "object" && part !== null && Object.keys(part).length === 0;
}
