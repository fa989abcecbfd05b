/**
 * Replaces the schemas in existing CRDs. Only the text of the old schemas changes, so that comments, order and quotes are
 * preserved.
 */
import { printYaml } from "@kubewright/apimachinery";
import { isMap, isScalar, isSeq, parseAllDocuments } from "yaml";
import type { Pair, YAMLMap } from "yaml";

import { GenerateError } from "../problem.ts";
import { createSourceText } from "../source/source-text.ts";

/** Returns the schema of a version of a kind; `undefined` for a version that the sources do not declare, which is then kept. */
export type FindSchema = (group: string, kind: string, version: string) => object | undefined;

/**
 * The text with the schemas that `find` returns; `undefined` if it returns none.
 *
 * @throws {@link GenerateError} with the place, for invalid YAML and for a version without a schema.
 */
export function patchSchemas(file: string, text: string, find: FindSchema): string | undefined {
  const { positionAt } = createSourceText(file, text);
  const fail: Fail = (offset, message) => {
    throw new GenerateError([{ position: positionAt(offset), message }]);
  };
  const places = parseAllDocuments(text, { prettyErrors: false }).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) return fail(error.pos[0], `the file is not valid YAML: ${error.message}`);
    const { contents } = document;
    return isMap(contents) && String(document.get("kind")) === "CustomResourceDefinition"
      ? placesIn(contents, find, fail)
      : [];
  });
  if (places.length === 0) return undefined;
  return places.toReversed().reduce((before, place) => replace(before, place), text);
}

/** Throws an error at an offset of the text. */
type Fail = (offset: number, message: string) => never;

interface Place {
  /** The offset after the colon of `openAPIV3Schema:`. */
  readonly start: number;
  readonly end: number;
  /** The indentation of the key. */
  readonly indent: number;
  readonly schema: object;
}

function placesIn(crd: YAMLMap, find: FindSchema, fail: Fail): readonly Place[] {
  const group = String(crd.getIn(["spec", "group"]));
  const kind = String(crd.getIn(["spec", "names", "kind"]));
  const versions = crd.getIn(["spec", "versions"]);
  if (!isSeq(versions)) return [];
  return versions.items.flatMap((version) => {
    if (!isMap(version)) return [];
    const name = String(version.get("name"));
    const schema = find(group, kind, name);
    if (schema === undefined) return [];
    const holder = version.get("schema");
    const pair = isMap(holder)
      ? holder.items.find(({ key }) => isScalar(key) && key.value === "openAPIV3Schema")
      : undefined;
    const place = pair === undefined ? undefined : placeOf(pair, schema);
    if (place === undefined) {
      const message = `version "${name}" of ${kind} has no schema to replace: write schema: { openAPIV3Schema: {} }`;
      return fail(version.range?.[0] ?? 0, message);
    }
    return [place];
  });
}

function placeOf({ key, value }: Pair, schema: object): Place | undefined {
  const keyRange = isScalar(key) ? key.range : undefined;
  const range = isMap(value) || isScalar(value) ? value.range : undefined;
  if (!keyRange || !range) return undefined;
  return { start: keyRange[1], end: range[1], indent: keyRange[0], schema };
}

function replace(text: string, { start, end, indent: keyStart, schema }: Place): string {
  const column = keyStart - (text.lastIndexOf("\n", keyStart - 1) + 1);
  const space = " ".repeat(column + 2);
  const lines = printYaml(schema)
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : space + line));
  const old = text.slice(start, end);
  return `${text.slice(0, start)}:\n${lines.join("\n")}${old.slice(old.trimEnd().length)}${text.slice(end)}`;
}
