/** Prints changes as text, as JSON, and as annotations for pull requests on GitHub. */
import { styleText } from "node:util";
import { encodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { compatibilityRules } from "@kubewright/gen/definitions";
import type { CrdChange, RuleMeaning } from "@kubewright/gen/definitions";

import type { Acceptance } from "./accepted-changes.ts";

/** A change, and whether it is accepted. */
export interface JudgedChange {
  readonly change: CrdChange;
  readonly accepted: Acceptance | undefined;
}

/** Whether the change is breaking and not accepted. */
export function isRefused({ change, accepted }: JudgedChange): boolean {
  return change.severity === "breaking" && accepted === undefined;
}

export interface TextOptions {
  /** Print compatible changes instead of only counting them. */
  readonly all: boolean;
  readonly color: boolean;
}

/** One paragraph for each CRD and one line for each change, breaking ones first and with their meaning. */
export function printText(judged: readonly JudgedChange[], { all, color }: TextOptions): string {
  const shown = judged
    .filter(({ change }) => all || change.severity !== "compatible")
    .toSorted((a, b) => order.indexOf(wordOf(a)) - order.indexOf(wordOf(b)));
  const byDefinition = Map.groupBy(shown, ({ change }) => change.definition);
  const paragraphs = [...byDefinition].map(([name, changes]) => {
    const rows = changes.map((each) => [wordOf(each), placeOf(each.change), each.change.rule, valuesOf(each.change)]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    const lines = changes.map((each, index) => {
      const [word = "", ...cells] = (rows[index] ?? []).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return [`  ${painted(word, each, color)}  ${cells.join("  ")}`.trimEnd(), ...notesOf(each)].join("\n");
    });
    return `${name}\n${lines.join("\n")}\n`;
  });
  return paragraphs.map((paragraph) => `${paragraph}\n`).join("");
}

const order = ["breaking", "accepted", "note", "compatible"];

function painted(word: string, judged: JudgedChange, color: boolean): string {
  if (!color) return word;
  return styleText(isRefused(judged) ? "red" : judged.change.severity === "note" ? "yellow" : "green", word, {
    validateStream: false,
  });
}

function wordOf({ change, accepted }: JudgedChange): string {
  return accepted === undefined ? change.severity : "accepted";
}

/** `v1  spec.colour` */
function placeOf({ version, path }: CrdChange): string {
  return version === undefined ? path : `${version}: ${path}`;
}

function valuesOf({ before, after }: CrdChange): string {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return `now ${shown(after)}`;
  return after === undefined ? `was ${shown(before)}` : `${shown(before)} -> ${shown(after)}`;
}

/** A value on one line of limited length. */
function shown(value: JsonValue | undefined): string {
  const text = isJsonObject(value) && isFlat(value) ? keywordsOf(value) : encodeJson(value);
  return text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)}…` : text;
}

function isFlat(value: JsonObject): boolean {
  return Object.values(value).every((each) => typeof each === "number" || typeof each === "boolean");
}

/** `minimum 3`, `minimum 3 exclusiveMinimum true` */
function keywordsOf(value: JsonObject): string {
  return Object.entries(value)
    .map(([name, each]) => `${name} ${encodeJson(each)}`)
    .join(" ");
}

const valueLengthMax = 60;

function notesOf(judged: JudgedChange): readonly string[] {
  const { change, accepted } = judged;
  const { affects, why, instead }: RuleMeaning = compatibilityRules[change.rule];
  if (accepted !== undefined) return [`    accepted: ${oneLine(accepted.reason)}`];
  if (change.severity !== "breaking") return [];
  return [
    `    for ${affects.map((whom) => wordsFor[whom]).join(", ")}: ${why}`,
    ...(instead === undefined ? [] : [`    instead: ${instead}`]),
  ];
}

const wordsFor = {
  stored: "stored objects",
  writers: "writers",
  readers: "readers",
  install: "installation of the CRD",
} as const;

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** `2 breaking changes, 1 accepted, 3 notes, 4 compatible changes` */
export function countText(judged: readonly JudgedChange[]): string {
  const count = (is: (each: JudgedChange) => boolean): number => judged.filter(is).length;
  const parts = [
    plural(count(isRefused), "breaking change"),
    plural(
      count(({ accepted }) => accepted !== undefined),
      "accepted change",
    ),
    plural(
      count(({ change, accepted }) => change.severity === "note" && accepted === undefined),
      "note",
    ),
    plural(
      count(({ change, accepted }) => change.severity === "compatible" && accepted === undefined),
      "compatible change",
    ),
  ];
  return parts.filter((part) => !part.startsWith("0 ")).join(", ") || "no changes";
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** All changes with their meaning, as one JSON document. */
export function printJson(judged: readonly JudgedChange[]): string {
  const changes = judged.map(({ change, accepted }) => {
    const meaning: RuleMeaning = compatibilityRules[change.rule];
    return {
      ...change,
      affects: meaning.affects,
      why: meaning.why,
      ...(meaning.instead !== undefined && { instead: meaning.instead }),
      ...(accepted !== undefined && { accepted: accepted.reason }),
    };
  });
  return `${JSON.stringify({ breaking: judged.filter(isRefused).length, changes }, jsonNumber, 2)}\n`;
}

/** A number that a double would round is written as a string. */
function jsonNumber(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/**
 * Workflow commands, which GitHub shows beside the lines of a pull request.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function printGithub(judged: readonly JudgedChange[]): string {
  return judged
    .filter(({ change }) => change.severity !== "compatible")
    .map((each) => {
      const { change } = each;
      const { why, instead }: RuleMeaning = compatibilityRules[change.rule];
      const level = isRefused(each) ? "error" : "notice";
      const reason = each.accepted === undefined ? "" : ` (accepted: ${oneLine(each.accepted.reason)})`;
      const message = `${placeOf(change)} ${valuesOf(change)}: ${why}${instead === undefined ? "" : `. Instead: ${instead}`}${reason}`;
      return `::${level} title=${escaped(`${change.definition}: ${change.rule}`, true)}::${escaped(message, false)}\n`;
    })
    .join("");
}

function escaped(text: string, isProperty: boolean): string {
  const plain = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return isProperty ? plain.replaceAll(":", "%3A").replaceAll(",", "%2C") : plain;
}

/** A list of all rules. */
export function printRules(): string {
  const rules = Object.entries(compatibilityRules);
  const width = Math.max(...rules.map(([name]) => name.length));
  return rules.map(([name, { severity, why }]) => `${name.padEnd(width)}  ${severity.padEnd(10)}  ${why}\n`).join("");
}
