/**
 * Mutants: responses with one error, which the comparison with the record must find. Each response is altered in its status, in each
 * compared header, and at some places of its body.
 */
import type { Random } from "@kubewright/async";
import { inject } from "vitest";
import { chosenPortFields, maskedFields } from "./mask.ts";
import type { CaseAnswer } from "./run-case.ts";

export interface Alteration {
  /** The alteration: `dropped body.details.kind`. */
  readonly what: string;
  /** The place, as `differencesBetween` names it within a response. */
  readonly at: string;
  readonly answer: CaseAnswer;
  /** Whether the body is altered. Otherwise it need not be compared. */
  readonly isInBody: boolean;
}

/** The number of altered places of a body; `make test-long` tries more. */
const placesMax = inject("isLongLane") === true ? 6 : 2;

/** Alterations of one response, the same for the same `random`. */
export function alterationsOf(answer: CaseAnswer, random: Random): readonly Alteration[] {
  return [...alterationsOfHead(answer), ...alterationsOfBody(answer, random)];
}

function alterationsOfHead(answer: CaseAnswer): readonly Alteration[] {
  return [
    { what: "another status", at: "status", answer: { ...answer, status: answer.status + 1 }, isInBody: false },
    ...answer.comparedHeaders.map((name) => ({
      what: `another ${name}`,
      at: `headers.${name}`,
      answer: { ...answer, headers: { ...answer.headers, [name]: '299 - "beware"' } },
      isInBody: false,
    })),
  ];
}

function alterationsOfBody(answer: CaseAnswer, random: Random): readonly Alteration[] {
  return chosen(placesIn(answer.body, []), random).flatMap((place) => {
    const at = ["body", ...place].join(".");
    const alteration = (verb: string, value: unknown): Alteration => ({
      what: `${verb} ${at}`,
      at,
      answer: altered(answer, place, value),
      isInBody: true,
    });
    return [
      ...(place.length === 0 ? [] : [alteration("dropped", undefined)]),
      ...(isRecorded(place) ? [alteration("altered", otherThan(valueAt(answer.body, place)))] : []),
    ];
  });
}

type Place = readonly string[];

/** Whether the record has the value: it has no masked values, and cells of a table may be ages. */
function isRecorded(place: Place): boolean {
  const field = place.at(-1) ?? "";
  const isMasked = field === "resourceVersion" || maskedFields.has(field) || chosenPortFields.has(field);
  return !isMasked && place.at(-2) !== "cells";
}

function placesIn(value: unknown, at: Place): readonly Place[] {
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, item]) => placesIn(item, [...at, key]));
}

function chosen(places: readonly Place[], random: Random): readonly Place[] {
  if (places.length <= placesMax) return places;
  return Array.from({ length: placesMax }, () => places[random.int(places.length)] ?? []);
}

function otherThan(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return `${value} or so`;
    case "number":
      return Number.isSafeInteger(value) ? value + 1 : value / 2;
    case "boolean":
      return !value;
    default:
      return "something";
  }
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((found, key) => (found as Readonly<Record<string, unknown>>)[key], value);
}

function altered(answer: CaseAnswer, place: Place, value: unknown): CaseAnswer {
  return { ...answer, body: replaced(answer.body, place, value) };
}

function replaced(container: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const inside = replaced((container as Readonly<Record<string, unknown>>)[key], rest, value);
  if (Array.isArray(container)) {
    return container.flatMap((item: unknown, index) =>
      String(index) === key ? (inside === undefined ? [] : [inside]) : [item],
    );
  }
  const others = Object.entries(container as object).filter(([name]) => name !== key);
  return Object.fromEntries(inside === undefined ? others : [...others, [key, inside]]);
}
