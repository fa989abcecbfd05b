/** Parses the tag of a comment as a marker: finds its definition, parses its arguments, and reports errors in both. */
import type { JsonValue } from "@kubewright/apimachinery";

import type { Position, ProblemLog } from "../problem.ts";
import type { Tag } from "../source/doc-comment.ts";
import type { Marker, MarkerRecord, MarkerTarget } from "./marker.ts";
import { nearestName } from "./nearest-name.ts";
import { parseArgument } from "./parse-arguments.ts";
import { ArgumentError, describeRest, expectCharacter, peek, sourceOffset, take } from "./scanner.ts";
import type { Scanner } from "./scanner.ts";
import { markerRecords } from "./table.ts";

/** Whether a tag of this name is a marker. The lines after a marker belong to the description again. */
export function isMarker(tagName: string): boolean {
  return findRecord(tagName) !== undefined || /^(?:kubebuilder|k8s):/.test(tagName);
}

/**
 * The marker of a tag on a target. `undefined` for a tag of JSDoc (`@see`), for a marker of the package, which is read elsewhere, and for an invalid
 * marker, which is reported.
 */
export function parseMarker(tag: Tag, target: MarkerTarget, log: ProblemLog): Marker | undefined {
  const found = findRecord(tag.name);
  if (found === undefined) {
    reportUnknown(tag, target, log);
    return undefined;
  }
  const { targets } = found.definition;
  if (targets.includes(target)) return parseFound(tag, found, log);
  // Markers of the package can be anywhere in its files, and are read with the package.
  if (!targets.includes("package")) {
    const allowed = targets.join(" or a ");
    log.report(tag.position, `the marker "@${tag.name}" describes a ${allowed}: it is not allowed on a ${target}`);
  }
  return undefined;
}

const byName = new Map(markerRecords.map((record) => [record.name, record]));
const byShortName = new Map(
  markerRecords.flatMap((record) => (record.short === undefined ? [] : [[record.short, record]])),
);
const byAlias = new Map(
  markerRecords.flatMap(({ aliases = [], name, short = name }) => aliases.map((alias) => [alias, short])),
);
const withNamed = markerRecords.filter(({ named }) => named !== undefined);

/** The record for a tag. With `a:b:name=value`, `name` may be the first argument of `a:b`. */
function findRecord(name: string): Found | undefined {
  const exact = byName.get(name);
  if (exact !== undefined) return { definition: exact, leading: "", short: false };
  const short = byShortName.get(name);
  if (short !== undefined) return { definition: short, leading: "", short: true };
  const definition = withNamed.find((record) => name.startsWith(`${record.name}:`));
  if (definition === undefined) return undefined;
  const leading = name.slice(definition.name.length + 1);
  return leading.includes(":") ? undefined : { definition, leading, short: false };
}

function reportUnknown(tag: Tag, target: MarkerTarget, log: ProblemLog): void {
  const namespaced = /^(?:kubebuilder|k8s|validation):/.test(tag.name);
  if (!namespaced && jsdocTags.has(tag.name)) return;
  const names = (records: readonly MarkerRecord[]): readonly string[] =>
    records.flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
  const fitting = markerRecords.filter(({ targets }) => targets.includes(target));
  const meant = meantNames(tag.name, names(fitting), names(markerRecords));
  if (meant.length > 0) {
    const advice = meant.map((name) => `"@${name}"`).join(" or ");
    log.report(tag.position, `there is no marker "@${tag.name}": write ${advice}`);
  } else if (namespaced || tag.rest.startsWith("=")) {
    log.report(tag.position, `there is no marker "@${tag.name}"${ownerHint(tag)}`);
  }
}

interface Found {
  readonly definition: MarkerRecord;
  /** The name of the argument in the name of the tag, or an empty string. */
  readonly leading: string;
  readonly short: boolean;
}

/** The short form that has the name of a tag as an argument: `@cel` for `@rule="…"`. */
function ownerHint({ name, rest }: Tag): string {
  const owner = withNamed.find(({ named = {}, short }) => short !== undefined && Object.hasOwn(named, name));
  return owner === undefined ? "" : `: write "@${owner.short} ${name}${rest}"`;
}

/** The names of markers that an unknown name probably means; `fitting` names are allowed on the target of the tag. */
function meantNames(name: string, fitting: readonly string[], all: readonly string[]): readonly string[] {
  const alias = byAlias.get(name.toLowerCase());
  if (alias !== undefined) return [alias];
  if (all.includes(`kubebuilder:${name}`)) return [`kubebuilder:${name}`];
  const near = nearestName(name, fitting) ?? nearestName(name, all);
  if (near !== undefined) return [near];
  if (name.includes(":")) return [];
  // `minn` for `min`: one letter too many.
  const beginnings = [name, name.replace(/(.)\1$/, "$1")].filter((beginning) => beginning.length >= 3);
  return (
    beginnings
      .map((beginning) => fitting.filter((candidate) => candidate.startsWith(beginning)))
      .find((found) => found.length > 0) ?? []
  );
}

function parseFound(tag: Tag, found: Found, log: ProblemLog): Marker | undefined {
  const { definition } = found;
  // The value follows "=", or a space after the short form. Both forms accept both.
  const [separator = ""] = /^\s*=?\s*/.exec(tag.rest) ?? [];
  const lead = found.leading === "" ? "" : `${found.leading}=`;
  const scanner: Scanner = { text: lead + tag.rest.slice(separator.length), offset: 0 };
  const before = tag.name.length + 1 + separator.length - lead.length;
  const positionAt = (offset: number): Position => {
    // The end of a comment is written `*\/` in a tag, which is one character longer.
    const escapes = scanner.text.slice(0, Math.max(0, offset)).split("*/").length - 1;
    return { ...tag.position, column: tag.position.column + Math.max(0, before + offset) + escapes };
  };
  const written = found.leading === "" ? tag.name : tag.name.slice(0, -found.leading.length - 1);
  const marker = { definition, written, position: tag.position };
  try {
    if (definition.named !== undefined) {
      const { given, sources } = parseNamed(scanner, definition.named, tag.name);
      const positionIn = (name: string, offset: number): Position | undefined => {
        const source = sources.get(name);
        return source && positionAt(source.start + sourceOffset(source.text, offset));
      };
      return { ...marker, value: undefined, named: given, positionIn };
    }
    return { ...marker, value: parseValue(scanner, tag, found), named: new Map(), positionIn: () => undefined };
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    log.report(positionAt(error.offset), `the marker "@${tag.name}" ${error.message}`);
    return undefined;
  }
}

function parseValue(scanner: Scanner, tag: Tag, { definition, short }: Found): JsonValue | undefined {
  const { value: type } = definition;
  if (type === undefined) {
    // As in JSDoc, text after a marker without arguments is a comment: `@nullable when unset`.
    if (tag.rest.trimStart().startsWith("="))
      throw new ArgumentError(`takes no value, found ${describeRest(scanner)}`, 0);
    return undefined;
  }
  if (peek(scanner) === "") {
    if (type === "bool") return true;
    throw new ArgumentError("needs a value", 0);
  }
  // The value of a short form needs no quotes.
  const isBareText = short && type === "string" && !/^["`]/.test(scanner.text);
  const value = parseArgument(scanner, isBareText ? "raw" : type);
  if (peek(scanner) !== "") {
    const advice = typeof type === "object" && peek(scanner) === "," ? ': separate the values with ";"' : "";
    throw new ArgumentError(`takes one value, found more: ${describeRest(scanner)}${advice}`, scanner.offset);
  }
  return value;
}

function parseNamed(
  scanner: Scanner,
  known: NonNullable<MarkerRecord["named"]>,
  tagName: string,
): {
  readonly given: ReadonlyMap<string, JsonValue>;
  /** Each value as written. */
  readonly sources: ReadonlyMap<string, { readonly text: string; readonly start: number }>;
} {
  const given = new Map<string, JsonValue>();
  const sources = new Map<string, { readonly text: string; readonly start: number }>();
  while (peek(scanner) !== "") {
    const at = scanner.offset;
    const name = take(scanner, /[A-Za-z_]\w*/y);
    if (name === undefined)
      throw new ArgumentError(
        `needs the name of an argument, found ${describeRest(scanner)}: the arguments are ${Object.keys(known).join(", ")}`,
        at,
      );
    const argument = Object.hasOwn(known, name) ? known[name] : undefined;
    if (argument === undefined) throw new ArgumentError(unknownArgument(name, Object.keys(known)), at);
    expectCharacter(scanner, "=");
    peek(scanner);
    const start = scanner.offset;
    given.set(name, parseArgument(scanner, argument.type));
    sources.set(name, { text: scanner.text.slice(start, scanner.offset).trimEnd(), start });
    if (peek(scanner) === "") break;
    expectCharacter(scanner, ",");
  }
  const missing = Object.keys(known).filter((name) => known[name]?.optional !== true && !given.has(name));
  if (missing.length > 0)
    throw new ArgumentError(`needs ${missing.map((name) => `"${name}="`).join(" and ")}`, -tagName.length - 1);
  return { given, sources };
}

function unknownArgument(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined
    ? `takes no argument "${name}": the arguments are ${known.join(", ")}`
    : `takes no argument "${name}": write "${near}="`;
}

/** Tags of JSDoc and TSDoc, which are never misspelled markers. */
const jsdocTags: ReadonlySet<string> = new Set(
  (
    "abstract access alpha alias async augments author beta borrows callback class classdesc constant constructs copyright " +
    "decorator defaultValue deprecated description enum event eventProperty example experimental exports extends external " +
    "file fires function generator global hideconstructor ignore implements import inheritDoc inheritdoc inner instance " +
    "interface internal kind label lends license link listens member memberof mixes mixin module name namespace override " +
    "overload package packageDocumentation param private privateRemarks property protected public readonly remarks requires " +
    "returns satisfies sealed see since static summary template this throws todo tutorial type typedef typeParam variation " +
    "version virtual yields"
  ).split(" "),
);
