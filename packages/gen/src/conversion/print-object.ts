/**
 * Prints a mapping as code: a function for each object that is not copied as a whole, and the type of the conversions that the author
 * writes.
 */
import { append } from "@kubewright/apimachinery";
import { isIdentifier, literal, upperFirst } from "../artifacts/code.ts";
import type { NestedMapping, ObjectMapping } from "./field-mapping.ts";
import { hasOpen, isOpen } from "./field-mapping.ts";

/** One direction of a conversion. */
export interface Direction {
  /** The prefix of function names: `gadgetToHub`. */
  readonly name: string;
  /** The type of the author's conversions: `GadgetToHub`. */
  readonly fillType: string;
  /** The types of the complete objects: `SpokeGadget`, `HubGadget`. */
  readonly source: string;
  readonly target: string;
}

/**
 * Functions for an object and its nested objects, without those copied as a whole; and the fields of the type of the author's conversions.
 */
export interface PrintedObjects {
  readonly functions: readonly string[];
  readonly fill: readonly string[];
}

/** The place of an object: as a type in code, and as a path for people. */
interface Place {
  readonly type: string;
  readonly text: string;
  readonly words: readonly string[];
}

export function printObjects(mapping: ObjectMapping, direction: Direction): PrintedObjects {
  const taken = new Set<string>();
  const functions: string[] = [];
  const fill: string[] = [];

  function nameOf({ words }: Place): string {
    const base = [direction.name, ...words.map((word) => pascal(word))].join("");
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
    taken.add(name);
    return name;
  }

  function printObject(object: ObjectMapping, place: Place): string {
    const name = nameOf(place);
    const at = functions.push("") - 1; // Above the functions that it calls.
    const parameters = hasOpen(object) ? `, object: ${direction.source}, fill: ${direction.fillType}` : "";
    const [source, target] = [direction.source, direction.target].map((root) => typeAt(root, place));
    const isRoot = place.words.length === 0;
    if (isOpen(object)) append(fill, printFill(object, place, direction));
    const lines = [
      ...(object.copied.length > 0 ? [`    ...copyFields(from, ${literal(object.copied)}),`] : []),
      ...object.nested.map((nested) => `    ${printNested(nested, place)},`),
      ...(isOpen(object) ? [`    ...presentFields(fill${memberOf(place)}(from, object)),`] : []),
    ];
    functions[at] = [
      `function ${name}(from: ${source}${parameters}): ${isRoot ? `Converted<${target}>` : target} {`,
      "  return {",
      ...lines,
      "  };",
      "}",
    ].join("\n");
    return name;
  }

  function printNested({ name, each, optional, mapping: inner }: NestedMapping, place: Place): string {
    const convert = printObject(inner, placeWithin(place, name, each));
    const from = isIdentifier(name) ? `from.${name}` : `from[${literal(name)}]`;
    const rest = hasOpen(inner) ? ", object, fill" : "";
    const valuesOf = (value: string) => ({
      object: `${convert}(${value}${rest})`,
      item: `${value}.map((item) => ${convert}(item${rest}))`,
      value: `mapValues(${value}, (value) => ${convert}(value${rest}))`,
    });
    const key = isIdentifier(name) ? name : literal(name);
    return optional
      ? `...(${from} !== undefined && { ${key}: ${valuesOf(from)[each]} })`
      : `${key}: convertPresent(${from}, (whole) => ${valuesOf("whole")[each]})`;
  }

  printObject(mapping, { type: "", text: "", words: [] });
  return { functions, fill };
}

function memberOf({ text }: Place): string {
  return isIdentifier(text) ? `.${text}` : `[${literal(text)}]`;
}

function printFill(object: ObjectMapping, place: Place, direction: Direction): readonly string[] {
  const lost =
    object.lost.length > 0
      ? `Fields of the source to convert, otherwise they are lost: ${object.lost.join(", ")}.`
      : "";
  const required = object.open.length > 0 ? object.open.map((name) => literal(name)).join(" | ") : "never";
  const target = typeAt(direction.target, place);
  const key = isIdentifier(place.text) ? place.text : literal(place.text);
  return [
    ...(lost === "" ? [] : [`  /** ${lost.replaceAll("*/", "*\\/").replaceAll(/[\r\n\u2028\u2029]/g, " ")} */`]),
    `  readonly ${key}: (from: ${typeAt(direction.source, place)}, object: ${direction.source}) => ConvertedFields<${target}, ${required}>;`,
  ];
}

function typeAt(root: string, { type }: Place): string {
  return type === "" ? root : type.replaceAll(rootMark, () => root);
}

/** A character that no source contains, because `literal` escapes control characters. */
const rootMark = "\u0000";

function placeWithin(place: Place, name: string, each: NestedMapping["each"]): Place {
  const field = `NonNullable<${place.type === "" ? rootMark : place.type}[${literal(name)}]>`;
  const within = { object: field, item: `${field}[number]`, value: `${field}[string]` };
  const ending = { object: "", item: "[]", value: "{}" };
  const text = `${place.text === "" ? "" : `${place.text}.`}${name}${ending[each]}`;
  return { type: within[each], text, words: [...place.words, name] };
}

/** The letters and digits of a word, as a part of an identifier. */
function pascal(word: string): string {
  return upperFirst(word.replaceAll(/[^A-Za-z\d]/g, ""));
}
