/**
 * Prepares package.json for a merge by fields. It prints the package.json of both scaffolds with the formatting and order of the user's file.
 * Git then finds exactly the changes of the new version, and a conflict only if the user has changed the same field differently.
 */
import { isDeepStrictEqual } from "node:util";

import { compareVersions, isVersion } from "./versions.ts";

export interface AlignedManifests {
  readonly before: string;
  readonly after: string;
}

/** Undefined when the user's file is not JSON, or has unusual formatting. It can then only be merged by lines. */
export function alignManifests(mine: string, before: string, after: string): AlignedManifests | undefined {
  const [own, old, fresh] = [parse(mine), parse(before), parse(after)];
  const print = printers.find((each) => each(own) === mine);
  if (print === undefined || !isRecord(own) || !isRecord(old) || !isRecord(fresh)) return undefined;
  const [left, right] = align(own, old, fresh);
  return { before: print(left), after: print(right) };
}

/** The formatting of npm, with any of the usual indentations. */
const printers = [2, 4, "\t"].map((indent) => (value: unknown) => `${JSON.stringify(value, undefined, indent)}\n`);

type Fields = Readonly<Record<string, unknown>>;
type Three<T> = readonly [mine: T, before: T, after: T];

/** The fields of both scaffolds, in the user's order. */
function align(...three: Three<Fields>): readonly [before: Fields, after: Fields] {
  const [mine, before, after] = three;
  const left: [string, unknown][] = [];
  const right: [string, unknown][] = [];
  for (const name of namesOf(mine, after)) {
    const [old, fresh] = alignValue(valueOf(mine, name), valueOf(before, name), valueOf(after, name));
    if (old !== undefined) left.push([name, old]);
    if (fresh !== undefined) right.push([name, fresh]);
  }
  return [Object.fromEntries(left), Object.fromEntries(right)];
}

function valueOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The names of the user's fields, and those that the new version adds, each after the field that precedes it there. */
function namesOf(mine: Fields, after: Fields): readonly string[] {
  const names = Object.keys(mine);
  const added = Object.keys(after);
  for (const [index, name] of added.entries()) {
    if (!names.includes(name)) names.splice(names.indexOf(added[index - 1] ?? "") + 1, 0, name);
  }
  return names;
}

/** The values of a field in both scaffolds from which git's merge gets the right result. Undefined: the field is absent. */
function alignValue(...[mine, before, after]: Three<unknown>): readonly [before: unknown, after: unknown] {
  if (isRecord(mine) && isRecord(before) && isRecord(after)) return align(mine, before, after);
  if (isDeepStrictEqual(before, after)) return [mine, mine];
  if (isDeepStrictEqual(mine, before)) return [mine, after];
  if (mine === undefined || isDeepStrictEqual(mine, after)) return [mine, mine]; // Removed on purpose, or already equal.
  if (isVersionText(mine) && isVersionText(after)) return [mine, compareVersions(mine, after) < 0 ? after : mine];
  return [before, after];
}

function isVersionText(value: unknown): value is string {
  return typeof value === "string" && isVersion(value);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: the caller reports it if it matters.
  }
}
